from cerealbar.remote.game import BURST, PER_SECOND, MessagePace


def test_messages_pass_in_a_burst_and_then_at_a_steady_rate() -> None:
    slept: list[float] = []
    time = 0.0

    def sleep(seconds: float) -> None:
        nonlocal time
        slept.append(seconds)
        time += seconds

    pace = MessagePace(lambda: time, sleep)
    for _ in range(int(BURST)):
        pace.wait()
    assert not slept
    for _ in range(int(PER_SECOND)):
        pace.wait()
    assert abs(time - 1) < 1e-6
    time += 1000
    slept.clear()
    for _ in range(int(BURST)):
        pace.wait()
    assert not slept
