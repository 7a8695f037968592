"""People, vehicles, permits and what stands against them: dated rows, nothing overwritten."""
