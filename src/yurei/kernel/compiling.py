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
    """The code of a part: as numba wrote it, to be linked into entries, never optimized or loaded by itself.

    LLVM links a function only where something calls it already. So a part must stand before those that it calls, and
    no call may be optimized away in between.
    """

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing but the part itself; what it calls is linked by the entry."""
        self._finalize_dynamic_globals()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                variable.linkage = "internal"
        self._finalized = True


ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names begin of what a function of numba's keeps for calls into Python; parts make none."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Translates a part, and makes it known to compiled code together with all that it calls."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate the function."""
        library = state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, description = state["cr"], state["cr"].fndesc
        name = _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(name, description, [library, *dict.fromkeys(library._linking_libraries)])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class EntryLibrary(JITCodeLibrary):
    """The code of an entry, with all its parts."""

    def _verify_declare_only_symbols(self) -> None:
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith(OURS):
                raise AssertionError(f"{self.name} calls {function.name}, which was not linked")


OURS = "_ZN5yurei"
"""How the names begin of what is compiled from this package."""


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Translates an entry as numba would, into a library that misses no part: calling one would end the process."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate the function."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


def _passes(state: Any, lowering: type[NativeLowering]) -> Any:
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    place = [kind for kind, _ in passes.passes].index(NativeLowering)
    passes.passes[place] = (lowering, lowering._name)
    return passes


class Part(CompilerBase):
    """How a part is compiled."""

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        passes = _passes(self.state, PartLowering)
        passes.add_pass_after(LiteralsAreConstants, RewriteSemanticConstants)
        passes.finalize()
        return [passes]


class Entry(CompilerBase):
    """How an entry is compiled."""

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        passes = _passes(self.state, EntryLowering)
        passes.finalize()
        return [passes]


__all__ = ["Entry", "Part"]
