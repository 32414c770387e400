"""It is your turn: e-mail, webhook and feed, each at most once a turn, none to somebody who is at the table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final
from weakref import WeakValueDictionary
from xml.sax.saxutils import escape

from ..outside import Apart, post, send_mail
from ..seats import Seat, hash_of
from ..settings import Settings
from ..store import Saved
from ..store.people import UNCONFIRMED, Notice, Person
from ..table.trouble import Trouble
from .hall import Hall
from .lobby import my_game, shown
from .room import Room

log = logging.getLogger("sandtable.server")
EVERY: Final = 2.0
MAILS: Final = 4
CALLS: Final = 8
"""So many e-mails, and requests to webhooks, are under way at a time."""
_TEXT: Final = """It is your turn in {name} ({title}): you play {side}.
{prompt}

{link}

To end these messages: {off}
"""


class Notices:
    """Written down when a turn passes, sent a while later by whichever server claims them first."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall, self.people, self.settings = hall, hall.people, settings
        self.mails, self.calls = Apart(MAILS), Apart(CALLS)
        self.calling: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By person: a webhook of his is being called; his others wait, so that one slow one costs nobody else."""
        self.tasks: set[asyncio.Task[None]] = set()

    # a turn passes ------------------------------------------------------------------------------------------
    def note_passed(self) -> None:
        """Write down who is to be told of the turns that have passed: they stand in the database with the decision that passed
        them, so none is forgotten when a server dies."""
        passed = self.people.passed()
        held: dict[str, list[Seat]] = {}
        for seat in self.hall.store.held(list({notice.table for notice in passed})):
            held.setdefault(seat.table, []).append(seat)
        shown(self.hall.store.lobby(list(held)), lambda saved: self._note(saved, held[saved.id]))
        self.people.drop([notice.id for notice in passed])

    def _note(self, saved: Saved, held: list[Seat]) -> None:
        side = saved.conduct.get("to_move", "")
        if not side or saved.waiting:
            return
        elsewhere = saved.players[side]["kind"] == "elsewhere"
        for seat in held:
            if seat.side == side if elsewhere else seat.role == "owner":
                person = self.people.get(seat.person)
                if person is not None and not person.banned and person.settings.get("messages", True):
                    self._note_for(person, saved.id, saved.conduct.get("turn", 0))

    def _note_for(self, person: Person, table: str, turn: int) -> None:
        digest = bool(person.settings.get("digest_hours"))
        for way in ("email", "webhook"):
            if person.settings.get(way) and (way == "webhook" or self._may_mail(person)):
                state = "digest" if digest and way == "email" else "due"
                at = time.time() + self.settings.notify_after
                self.people.add_notice(person.id, table, turn, way, at, state)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # sending ------------------------------------------------------------------------------------------------
    async def send_due(self) -> None:
        await asyncio.to_thread(self.note_passed)
        for notice in await asyncio.to_thread(self.people.due, time.time()):
            if await asyncio.to_thread(self.people.take, notice.id):
                self._run(self._send(notice))
        for person in await asyncio.to_thread(self.people.digests, time.time()):
            hours = person.settings.get("digest_hours") or 24
            notices = await asyncio.to_thread(self.people.take_digest, person, time.time() + 3600 * hours)
            if notices:
                self._run(self._send_digest(person, notices))

    async def _send(self, notice: Notice) -> None:
        try:
            person = await asyncio.to_thread(self.people.get, notice.person)
            room = await self.hall.room(notice.table)
            if person is None or not person.settings.get("messages", True) or not self._still(room, notice):
                return
            if notice.way == "email":
                await self._mail(person, f"Your turn: {_name(room)}", await self._text(person, room))
            else:
                await self._call(person, {"event": "your_turn", "table": room.table.id, **self._facts(room)})
        except Trouble:
            return
        except Exception as e:  # the outside fails in many ways; addresses stay out of the log
            await asyncio.to_thread(self.people.take, notice.id, "failed", "sent")
            log.warning("a %s for table %s was not sent: %s", notice.way, notice.table, type(e).__name__)

    async def _call(self, person: Person, message: dict[str, str]) -> None:
        lock = self.calling.setdefault(person.id, asyncio.Lock())
        async with lock:
            await self.calls.do(post, person.settings["webhook"], message, self.settings.private_webhooks)

    def _still(self, room: Room, notice: Notice) -> bool:
        """Is it the same turn, and is nobody of the side at the table?"""
        conduct = room.table.saved.conduct
        if conduct.get("turn") != notice.turn or room.table.session.over:
            return False
        return not room.present().get(conduct.get("to_move", ""), 0)

    async def _send_digest(self, person: Person, notices: list[Notice]) -> None:
        texts = []
        for notice in notices:
            with contextlib.suppress(Trouble):
                room = await self.hall.room(notice.table)
                if self._still(room, notice):
                    facts = self._facts(room)
                    texts.append(f"{facts['name']} ({facts['title']}): you play {facts['side']}.\n{facts['link']}")
        if not texts or not person.settings.get("messages", True):
            return
        off = await self._off(person)
        text = "\n\n".join([f"It is your turn in {len(texts)} games.", *texts, f"To end these messages: {off}\n"])
        try:
            await self._mail(person, f"Your turn in {len(texts)} games", text, off)
        except Exception as e:
            log.warning("a digest was not sent: %s", type(e).__name__)

    async def _text(self, person: Person, room: Room) -> str:
        return _TEXT.format(**self._facts(room), off=await self._off(person))

    def _may_mail(self, person: Person) -> bool:
        return bool(self.settings.mail.host) and not person.settings.get(UNCONFIRMED)

    async def _mail(self, person: Person, subject: str, text: str, off: str = "") -> None:
        if not self._may_mail(person):
            return
        off = off or text.rstrip().rpartition(" ")[2]
        await self.mails.do(send_mail, self.settings.mail, person.settings["email"], subject, text, off)

    async def _off(self, person: Person) -> str:
        word = await asyncio.to_thread(self.people.off_word, person.id)
        return f"{self.settings.public_url}/api/off/{word}"

    def _facts(self, room: Room) -> dict[str, str]:
        table = room.table
        return {
            "name": _name(room),
            "title": table.game.title.name,
            "side": table.saved.conduct.get("to_move", ""),
            "prompt": str(table.saved.summary.get("prompt", "")),
            "link": f"{self.settings.public_url}/#/table/{table.id}",
        }

    # reading ------------------------------------------------------------------------------------------------
    async def feed(self, word: str) -> str:
        """The Atom feed of a person: his games that wait for him, newest first."""
        person = await asyncio.to_thread(self.people.by_word, "feed", hash_of(word))
        if person is None or person.banned:
            raise Trouble("bad_token", "There is no such feed.")
        held = await asyncio.to_thread(self.hall.store.seats_of, person.id)
        saved = await asyncio.to_thread(self.hall.store.lobby, list({s.table for s in held}))
        entries = []
        for one in saved:
            game = my_game(one, [s for s in held if s.table == one.id])
            if game.your_turn:
                turn = one.conduct.get("turn", 0)
                title = escape(f"Your turn: {one.name or game.title}")
                link = escape(f"{self.settings.public_url}/#/table/{one.id}")
                entries.append(
                    f"<entry><id>urn:sandtable:{one.id}:{turn}</id><title>{title}</title><updated>{one.updated}</updated>"
                    f'<link href="{link}"/><summary>{escape(str(game.prompt))}</summary></entry>'
                )
        updated = max((s.updated for s in saved), default=person.created)
        return (
            '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
            f"<id>urn:sandtable:person:{person.id}</id><title>Sandtable: your turn</title><updated>{updated}</updated>"
            f"<author><name>Sandtable</name></author>{''.join(entries)}</feed>"
        )

    async def switch_off(self, word: str) -> None:
        person = await asyncio.to_thread(self.people.by_word, "off", hash_of(word))
        if person is None:
            raise Trouble("bad_token", "There is no such switch.")
        await asyncio.to_thread(self.people.change, person.id, settings={**person.settings, "messages": False})

    async def close(self) -> None:
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=5)
        self.mails.close()
        self.calls.close()


def _name(room: Room) -> str:
    return room.table.saved.name or room.table.game.title.name
