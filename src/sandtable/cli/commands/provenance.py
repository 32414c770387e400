"""`sandtable provenance`: what is printed, what is deduced, what we reconstructed."""

from __future__ import annotations

from dataclasses import asdict

from rich.table import Table

import sandtable
from sandtable.cli.arguments import AsJson, GameId, Overlay
from sandtable.cli.screen import out, show
from sandtable.core.data import BASES
from sandtable.studies import provenance as study


def provenance(game: GameId, overlay: Overlay = None, as_json: AsJson = False) -> None:
    """What is printed in the rules, what is deduced, what we reconstructed."""
    found = study.facts(sandtable.load(game, overlay))
    counts = study.counts(found)
    if as_json:
        show({"game": game, "counts": counts, "blocks": [asdict(f) for f in found]})
        return
    table = Table("file", "block", "basis", "why", title=game, title_justify="left")
    for f in found:
        if not f.block.startswith("[[unit]]") or f.basis == "invented":
            table.add_row(f.file, f.block.replace("[", "\\["), f.basis, f.why[:160].replace("[", "\\["))
    out.print(table)
    out.print(", ".join(f"{counts[basis]} {basis} ({text})" for basis, text in BASES.items()))
