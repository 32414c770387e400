"""A program to be killed: plays on at random, saves after every action, and says how far it got."""

import sys
from pathlib import Path
from random import Random

import sandtable
from sandtable.session import Session

if __name__ == "__main__":
    file = Path(sys.argv[1])
    session = Session.load(file) if file.exists() else Session(sandtable.load("across-suez-1980"))
    rng = Random(len(session.record.entries))
    while session.actor:
        session.play(str(session.state.sample(rng.randrange)))
        session.save(file)
        print(len(session.record.entries), flush=True)
