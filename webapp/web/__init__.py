"""Pages: each view turns a click into one act, and its result into a page."""
