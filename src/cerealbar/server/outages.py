"""Outages of the database, told in the log when they begin and when they are over."""

from collections.abc import Iterator
from contextlib import contextmanager

from cerealbar.server.logs import Log, reason_of

_log = Log("outages")


class Outage:
    """Whether one piece of work finds the database usable."""

    def __init__(self, where: str) -> None:
        self._where = where
        self.is_on = False
        """Whether it found it unusable the last time."""

    @contextmanager
    def watched(self, *errors: type[Exception]) -> Iterator[None]:
        """Suppress errors of a kind, and tell of the first of them; tell once there is none."""
        try:
            yield
        except errors as error:
            if not self.is_on:
                _log.warning(
                    "the database cannot be used", where=self._where, reason=reason_of(error)
                )
            self.is_on = True
        else:
            if self.is_on:
                _log.info("the database can be used again", where=self._where)
            self.is_on = False
