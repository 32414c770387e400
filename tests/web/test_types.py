"""The client's types are made from the server's description: they may not drift apart."""

from __future__ import annotations

import json
from pathlib import Path

from sandtable.server.app import create_app
from sandtable.server.store import Store

from .table import ROOT


def test_the_client_knows_the_server_as_it_is(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'types.db'}"
    store = Store(url)
    try:
        described = create_app(url, tmp_path, store=store).openapi()
    finally:
        store.close()
    kept = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(described)), (
        "the API has changed: run `npm run types` in web/ and commit the result"
    )
