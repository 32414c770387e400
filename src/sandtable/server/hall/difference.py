"""What has changed between two states that a connection is told: the `change` message of docs/protocol.md."""

from __future__ import annotations

from ..table.trouble import Json

APART = ("view", "keep", "entries", "type", "version")


class Differences:
    """Those of one telling: where several views share their units, these are compared once."""

    def __init__(self) -> None:
        self.known: list[tuple[list[Json], list[Json], Json]] = []
        """Units before, units after, and what has changed."""

    def between(self, held: Json, state: Json) -> Json:
        """What makes `state` out of the one that is held."""
        return {
            "type": "change",
            "from": held["version"],
            "version": state["version"],
            "keep": state["keep"],
            "entries": state["entries"],
            "state": {k: v for k, v in state.items() if k not in APART and held[k] != v},
            "view": self._view(held["view"], state["view"]),
        }

    def _view(self, before: Json, after: Json) -> Json:
        if before is after:
            return {}
        found = {k: v for k, v in after.items() if k != "units" and before.get(k) != v}
        return found | self._units(before["units"], after["units"])

    def _units(self, before: list[Json], after: list[Json]) -> Json:
        if before is after:
            return {}
        for was, is_, found in self.known:
            if was is before and is_ is after:
                return found
        self.known.append((before, after, _units(before, after)))
        return self.known[-1][2]


def _units(before: list[Json], after: list[Json]) -> Json:
    known = {u["name"]: u for u in before}
    units = [u for u in after if (held := known.get(u["name"])) is not u and held != u]
    found: Json = {"units": units} if units else {}
    names = [u["name"] for u in after]
    if names != [*known, *(u["name"] for u in units if u["name"] not in known)]:
        found["order"] = names
    return found
