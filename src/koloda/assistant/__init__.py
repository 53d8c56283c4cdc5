"""Assistants and language models at the table, by the Model Context Protocol: `koloda mcp`."""
