"""Settings for the whole suite: Hypothesis is repeatable, and what takes long is marked as slow."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent
SLOW = (
    "benchmarks",
    "browser",
    "cli/test_study_bots.py",
    "cli/test_train.py",
    "compiling/test_other_numba.py",
    "docs",
    "examples",
    "learning/test_training.py",
    "live",
    "packaging",
    "parallel",
    "remote",
    "server/partners",
    "server/rooms/test_router.py",
    "server/store",
    "server/test_chores.py",
    "server/test_cluster.py",
    "server/test_faults.py",
    "server/test_fuzz.py",
    "server/test_lobby.py",
    "server/test_preparing.py",
    "server/test_serve.py",
    "server/test_siege.py",
    "server/visits",
)
"""Tests that start servers, browsers or other processes, that build something or train."""
SLOW_FIXTURES = {"browser", "postgresql", "ray_pool"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests, which `make test-fast` leaves out."""
    slow = tuple(TESTS / each for each in SLOW)
    for item in items:
        fixtures: list[str] = getattr(item, "fixturenames", [])
        is_slow = any(item.path == each or each in item.path.parents for each in slow)
        if is_slow or not SLOW_FIXTURES.isdisjoint(fixtures):
            item.add_marker(pytest.mark.slow)


settings.register_profile(
    "repeatable",
    deadline=None,  # the first call of a kernel compiles it
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
