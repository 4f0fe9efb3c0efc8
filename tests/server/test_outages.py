import logging

import pytest

from cerealbar.server.supervision import Outage


def test_an_outage_is_two_lines_however_long_it_lasts(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    outage = Outage("somewhere")
    for is_away in (False, True, True, True, False, False):
        with outage.watched(OSError):
            if is_away:
                raise OSError("no route to the host")
    told = [(record.getMessage(), vars(record)["fields"]) for record in caplog.records]
    assert told == [
        ("the database cannot be used", {"where": "somewhere", "reason": "no route to the host"}),
        ("the database can be used again", {"where": "somewhere"}),
    ]


def test_an_error_of_another_kind_is_no_outage(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValueError, match="nonsense"), Outage("somewhere").watched(OSError):
        raise ValueError("nonsense")
    assert not caplog.records
