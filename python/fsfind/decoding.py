"""JSON values as instances of the classes in fsfind.documents."""
from __future__ import annotations

import dataclasses
import functools
import types
import typing
from typing import Any, TypeVar

from .attributes import attribute
from .errors import Error

T = TypeVar("T")
Extra = dict[str, object]
"""Fields of JSON that this version has no attribute for."""

ANOTHER_VERSION = "write it anew, or use the module of the fsfind that wrote it"


@functools.lru_cache(maxsize=None)
def hints_of(cls: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    hints.pop("extra", None)
    return hints


@functools.lru_cache(maxsize=None)
def required_of(cls: Any) -> frozenset[str]:
    return frozenset(field.name for field in dataclasses.fields(cls)
                     if field.default is dataclasses.MISSING
                     and field.default_factory is dataclasses.MISSING)


def decode(cls: type[T], value: object, path: str, where: str = "$") -> T:
    """`value` of the file `path`, at `where` in it, as an instance of `cls`. Fields that the class
    does not know are in `extra`."""
    if not isinstance(value, dict):
        raise Error(path, f"{where} is no object", ANOTHER_VERSION)
    made: Any = cls
    hints = hints_of(made)
    known: dict[str, Any] = {}
    extra: Extra = {}
    for key, field in value.items():
        name = attribute(key)
        if name in hints:
            known[name] = converted(hints[name], field, path, f"{where}.{key}")
        else:
            extra[key] = field
    if missing := sorted(required_of(made) - known.keys()):
        raise Error(path, f"{where} has no {missing[0]}", ANOTHER_VERSION)
    return typing.cast(T, made(**known, extra=extra))


def converted(hint: Any, value: object, path: str, where: str) -> object:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        if value is None:
            return None
        (hint,) = (one for one in typing.get_args(hint) if one is not type(None))
        return converted(hint, value, path, where)
    if origin is list:
        if not isinstance(value, list):
            raise Error(path, f"{where} is no list", ANOTHER_VERSION)
        (item,) = typing.get_args(hint)
        return [converted(item, one, path, f"{where}[{at}]") for at, one in enumerate(value)]
    if dataclasses.is_dataclass(hint):
        return decode(typing.cast("type[object]", hint), value, path, where)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is hint or (origin is dict and isinstance(value, dict)):
        return value
    raise Error(path, f"{where} is no {getattr(hint, '__name__', hint)}", ANOTHER_VERSION)
