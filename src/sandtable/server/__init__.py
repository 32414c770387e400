"""The table on the network: REST and WebSocket over the narrow waist (docs/protocol.md)."""
