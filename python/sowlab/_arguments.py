"""Checks of arguments. Each error names the argument, what was given, and what is allowed."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The greatest numbers of 32 and of 64 bits.
U32 = 2**32 - 1
U64 = 2**64 - 1
#: The most bytes of a path that an operating system takes.
LONGEST_PATH = 4095


def kind(given: object) -> str:
    """The name of the type of an argument."""
    return type(given).__name__


def shown(given: object) -> str:
    """An argument as it is written, shortened."""
    text = repr(given)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _wrong_type(name: str, needed: str, given: object) -> TypeError:
    return TypeError(f"{name}: {needed} is needed, not {kind(given)}")


def integer(name: str, given: Any, low: int, high: int = U64) -> int:
    """An int within limits; numbers of numpy are ints, bools are not."""
    try:
        if isinstance(given, bool):
            raise TypeError
        number = operator.index(given)
    except TypeError:
        raise _wrong_type(name, "an int", given) from None
    if not low <= number <= high:
        raise ValueError(f"{name}={shown(number)}: {low} to {_power(high)}")
    return number


def _power(high: int) -> str:
    return {U32: "2**32 - 1", U64: "2**64 - 1"}.get(high, str(high))


def integer_or_none(name: str, given: Any, low: int, high: int = U64) -> int | None:
    """An int within limits, or None."""
    if given is None:
        return None
    try:
        return integer(name, given, low, high)
    except (TypeError, ValueError) as error:
        raise type(error)(_or_none(str(error))) from None


def _or_none(message: str) -> str:
    if " is needed, not " in message:
        return message.replace(" is needed, not ", " or None is needed, not ", 1)
    return f"{message}, or None"


def number(name: str, given: Any, low: float, high: float) -> float:
    """A finite number within limits."""
    if isinstance(given, (str, bytes, bool)):
        raise _wrong_type(name, "a number", given)
    try:
        found = float(given)
    except OverflowError:
        found = math.inf
    except (TypeError, ValueError):
        raise _wrong_type(name, "a number", given) from None
    if not low <= found <= high:
        limits = f"from {low:g} on" if high == math.inf else f"{low:g} to {high:g}"
        raise ValueError(f"{name}={shown(given)}: a number {limits}")
    return found


def seconds(name: str, given: Any) -> float | None:
    """A number of seconds that is not negative, or None."""
    if given is None:
        return None
    try:
        return number(name, given, 0, 1e9)
    except TypeError as error:
        raise TypeError(_or_none(str(error))) from None
    except ValueError:
        raise ValueError(f"{name}={shown(given)}: seconds, 0 to 1e9, or None") from None


def flag(name: str, given: Any) -> bool:
    """True or False."""
    if not isinstance(given, (bool, np.bool_)):
        raise _wrong_type(name, "True or False", given)
    return bool(given)


def text(name: str, given: Any) -> str:
    """A str that can be encoded."""
    if not isinstance(given, str):
        raise _wrong_type(name, "a str", given)
    try:
        given.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: the text is not valid Unicode") from None
    return str(given)


def word(name: str, given: Any, allowed: tuple[str, ...]) -> str:
    """One of some words."""
    if not isinstance(given, str):
        raise _wrong_type(name, "a str", given)
    if given not in allowed:
        raise ValueError(f"{name}={shown(given)}: {', '.join(map(repr, allowed[:-1]))} or {allowed[-1]!r}")
    return str(given)


def render_mode(given: Any) -> str | None:
    """How an environment is drawn."""
    if given is None:
        return None
    if text("render_mode", given) != "ansi":
        raise ValueError(f"render_mode={shown(given)}: 'ansi' or None")
    return "ansi"


def path(name: str, given: Any) -> str:
    """A file or directory."""
    if isinstance(given, (str, os.PathLike)):
        found = os.fspath(given)
        if isinstance(found, str):
            if not found:
                raise ValueError(f"{name}='': a path is not empty")
            if "\0" in found:
                raise ValueError(f"{name}={shown(found)}: a path has no NUL")
            try:
                length = len(os.fsencode(found))
            except UnicodeEncodeError:
                raise ValueError(f"{name}: the path is not valid Unicode") from None
            if length > LONGEST_PATH:
                raise ValueError(f"{name}={shown(found)}: a path has at most {LONGEST_PATH} bytes")
            return found
    raise _wrong_type(name, "a str or os.PathLike[str]", given)


def path_or_none(name: str, given: Any) -> str | None:
    """A file or directory, or None."""
    try:
        return None if given is None else path(name, given)
    except TypeError as error:
        raise TypeError(_or_none(str(error))) from None


def memory(given: Any) -> str:
    """A size of memory."""
    if not isinstance(given, str):
        raise _wrong_type("memory", "a str as in '512M'", given)
    if len(given) > 30:
        raise ValueError(f"memory={shown(given)}: a size as in '512M' or '2G'")
    return text("memory", given)


def threads(given: Any) -> int | None:
    """How many threads, None for all of the machine's."""
    return integer_or_none("threads", given, 1, 1024)


def many(name: str, given: Any, what: str) -> list[Any]:
    """Several things, not one text."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise _wrong_type(name, f"a sequence of {what}", given)
    return list(given)


def integers(name: str, given: Any) -> NDArray[np.int64]:
    """An array of integers, C-contiguous."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: an array of integers is needed, not of dtype {array.dtype}")
    if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise ValueError(f"{name}: {int(array.max())} is no action")
    return np.ascontiguousarray(array, np.int64)


def bools(name: str, given: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """An array of bools of one shape."""
    if not isinstance(given, np.ndarray) or given.dtype != np.bool_:
        found = f"one of dtype {given.dtype}" if isinstance(given, np.ndarray) else kind(given)
        raise TypeError(f"{name}: an array of dtype bool is needed, not {found}")
    if given.shape != shape:
        raise ValueError(f"{name}: shape {shape} is needed, not {given.shape}")
    return given
