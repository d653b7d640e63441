"""The driver of NVIDIA's chips, by ctypes: memory, kernels from PTX, and arrays that other libraries take without a copy. Nothing
of CUDA has to be installed but the driver."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import math
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint8, c_uint16, c_uint64, c_void_p, py_object
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .library import lib

THREADS = 256  # of a block ...
FULL = 1024  # ... and the most, which is faster when each part of the chip gets one such block and no second round is needed
STACK = 16384  # bytes for each thread; the deepest game needs most of it
KEPT = 2**32  # bytes of memory that is not in use and not given back to the driver
REGISTERS = 64  # of a thread: more of them fit on the chip at once. Fewer than the driver would take, and faster (docs/gpu.md) ...
MANY_REGISTERS = 128  # ... but where states are small (bytes) or lists of moves are long, more registers are faster (docs/speed.md)
SMALL_STATE, LONG_LIST = 128, 4096
_LIMIT_STACK = 0  # CU_LIMIT_STACK_SIZE
_PARTS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_MOST_THREADS = 0  # CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK


def threads_of_a_block(rows: int, parts: int, most: int) -> int:
    """For so many rows on a chip of so many parts; `most` fit in a block of this kernel: with many registers fewer than FULL do."""
    return FULL if most >= FULL and 0.9 < rows / FULL / parts <= 1 else THREADS


class NoGpu(RuntimeError):
    """There is no driver, no chip, or it says no."""


class Cuda:
    """One chip. It uses the same context as PyTorch, JAX and others do, so that arrays can be shared."""

    def __init__(self, number: int = 0):
        try:
            self._lib = ctypes.CDLL("libcuda.so.1")
        except OSError:
            raise NoGpu("there is no NVIDIA driver on this machine (libcuda.so.1)") from None
        self.number, self._kept = number, 0
        self._spare: dict[int, list[int]] = {}  # by size
        self._most: dict[int | None, int] = {}  # threads of a block, by function
        self._call("cuInit", c_uint(0))
        chip, self._context = c_int(), c_void_p()
        self._call("cuDeviceGet", byref(chip), c_int(number))
        self._call("cuDevicePrimaryCtxRetain", byref(self._context), chip)
        self.use()
        self._call("cuCtxSetLimit", c_int(_LIMIT_STACK), c_size_t(STACK))
        parts = c_int()
        self._call("cuDeviceGetAttribute", byref(parts), c_int(_PARTS), chip)
        self.parts = parts.value
        name = ctypes.create_string_buffer(100)
        self._call("cuDeviceGetName", name, c_int(100), chip)
        self.name = name.value.decode()

    def _call(self, function: str, *arguments: Any) -> None:
        error = getattr(self._lib, function)(*arguments)
        if error:
            text = c_char_p()
            self._lib.cuGetErrorString(c_int(error), byref(text))
            raise NoGpu(f"{function}: {(text.value or b'error').decode()} ({error})")

    def use(self) -> None:
        """This thread's calls go to this chip."""
        self._call("cuCtxSetCurrent", self._context)

    def module(self, ptx: bytes, registers: int) -> dict[str, Any]:
        """Kernels by name, compiled by the driver when they are first asked for."""
        log = ctypes.create_string_buffer(8192)
        options = (c_int * 3)(5, 6, 0)  # CU_JIT_ERROR_LOG_BUFFER and its size, CU_JIT_MAX_REGISTERS
        values = (c_void_p * 3)(ctypes.addressof(log), len(log), registers)
        module = c_void_p()
        try:
            self._call("cuModuleLoadDataEx", byref(module), c_char_p(ptx), c_uint(3), options, values)
        except NoGpu as error:
            raise NoGpu(f"{error}\n{log.value.decode(errors='replace')}") from None
        return _Kernels(self, module)

    def function(self, module: c_void_p, name: str) -> c_void_p:
        function = c_void_p()
        self._call("cuModuleGetFunction", byref(function), module, c_char_p(name.encode()))
        most = c_int()
        self._call("cuFuncGetAttribute", byref(most), c_int(_MOST_THREADS), function)
        self._most[function.value] = most.value
        return function

    def launch(self, function: c_void_p, rows: int, *arguments: Any) -> None:
        """On the default stream: other libraries' work on theirs waits for it, and it for theirs."""
        places = (c_void_p * len(arguments))(*(ctypes.addressof(a) for a in arguments))
        threads = threads_of_a_block(rows, self.parts, self._most[function.value])
        blocks = max(1, (rows + threads - 1) // threads)
        self._call("cuLaunchKernel", function, c_uint(blocks), c_uint(1), c_uint(1), c_uint(threads), c_uint(1), c_uint(1), c_uint(0),
                   c_void_p(0), places, c_void_p(0))

    def wait(self) -> None:
        self._call("cuCtxSynchronize")

    def take(self, size: int) -> int:
        """Memory; what was given back is used again, because asking the driver takes longer than a search's step."""
        _collect()
        if self._spare.get(size):
            self.wait()  # whoever had it may still be at work
            self._kept -= size
            return self._spare[size].pop()
        at = c_uint64()
        try:
            self._call("cuMemAlloc_v2", byref(at), c_size_t(size))
        except NoGpu:
            self._release()
            self._call("cuMemAlloc_v2", byref(at), c_size_t(size))
        return at.value

    def free(self, at: int, size: int) -> None:
        if self._kept + size <= KEPT:
            self._spare.setdefault(size, []).append(at)
            self._kept += size
        else:
            self._lib.cuCtxSetCurrent(self._context)
            self._lib.cuMemFree_v2(c_uint64(at))

    def _release(self) -> None:
        for places in self._spare.values():
            for at in places:
                self._call("cuMemFree_v2", c_uint64(at))
        self._spare, self._kept = {}, 0

    def zero(self, at: int, size: int) -> None:
        self._call("cuMemsetD8_v2", c_uint64(at), c_uint8(0), c_size_t(size))

    def to_host(self, to: int, at: int, size: int) -> None:
        self._call("cuMemcpyDtoH_v2", c_void_p(to), c_uint64(at), c_size_t(size))

    def to_chip(self, at: int, source: int, size: int) -> None:
        self._call("cuMemcpyHtoD_v2", c_uint64(at), c_void_p(source), c_size_t(size))

    def copy(self, to: int, at: int, size: int) -> None:
        self._call("cuMemcpyDtoD_v2", c_uint64(to), c_uint64(at), c_size_t(size))


class _Kernels(dict[str, Any]):
    def __init__(self, chip: Cuda, module: c_void_p):
        super().__init__()
        self._chip, self._module = chip, module

    def __missing__(self, name: str) -> c_void_p:
        function = self[name] = self._chip.function(self._module, name)
        return function


# --- DLPack: what an array looks like to other libraries (dmlc/dlpack, version 0) ---


class _Device(Structure):
    _fields_ = [("type", c_int32), ("number", c_int32)]


class _Tensor(Structure):
    _fields_ = [("data", c_void_p), ("device", _Device), ("ndim", c_int32), ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16),
                ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_uint64)]


