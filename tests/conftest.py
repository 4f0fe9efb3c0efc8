"""Settings for the whole suite: Hypothesis is repeatable and waits for the compiler."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    deadline=None,  # the first call of a kernel compiles it
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
