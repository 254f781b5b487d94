"""The service behind Simplenote, as far as notes need it: requests, log-in, tokens. Written from its published protocol."""
