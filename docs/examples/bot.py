"""A bot in forty lines: it attacks when it can, else it plays a random word. Run by: exec:python docs/examples/bot.py"""

import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)


def ask(question):
    say(question)
    return json.loads(sys.stdin.readline())


def decide(rng):
    """Spell an action word by word: the host says which words may follow."""
    said = []
    while True:
        words = ask({"ask": "words", "prefix": said})["words"]
        if not said:
            eager = [w for w in words if w in ("attack", "with", "confirm", "overrun")]
            going_on = [w for w in words if w not in ("cancel", "without")]
            words = eager or going_on or words
        word = rng.choice(words)
        if word == "<end>":
            return ask({"ask": "spelled", "words": said})["action"]
        said.append(word)


rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "new":
        rng.seed(str(message["seed"]))
        say({"ready": True, "name": "Eager"})
    elif message["do"] == "decide":
        say({"action": decide(rng), "reason": "Whenever possible: attack."})
    elif message["do"] == "end":
        break
