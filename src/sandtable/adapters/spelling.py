"""One decision, spelled word by word. Words that only take something back are left out, so that every game ends."""

from __future__ import annotations

from typing import Any

from sandtable.core import END, Action, Choice, State


class Spelling:
    """The decision a state waits for, as far as it has been spelled. Words with no alternative are said by themselves."""

    def __init__(self, s: State, forced: bool = True) -> None:
        choice = s.choice
        if choice is None:
            raise ValueError("the game is over: nothing to spell")
        self.s, self.choice, self.forced = s, choice, forced
        self.prefix: tuple[str, ...] = ()
        self._listed: list[tuple[tuple[str, ...], Action]] | None = None
        if type(choice).words is Choice.words:  # it would list its options anew for every word
            self._listed = [((*choice.spell(s, a), END), a) for a in choice.options(s)]
        self.words = self._next()
        self._skip()

    def _next(self) -> tuple[str, ...]:
        n = len(self.prefix)
        if self._listed is None:
            found = self.choice.words(self.s, self.prefix)
        else:
            self._listed = [x for x in self._listed if x[0][:n] == self.prefix]
            found = tuple(dict.fromkeys(x[0][n] for x in self._listed if len(x[0]) > n))
        if not self.prefix:
            going_on = tuple(w for w in found if not self.choice.takes_back(self.s, Action(w)))
            return going_on or found
        return found

    def say(self, word: str) -> None:
        """One word more; it must be one of `words`."""
        if word not in self.words:
            raise ValueError(self.refusal(word))
        self.prefix = (*self.prefix, word)
        self.words = () if word == END else self._next()
        self._skip()

    def _skip(self) -> None:
        while self.forced and len(self.words) == 1:
            self.prefix = (*self.prefix, self.words[0])
            self.words = () if self.prefix[-1] == END else self._next()

    @property
    def complete(self) -> bool:
        return not self.words

    def action(self) -> Action:
        """The action, once it is complete."""
        if self._listed:
            return self._listed[0][1]
        return self.choice.spelled(self.s, self.prefix[:-1])

    def refusal(self, word: str) -> str:
        """Why this word cannot follow, by the rules where they have something to say."""
        text = " ".join((*self.prefix, word)).removesuffix(END).strip()
        refusal: Any = self.s.check(text) if text else None
        if refusal:
            return str(refusal)
        allowed = ", ".join(self.words[:12]) + (", ..." if len(self.words) > 12 else "")
        return f"“{word}” cannot follow “{' '.join(self.prefix)}”; what can: {allowed}"
