"""Numba compilers for parts, which only compiled functions call, and for entries: constants first, and less
optimization.

Numba compiles a function anew for every literal that it is called with, but type-checks all branches; the
optimizer then removes those that are never taken. Taken as constants before types are inferred, literals save half
of that.

Numba also optimizes every part together with all that it calls, and makes machine code of it that is never run:
all parts end up inside an entry, which is optimized as a whole. That is skipped here. And numba optimizes twice,
to remove reference counts; this code counts no references, and once is enough.
"""

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import ir, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import RewriteSemanticConstants


@register_pass(mutates_CFG=False, analysis_only=False)
class LiteralsAreConstants(FunctionPass):
    """Replaces arguments whose type is one number by that number."""

    _name = "literals_are_constants"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Rewrite the function; return whether anything has changed."""
        changed = False
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                value = statement.value
                if isinstance(value, ir.Arg) and isinstance(state.args[value.index], types.IntegerLiteral):
                    constant = ir.Const(state.args[value.index].literal_value, value.loc)
                    definitions = state.func_ir._definitions[statement.target.name]
                    definitions[definitions.index(value)] = constant
                    statement.value = constant
                    changed = True
        return changed


class PartLibrary(JITCodeLibrary):
    """The code of a part as numba generated it; never optimized or loaded by itself.

    Attributes:
        apart: Whether it is rarely called, and is not inlined.
    """

    apart = False

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Mark the library as final: what the part calls is linked when the part is linked."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the part and all that it calls, callers first, since LLVM links only what is already called."""
        if self._shared_module is None:
            module = self._alone()
            waiting, known = list(self._linking_libraries), set()
            for library in waiting:
                if library not in known:
                    known.add(library)
                    part = isinstance(library, PartLibrary)
                    module.link_in(library._alone() if part else library._get_module_for_linking(), preserve=not part)
                    waiting.extend(library._linking_libraries if part else ())
            self._shared_module = module
        return self._shared_module

    def _alone(self) -> Any:
        """Return a copy that several callers may link, each for itself."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
                if self.apart:
                    function.add_function_attribute("noinline")
                    function.add_function_attribute("cold")
        for variable in module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                variable.linkage = "internal"
        return module


ENVIRONMENT = "_ZN08NumbaEnv"
"""Prefix of the names of numba's environment objects for calls into Python; parts make none."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Lowers a part, and registers it for compiled code."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function."""
        library = state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        library.apart = not state.flags.forceinline
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, description = state["cr"], state["cr"].fndesc
        name = _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(name, description, [library])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class EntryLibrary(JITCodeLibrary):
    """The code of an entry and of all its parts, optimized once."""

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lowers an entry."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class Part(CompilerBase):
    """Numba's compiler with two changed steps, for functions called by compiled code only."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = _lowered_by(PartLowering, self.state)
        passes.add_pass_after(LiteralsAreConstants, RewriteSemanticConstants)
        passes.finalize()
        return [passes]


class Entry(CompilerBase):
    """Numba's compiler with one changed step, for functions called from Python."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = _lowered_by(EntryLowering, self.state)
        passes.finalize()
        return [passes]


def _lowered_by(lowering: type[NativeLowering], state: Any) -> Any:
    """Return numba's passes with another lowering."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    place = [kind for kind, _ in passes.passes].index(NativeLowering)
    passes.passes[place] = (lowering, lowering._name)
    return passes


__all__ = ["Entry", "Part"]
