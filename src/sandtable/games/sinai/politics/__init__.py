"""[8.5, 13, 14, 24.8-24.9, 25.3, 25.5-25.6, 25.95] Nations: who fights, who obeys, who must stay, who asks for a ceasefire."""
