"""REST and WebSocket (docs/protocol.md): `facts` (what can be played), `tables`, `live` (the socket), `client` (the page), `errors`."""
