"""Compiles the kernel's functions with numba, and caches the machine code; uses a few internal names of numba.

*Parts* are called by compiled functions only, *entries* from Python. Their compilers differ from numba's in three ways:

- Numba compiles a function again for every literal argument, but type-checks all branches; the optimizer
  then removes the branches that are never taken. Treating literals as constants before types are inferred saves half of
  that time.
- Numba optimizes every part together with all that it calls, and generates machine code that is never run, since all
  parts end up inside an entry, which is optimized as a whole. That is skipped.
- Numba optimizes twice, to remove reference counts; this code counts no references, and once is enough.

Compiled code is cached in its own folder, see ``yurei.compiled_code``, in files with a digest, and loaded faster than
by numba.
"""

import functools
import gc
import hashlib
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from llvmlite import ir as llvm  # type: ignore[import-untyped]
from numba import _dynfunc, config, njit  # type: ignore[attr-defined]
from numba.core import cgutils, event, ir, types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import RewriteSemanticConstants
from numba.extending import intrinsic

from yurei import compiled_code


@register_pass(mutates_CFG=False, analysis_only=False)
class LiteralsAreConstants(FunctionPass):
    """Compiler pass that replaces each argument of a literal type by its value."""

    _name = "literals_are_constants"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
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
    """Unoptimized LLVM code of a ``Part``; it is optimized and loaded only within the entries that call the part."""

    apart = False  # whether it is rarely called, and is not inlined

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True  # what the part calls is linked when the part is linked

    def _get_module_for_linking(self) -> Any:
        """Return one module with the part and all functions that it calls; callers come first, as LLVM requires."""
        if self._shared_module is None:
            module = self._private_copy()
            waiting, known = list(self._linking_libraries), set()
            for library in waiting:
                if library not in known:
                    known.add(library)
                    part = isinstance(library, PartLibrary)
                    module.link_in(
                        library._private_copy() if part else library._get_module_for_linking(), preserve=not part
                    )
                    waiting.extend(library._linking_libraries if part else ())
            self._shared_module = module
        return self._shared_module

    def _private_copy(self) -> Any:
        """Return a copy of the module that can be linked into several callers."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
                if self.apart:
                    function.add_function_attribute("noinline")
                    function.add_function_attribute("cold")
        for variable in module.global_variables:
            if variable.name.startswith("_ZN08NumbaEnv"):  # an object for calls into Python; parts make no such calls
                variable.linkage = "internal"
        return module


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Numba's lowering pass for a part; it makes the part callable from other compiled code."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
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
    """LLVM code of an ``Entry`` and all its parts, optimized together once."""

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Numba's lowering pass for an entry; the resulting object code is cached."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class Part(CompilerBase):
    """Numba's compiler with two changed passes, for functions that only compiled code calls."""

    def define_pipelines(self) -> list[Any]:
        passes = _lowered_by(PartLowering, self.state)
        passes.add_pass_after(LiteralsAreConstants, RewriteSemanticConstants)
        passes.finalize()
        return [passes]


class Entry(CompilerBase):
    """Numba's compiler with one changed pass, for functions that Python calls."""

    def define_pipelines(self) -> list[Any]:
        passes = _lowered_by(EntryLowering, self.state)
        passes.finalize()
        return [passes]


def _lowered_by(lowering: type[NativeLowering], state: Any) -> Any:
    """Return numba's compiler passes, with ``lowering`` in place of its own lowering pass."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    place = [kind for kind, _ in passes.passes].index(NativeLowering)
    passes.passes[place] = (lowering, lowering._name)
    return passes


# The cache.

_cache_folder = functools.cache(compiled_code.folder)


class _CheckedFiles(IndexDataCacheFile):
    """Cache files of one function. Each file ends with a digest; a damaged file is treated as missing."""

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if _is_whole(self._data_path(name)) else None

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        with super()._open_for_write(filepath) as file:
            yield (written := io.BytesIO())
            file.write(written.getvalue() + hashlib.sha256(written.getvalue()).digest())


def _is_whole(path: str) -> bool:
    """Return whether a file of compiled code can be read, and ends with its digest."""
    with suppress(OSError):
        data = Path(path).read_bytes()
        return hashlib.sha256(data[:-32]).digest() == data[-32:]
    return False


class _Cache(FunctionCache):
    """Cache of one function's machine code, in files that later processes read."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = _CheckedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Numba would initialize its library first, a third of the time until a first game. This code does not need it.
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # Without the closure, which pickles differently in every process. The sources, hence the folder, determine it.
        return sig, codegen.magic_tuple()


class _CompileListener(event.Listener):
    """Prints a message once per process when an entry is compiled, and disables garbage collection during compilation.

    Collection would take a twentieth of the time and find nothing, since the compiler's objects are used until its end.
    """

    def __init__(self) -> None:
        self.has_printed = False
        self._collects = False

    def on_start(self, happened: event.Event) -> None:
        if not _is_entry(happened):
            return
        if not self.has_printed:
            self.has_printed = True
            print("yurei: compiling the kernel for this machine, some seconds, once …", file=sys.stderr, flush=True)
        self._collects = gc.isenabled()
        gc.disable()

    def on_end(self, happened: event.Event) -> None:
        if _is_entry(happened) and self._collects:
            gc.enable()


def _is_entry(happened: event.Event) -> bool:
    return isinstance(getattr(happened.data.get("dispatcher"), "_cache", None), _Cache)


_listener = _CompileListener()
event.register("numba:compile", _listener)


def omit_message() -> None:
    """Print no message in this process when code is compiled."""
    _listener.has_printed = True


_compiled = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, pipeline_class=Entry)  # type: ignore[call-overload]


def entry(function: Callable[..., Any], name: str | None = None) -> Any:
    """Compile a function when it is first called, and cache the result by its name; a factory must pass a ``name``."""
    if name is not None:
        function.__name__ = function.__qualname__ = name
    made = _compiled(function)
    if made is not function:  # it is ``function`` itself if numba is told not to compile
        before = config.CACHE_DIR  # type: ignore[attr-defined]
        config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]
        made._cache = _Cache(function)
        config.CACHE_DIR = before  # type: ignore[attr-defined]
    return made


# Prefetching. Thousands of games do not fit into the processor's second-level cache, and a game waits for its memory
# longer than it computes. If it is prefetched while the previous game is played, it arrives in time.


def _prefetch(is_write: int) -> Any:
    """Return a function of ``array`` and ``index`` for compiled code that prefetches the cache line of that element."""

    def prefetch(_typing: Any, array: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            address = builder.bitcast(builder.gep(data, [arguments[1]]), cgutils.voidptr_t)
            numbers = [cgutils.int32_t(number) for number in (is_write, 2, 1)]  # second-level cache; data
            kind = llvm.FunctionType(llvm.VoidType(), [cgutils.voidptr_t, *[cgutils.int32_t] * 3])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
            builder.call(fetch, [address, *numbers])
            return context.get_dummy_value()

        return types.void(array, index), build

    if config.DISABLE_JIT:  # type: ignore[attr-defined] # code that is not compiled has nothing to prefetch
        return lambda array, index: None
    return intrinsic(prefetch)


fetch_to_read = _prefetch(0)
fetch_to_write = _prefetch(1)
