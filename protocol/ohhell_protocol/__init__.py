"""What travels on the wire between referee and bot, and the SDK for Python bots. See protocol/PROTOCOL.md."""
