"""People and what they have told us: keys for their browsers, words to carry them, where to send messages."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from contextlib import suppress
from functools import partial
from typing import Final

from .. import models
from ..outside import PATIENCE, Apart, Refused, check_webhook, send_mail
from ..seats import hash_of, new_token
from ..settings import Settings
from ..store.people import UNCONFIRMED, Person
from ..table.forgetting import forget, forget_film
from ..table.names import one_line
from ..table.trouble import Trouble
from .hall import Hall

log = logging.getLogger("sandtable.server")
_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"
_WORDS: Final = 6
"""Words of 16 bits each."""
_ASKED: Final = """Somebody who plays at {here} wants to be told at this address when it is his turn.
If that is you, say so here:

{link}

If not, do nothing: nothing more will come.
"""
_ADDRESS: Final = re.compile(
    r"[\w.!#$&'*+/=^{}~-]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*", re.ASCII | re.IGNORECASE
)
"""One address and nothing that a mail program reads as something else: no group, remark, encoded word or route."""


class Persons:
    """The requests of people about themselves."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall, self.people, self.settings = hall, hall.people, settings
        self.apart = Apart(2)

    async def create(self, name: str) -> models.PersonMade:
        key = new_token()
        words = hash_of(new_token()), hash_of(new_token())
        person = await asyncio.to_thread(self.people.create, one_line(name), hash_of(key), *words)
        return models.PersonMade(key=key, me=self.me(person))

    async def restore(self, phrase: str) -> models.PersonMade:
        person = await asyncio.to_thread(self.people.by_phrase, hash_of(_plain(phrase)))
        if person is None or person.banned:
            raise Trouble("bad_token", "These words are not known here: look at them again, or make new ones.")
        key = new_token()
        await asyncio.to_thread(self.people.add_key, person.id, hash_of(key), "browser")
        return models.PersonMade(key=key, me=self.me(person))

    def me(self, person: Person) -> models.Me:
        s = person.settings
        return models.Me(
            id=person.id,
            name=person.name,
            email=s.get("email", ""),
            webhook=s.get("webhook", ""),
            digest_hours=s.get("digest_hours", 0),
            confirmed=bool(s.get("email")) and not s.get(UNCONFIRMED),
            messages=s.get("messages", True),
        )

    async def change(self, person: Person, m: models.ChangeMe, caller: str) -> models.Me:
        new = {k: v for k, v in m.model_dump(exclude={"name"}).items() if v is not None}
        if email := new.get("email"):
            if not _ADDRESS.fullmatch(email):
                raise Trouble("bad_message", "This is no e-mail address.")
            if email != person.settings.get("email") or person.settings.get(UNCONFIRMED):
                new[UNCONFIRMED] = await self._ask_whose(email, person, caller)
        if new.get("webhook"):
            try:
                judging = self.apart.do(check_webhook, new["webhook"], self.settings.private_webhooks)
                await asyncio.wait_for(judging, PATIENCE)
            except TimeoutError:
                raise Trouble(
                    "slow_down", "Nobody says quickly enough where this webhook is; try again later."
                ) from None
            except Refused as e:
                raise Trouble("bad_message", f"{e}") from None
        name = person.name if m.name is None else one_line(m.name)
        await asyncio.to_thread(self.people.change, person.id, name=name, settings={**person.settings, **new})
        found = await asyncio.to_thread(self.people.get, person.id)
        return self.me(found or person)

    async def _ask_whose(self, email: str, person: Person, caller: str) -> str:
        """Nobody is written to because somebody else gave his address: one question goes there first. The hash of the word
        that answers it."""
        self.hall.budgets.spend("address", caller, person.id)
        self.hall.budgets.spend("address", f"to {email.lower()}")
        word, here, mail = new_token(), self.settings.public_url, self.settings.mail
        if mail.host:
            text = _ASKED.format(here=here, link=f"{here}/api/confirm/{person.id}/{word}")
            sending = self.apart.do(send_mail, mail, email, "Is this your address?", text, "")
            try:
                await asyncio.wait_for(sending, PATIENCE)
            except Exception as e:
                log.warning("a question whose address it is was not sent: %s", type(e).__name__)
                raise Trouble("trouble", "No mail could be sent to this address; try again later.") from None
        return hash_of(word)

    async def confirm(self, person: str, word: str) -> None:
        """By the link that was sent to the address."""
        known = await asyncio.to_thread(self.people.get, person)
        if known is None or known.settings.get(UNCONFIRMED) != hash_of(word):
            raise Trouble("bad_token", "This link is not valid any more.")
        settings = {k: v for k, v in known.settings.items() if k != UNCONFIRMED}
        await asyncio.to_thread(self.people.change, person, settings=settings)

    async def phrase(self, person: Person) -> models.Phrase:
        words = [_word(secrets.randbits(16)) for _ in range(_WORDS)]
        await asyncio.to_thread(self.people.add_key, person.id, hash_of("".join(words)), "phrase")
        return models.Phrase(phrase=" ".join(words))

    async def feed_address(self, person: Person) -> models.FeedAddress:
        word = new_token()
        await asyncio.to_thread(self.people.change, person.id, feed=hash_of(word))
        return models.FeedAddress(address=f"{self.settings.public_url}/api/feed/{word}")

    async def forget(self, person: Person) -> None:
        hall = self.hall
        seats = await asyncio.to_thread(hall.store.seats_of, person.id)
        for id in {s.table for s in seats}:
            with suppress(Trouble):  # a table that cannot be opened
                room = await hall.room(id)
                held = [s for s in seats if s.table == id]
                await hall.guarded(room, room.change(partial(forget, room.table, held, person.name)))
                await asyncio.to_thread(forget_film, hall.store, room.table)
        await asyncio.to_thread(self.people.anonymise, person.id)
        hall.seats.clear()


def _word(bits: int) -> str:
    """16 bits as a word that can be said: consonant, vowel, consonant, vowel, consonant."""
    c, v = _CONSONANTS, _VOWELS
    return c[bits >> 12] + v[bits >> 10 & 3] + c[bits >> 6 & 15] + v[bits >> 4 & 3] + c[bits & 15]


def _plain(phrase: str) -> str:
    return re.sub(r"[^a-z]", "", phrase.lower())
