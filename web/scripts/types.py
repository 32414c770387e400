"""Write web/src/api.gen.ts from the server's OpenAPI description: one source for the JSON on both sides.

    .venv/bin/python web/scripts/types.py        (or: npm run types)
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent


def description() -> dict[str, object]:
    from sandtable.server import create_app
    from sandtable.server.store import Store

    with tempfile.TemporaryDirectory() as folder:
        store = Store.in_folder(Path(folder))
        try:
            return dict(create_app(store).openapi())
        finally:
            store.close()


if __name__ == "__main__":
    target = WEB / "openapi.json"
    target.write_text(json.dumps(description(), indent=1) + "\n", encoding="utf-8")
    sys.exit(subprocess.run(["npx", "openapi-typescript", "openapi.json", "-o", "src/api.gen.ts"], cwd=WEB, check=False).returncode)
