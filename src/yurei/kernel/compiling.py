"""How parts are compiled that only other compiled functions call: constants first, and no machine code.

Numba compiles a function anew for every literal that it is called with, but
looks into all branches; the optimizer then throws away what is never taken.
Taken as constants before types are inferred, literals save half of that.

It also optimizes every part together with all that it calls, and makes machine
code of it that nobody will run: all parts end up inside an entry, which is
optimized as a whole. That is left out here.
"""

from __future__ import annotations

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
        """Rewrite the function; whether anything has changed."""
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
    """The code of a part as numba wrote it; never optimized or loaded by itself."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing is left to do: what the part calls is linked when somebody links the part."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The part and all that it calls, callers first: LLVM links only what something calls already."""
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
        """A copy that several may link, each for itself."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
        for variable in module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                variable.linkage = "internal"
        return module


ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names begin of what a function of numba's keeps for calls into Python; parts make none."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Translates a part, and makes it known to compiled code."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate the function."""
        library = state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, description = state["cr"], state["cr"].fndesc
        name = _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(name, description, [library])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class Part(CompilerBase):
    """Numba's own way of compiling, with these two steps."""

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(LiteralsAreConstants, RewriteSemanticConstants)
        place = [kind for kind, _ in passes.passes].index(NativeLowering)
        passes.passes[place] = (PartLowering, PartLowering._name)
        passes.finalize()
        return [passes]


__all__ = ["Part"]
