"""Conditions of a diagram: a small language of its own, read and interpreted, never compiled.

condition := comparison | not condition | condition and condition | condition or condition
comparison := subject == "code" | subject != "code" | subject in ["code", ...]
subject := the id of an element that answered | fato("key")
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

MAX_LENGTH, MAX_TOKENS, MAX_DEPTH = 500, 120, 16
CODE = re.compile(r"[a-z0-9_]{1,60}")
"""An answer, an outcome or the value of a fact: what a condition can compare."""

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<text>"[a-z0-9_]{1,60}"|'[a-z0-9_]{1,60}')
      | (?P<word>[A-Za-z][A-Za-z0-9_]{0,79})
      | (?P<sign>==|!=|[()\[\],])
      | (?P<end>\Z) )""",
    re.VERBOSE,
)
_WORDS = {"and", "or", "not", "in", "fato"}


class Denied(ValueError):
    """A condition that is not allowed, or that asks what nobody answered. In Portuguese."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question: is the value of a name (or of a fact) among the codes? `wanted` is the yes."""

    name: str
    is_fact: bool
    codes: tuple[str, ...]
    wanted: bool


@dataclass(frozen=True, slots=True)
class Combined:
    """`word` is and, or, not."""

    word: str
    parts: "tuple[Condition, ...]"


Condition = Comparison | Combined


@dataclass(frozen=True, slots=True)
class Reads:
    """What a condition asks: ids of elements that answered, and keys of facts."""

    names: frozenset[str]
    facts: frozenset[str]


def evaluate(source: str, names: Mapping[str, object], fact: Callable[[str], str]) -> bool:
    """Whether the condition holds. `names`: answers by element id. Raises Denied."""
    return _holds(parse(source), names, fact)


def check(source: str) -> None:
    """Raises Denied if the text is not a condition of this language."""
    parse(source)


def reads(source: str) -> Reads:
    """What the condition depends on. Raises Denied."""
    found = list(_comparisons(parse(source)))
    return Reads(
        frozenset(c.name for c in found if not c.is_fact),
        frozenset(c.name for c in found if c.is_fact),
    )


@lru_cache(4096)
def parse(source: str) -> Condition:
    """The condition as a tree. Raises Denied."""
    reader = _Reader(_tokens(source))
    condition = reader.any_of(0)
    reader.take("end", "")
    return condition


def _tokens(source: str) -> list[tuple[str, str]]:
    if len(source) > MAX_LENGTH:
        raise Denied(f"a condição passa de {MAX_LENGTH} letras")
    found: list[tuple[str, str]] = []
    at = 0
    while not found or found[-1][0] != "end":
        match = _TOKEN.match(source, at)
        if match is None or len(found) > MAX_TOKENS:
            raise Denied('a condição só compara uma resposta ou fato("…") com textos entre aspas')
        at, group = match.end(), str(match.lastgroup)
        value = match.group(group)
        found.append(("sign" if value in _WORDS else group, value.strip("\"'")))
    return found


class _Reader:
    """Recursive descent over the tokens; depth is bounded."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens, self.at = tokens, 0

    def next_is(self, value: str) -> bool:
        if self.tokens[self.at] != ("sign", value):
            return False
        self.at += 1
        return True

    def take(self, group: str, value: str | None = None) -> str:
        found, text = self.tokens[self.at]
        if found != group or (value is not None and text != value):
            raise Denied(f"a condição está mal escrita perto de «{text or 'fim'}»")
        self.at += 1
        return text

    def any_of(self, depth: int) -> Condition:
        parts = [self.all_of(depth)]
        while self.next_is("or"):
            parts.append(self.all_of(depth))
        return parts[0] if len(parts) == 1 else Combined("or", tuple(parts))

    def all_of(self, depth: int) -> Condition:
        parts = [self.one(depth)]
        while self.next_is("and"):
            parts.append(self.one(depth))
        return parts[0] if len(parts) == 1 else Combined("and", tuple(parts))

    def one(self, depth: int) -> Condition:
        if depth > MAX_DEPTH:
            raise Denied("a condição tem parênteses demais")
        if self.next_is("not"):
            return Combined("not", (self.one(depth + 1),))
        if self.next_is("("):
            inner = self.any_of(depth + 1)
            self.take("sign", ")")
            return inner
        return self.comparison()

    def comparison(self) -> Comparison:
        is_fact = self.next_is("fato")
        name = self.fact_key() if is_fact else self.take("word")
        if self.next_is("in"):
            return Comparison(name, is_fact, self.codes(), wanted=True)
        if self.next_is("!="):
            return Comparison(name, is_fact, (self.take("text"),), wanted=False)
        self.take("sign", "==")
        return Comparison(name, is_fact, (self.take("text"),), wanted=True)

    def fact_key(self) -> str:
        self.take("sign", "(")
        key = self.take("text")
        self.take("sign", ")")
        return key

    def codes(self) -> tuple[str, ...]:
        self.take("sign", "[")
        found = [self.take("text")]
        while self.next_is(","):
            found.append(self.take("text"))
        self.take("sign", "]")
        return tuple(found)


def _holds(condition: Condition, names: Mapping[str, object], fact: Callable[[str], str]) -> bool:
    if isinstance(condition, Comparison):
        value = fact(condition.name) if condition.is_fact else _answer(condition.name, names)
        return (value in condition.codes) is condition.wanted
    parts = (_holds(part, names, fact) for part in condition.parts)
    if condition.word == "not":
        return not next(parts)
    return any(parts) if condition.word == "or" else all(parts)


def _answer(name: str, names: Mapping[str, object]) -> str:
    value = names.get(name)
    if not isinstance(value, str):
        raise Denied(f"a condição pergunta «{name}», que ninguém respondeu")
    return value


def _comparisons(condition: Condition) -> Iterator[Comparison]:
    if isinstance(condition, Comparison):
        yield condition
    else:
        for part in condition.parts:
            yield from _comparisons(part)
