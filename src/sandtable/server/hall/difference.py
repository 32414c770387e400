"""What has changed between two states that a connection is told: the `change` message of docs/protocol.md."""

from __future__ import annotations

from ..table.trouble import Json

APART = ("view", "keep", "entries", "type", "version")


def difference(held: Json, state: Json) -> Json:
    """What makes `state` out of the one that is held."""
    return {
        "type": "change",
        "from": held["version"],
        "version": state["version"],
        "keep": state["keep"],
        "entries": state["entries"],
        "state": {k: v for k, v in state.items() if k not in APART and held[k] != v},
        "view": _view(held["view"], state["view"]),
    }


def _view(before: Json, after: Json) -> Json:
    if before is after:
        return {}
    found = {k: v for k, v in after.items() if k != "units" and before.get(k) != v}
    if before["units"] is after["units"]:
        return found
    known = {u["name"]: u for u in before["units"]}
    units = [u for u in after["units"] if known.get(u["name"]) != u]
    if units:
        found["units"] = units
    names = [u["name"] for u in after["units"]]
    merged = [*known, *(u["name"] for u in units if u["name"] not in known)]
    if names != merged:
        found["order"] = names
    return found
