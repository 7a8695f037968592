"""Autos: the administrative cases of municipal taxi and mototaxi permits."""
