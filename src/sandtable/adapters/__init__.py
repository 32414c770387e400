"""Sandtable for researchers: PettingZoo, Gymnasium and OpenSpiel environments of every title.

from sandtable.adapters import pettingzoo, gymnasium, openspiel

Agents spell their actions word by word from the closed vocabulary of the game, under a mask that comes from the rules.
What a side observes is encoded from its view, so that nothing hidden leaks. docs/adapters.md describes every column.
"""
