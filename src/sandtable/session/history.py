"""The states of a game, one after every decision, without keeping them all.

The first state of every page stays (or is fetched from where it was saved), the newest pages are whole, and an older page is
worked out anew from its first state when somebody looks back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, overload

from sandtable.core import State

PAGE: Final = 64
_WHOLE: Final = 2
"""So many of the newest pages are kept whole, and as many that somebody looked at."""


class History(Sequence[State]):
    """`history[i]` follows entry i; `history[0]` is the start."""

    def __init__(
        self,
        first: State,
        again: Callable[[State, int], State],
        *,
        at: int = 0,
        fetch: Callable[[int], State] | None = None,
    ) -> None:
        """`again(s, i)` is the state after entry i, played in `s`. `first` stands at the beginning of a page, at index `at`;
        where that is not the start of the game, `fetch(i)` gives the state at the beginning of an earlier page."""
        self._again, self._fetch = again, fetch
        self._count = at + 1
        self._firsts = {at // PAGE: first}
        self._pages = {at // PAGE: [first]}

    def append(self, s: State) -> None:
        page = self._count // PAGE
        if self._count % PAGE:
            self._page(page).append(s)
        else:
            self._firsts[page] = s
            self._pages[page] = [s]
            self._forget()
        self._count += 1

    def pop(self) -> None:
        """The last decision is no more."""
        self._count -= 1
        page = self._count // PAGE
        if self._count % PAGE:
            del self._page(page)[self._count % PAGE :]
        else:
            self._firsts.pop(page, None)
            self._pages.pop(page, None)

    def _page(self, k: int) -> list[State]:
        """The states of a page, as far as the game has come."""
        known = self._pages.get(k)
        if known is not None:
            return known
        first = self._firsts.get(k)
        if first is None:
            if self._fetch is None:
                raise IndexError(k * PAGE)
            first = self._firsts[k] = self._fetch(k * PAGE)
        states = [first]
        for i in range(k * PAGE + 1, min(self._count, (k + 1) * PAGE)):
            states.append(self._again(states[-1], i))
        self._pages[k] = states
        self._forget()
        return states

    def _forget(self) -> None:
        newest = (self._count - 1) // PAGE - _WHOLE
        older = [k for k in list(self._pages) if k <= newest]
        for k in older[:-_WHOLE]:
            self._pages.pop(k, None)

    def nearest(self, n: int) -> tuple[int, State]:
        """The last state at or before n that is at hand, and its index: for those who play on from it themselves."""
        if not 0 <= n < self._count:
            raise IndexError(n)
        page = self._pages.get(n // PAGE)
        if page is not None:
            return n, page[n % PAGE]
        first = self._firsts.get(n // PAGE)
        if first is None:
            return n, self[n]
        return n // PAGE * PAGE, first

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, i: int) -> State: ...
    @overload
    def __getitem__(self, i: slice) -> list[State]: ...
    def __getitem__(self, i: int | slice) -> State | list[State]:
        if isinstance(i, slice):
            return [self[n] for n in range(*i.indices(self._count))]
        n = i + self._count if i < 0 else i
        if not 0 <= n < self._count:
            raise IndexError(i)
        return self._page(n // PAGE)[n % PAGE]

    def __setitem__(self, i: int, s: State) -> None:
        """Another state in this place; for tests that look at a position nobody played."""
        n = i + self._count if i < 0 else i
        self._page(n // PAGE)[n % PAGE] = s
        if n % PAGE == 0:
            self._firsts[n // PAGE] = s

    def __iter__(self) -> Iterator[State]:
        return (self[n] for n in range(self._count))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == len(self) and all(a == b for a, b in zip(self, other))

    __hash__ = None  # type: ignore[assignment]
