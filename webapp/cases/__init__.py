"""Acts on a case. Each takes the session and `now`; the entry point that called it commits."""
