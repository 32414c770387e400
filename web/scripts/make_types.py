"""Write web/src/server/api.gen.ts from the server's OpenAPI description: one source for the JSON on both sides.

.venv/bin/python web/scripts/make_types.py        (or: npm run types)
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from sandtable.server.app import create_app

WEB = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        described = create_app(f"sqlite:///{folder}/types.db", Path(folder)).openapi()
    (WEB / "openapi.json").write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
    command = ["npx", "openapi-typescript", "openapi.json", "-o", "src/server/api.gen.ts"]
    sys.exit(subprocess.run(command, cwd=WEB, check=False).returncode)
