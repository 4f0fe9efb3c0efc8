"""CerealBar: collaborative instruction following on a hexagonal board."""

__version__ = "0.1.0"
