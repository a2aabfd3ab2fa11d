"""What a game does not have is not even compiled: rules that are passed as a literal are taken as constants.

Numba compiles a function anew for every literal that it is called with, but
looks into all branches; the optimizer then throws away what is never taken.
Taken as constants before types are inferred, they save half of the compiling.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
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


class Pruning(CompilerBase):
    """Numba's own way of compiling, with this step before dead branches are cut off."""

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(LiteralsAreConstants, RewriteSemanticConstants)
        passes.finalize()
        return [passes]
