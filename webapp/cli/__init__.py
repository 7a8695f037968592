"""The operator's door: the command `autos`, one file per subject."""
