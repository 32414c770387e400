"""The links in the messages, followed in a real browser, which says less about where a form comes from than a program does."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from sandtable.server.seats import hash_of
from sandtable.server.store.people import UNCONFIRMED
from tests.server.table import bearer, running

pytestmark = pytest.mark.browser


def test_the_button_behind_the_link_ends_or_begins_the_messages(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, local=False) as server:
        made = server.post("/api/people", {"name": "Ben"}, status=201)
        server.http.patch("/api/me", json={"email": "ben@example.org"}, headers=bearer(made["key"])).raise_for_status()
        people, id, word = server.app.state.hall.people, made["me"]["id"], "w" * 43
        people.change(id, settings={**people.get(id).settings, UNCONFIRMED: hash_of(word)})
        page = browser.new_page(base_url=f"http://127.0.0.1:{server.port}")
        page.goto(f"/api/confirm/{id}/{word}")
        page.get_by_role("button", name="Yes").click()
        expect(page.get_by_text("You will be told when it is your turn.")).to_be_visible()
        assert server.get("/api/me", made["key"])["confirmed"]
        page.goto(f"/api/off/{people.off_word(id)}")
        page.get_by_role("button", name="End the messages").click()
        expect(page.get_by_text("You will get no more messages.")).to_be_visible()
        assert not server.get("/api/me", made["key"])["messages"]
        page.close()
