"""A program at the table of a server: `koloda bot connect`. It speaks the server's API (docs/api.md)."""
