"""What is written down of a table before it leaves the memory, so that no later edition of the rules can lock it in."""

from __future__ import annotations

from sandtable.session import film_of

from ..store import Store
from ..store.kept import Kept
from .table import Table
from .trouble import Json, Locked


def keep(kept: Kept, table: Table) -> None:
    """The last position while the game goes on, its film when it is over."""
    session = table.session
    n = len(session.record.entries)
    if table.broken or table.stopped or session.base or table.kept == n:
        return
    table.kept = n
    if not session.over and table.saved.kind == "game":
        kept.keep_position(table.id, n, session.state.to_json())
    elif session.over and not kept.film(table.id, n):
        kept.keep_film(table.id, n, film_of(session).text())


def kept_film(store: Store, id: str, why: Locked) -> str:
    """The film of a game that is over, when the present rules can read nothing of it."""
    saved = store.load(id)
    text = store.kept.film(id, len(saved.record.entries)) if saved and saved.record.result else ""
    if not text:
        raise why
    return text


def film(kept: Kept, table: Table) -> str:
    """The film of a game that is open to be seen, as kept; empty where none is, and where `job` makes it."""
    table.must_be_open("A film would show what is still secret.")
    text = kept.film(table.id, len(table.session.record.entries))
    by_older_rules = table.stopped or table.session.base
    return text or (film_of(table.session).text() if by_older_rules else "")


def job(table: Table) -> Json:
    """A film is made elsewhere (questions.py): every position of the game is looked at."""
    overlay = table.game.source.overlay
    record = table.session.record_text()
    return {"ask": "film", "game": table.game.id, "record": record, "overlay": str(overlay) if overlay else None}
