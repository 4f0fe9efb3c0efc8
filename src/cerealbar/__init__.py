"""CerealBar: collaborative instruction following on a hexagonal board."""

from cerealbar.extras import check_imports

__version__ = "0.1.0"

check_imports()