class _Managed(Structure):
    _fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", c_void_p)]


_CODES = {"i": 0, "u": 1, "f": 2}
_CUDA = 2  # kDLCUDA
_lent: dict[int, Any] = {}  # what others hold of ours

_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype, _capsule.argtypes = py_object, [c_void_p, c_char_p, c_void_p]


def _collect() -> None:
    """Forgets what others have given back. They may do so in any thread, and after Python has ended, so the library in C notes it."""
    while True:
        at = lib.gpu_given_back()
        if not at:
            return
        _lent.pop(at, None)


class Array:
    """Memory of a chip with a shape and a type. `torch.from_dlpack(a)`, `jax.dlpack.from_dlpack(a)` and CuPy take it
    without a copy; `a.numpy()` copies it to the host."""

    def __init__(self, chip: Cuda, shape: tuple[int, ...], dtype: Any, *, at: int | None = None, owner: Any = None, strides: tuple[int, ...] | None = None):
        self.chip, self.shape, self.dtype = chip, shape, np.dtype(dtype)
        self.strides = strides or tuple(self.dtype.itemsize * math.prod(shape[i + 1:]) for i in range(len(shape)))  # in bytes
        self.size = self.strides[0] * shape[0] if shape else self.dtype.itemsize
        self._owner = owner  # of the memory, if it is not this array
        self.at = chip.take(self.size) if at is None else at
        if at is None:
            chip.zero(self.at, self.size)

    def __del__(self) -> None:
        if self._owner is None and getattr(self, "at", None):
            self.chip.free(self.at, self.size)

    def columns(self, count: int) -> Array:
        """The first columns of each row, in place."""
        return Array(self.chip, (self.shape[0], count), self.dtype, at=self.at, owner=self, strides=self.strides)

    def numpy(self) -> NDArray[Any]:
        whole = np.empty(self.size, dtype=np.uint8)
        self.chip.use()
        self.chip.to_host(whole.ctypes.data, self.at, self.size)
        return np.ndarray(self.shape, self.dtype, whole, strides=self.strides).copy()

    def fill(self, values: Any) -> None:
        """Takes the values of an array of the host, or of another array of this chip."""
        self.chip.use()
        if isinstance(values, Array):
            if (values.shape, values.dtype, values.strides) != (self.shape, self.dtype, self.strides):
                raise ValueError(f"the array has to be {self.shape} of {self.dtype.name}")
            self.chip.copy(self.at, values.at, self.size)
            return
        given = np.ascontiguousarray(values, dtype=self.dtype)
        if given.shape != self.shape or self.strides[0] * self.shape[0] != given.nbytes:
            raise ValueError(f"the array has to be {self.shape} of {self.dtype.name}")
        self.chip.to_chip(self.at, given.ctypes.data, self.size)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.at, False), "strides": self.strides, "version": 3}

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.chip.number

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        _collect()
        if stream != -1:
            self.chip.use()
            self.chip.wait()
        n = len(self.shape)
        shape, strides = (c_int64 * n)(*self.shape), (c_int64 * n)(*(s // self.dtype.itemsize for s in self.strides))
        managed = _Managed(_Tensor(self.at, _Device(*self.__dlpack_device__()), n, _CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1,
                                   shape, strides, 0), None, ctypes.cast(lib.gpu_give_back, c_void_p))
        at = ctypes.addressof(managed)
        _lent[at] = (managed, shape, strides, self)
        return _capsule(at, b"dltensor", None)
