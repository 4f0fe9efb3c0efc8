import signal
from pathlib import Path

import httpx
import pytest

from tests.server.processes import HELD, PATIENCE, starting, wait_until_held


def test_nobody_is_heard_while_agents_are_loaded_and_the_line_comes_after(tmp_path: Path) -> None:
    own = f'followers = {{ {HELD}, broken = "own_agents:broken" }}'
    with starting(tmp_path, own) as (process, address, gate):
        wait_until_held(tmp_path)
        with pytest.raises(httpx.ConnectError):
            httpx.get(address, timeout=PATIENCE)
        gate.close()
        assert process.stdout is not None
        assert process.stdout.readline().startswith("CerealBar is at ")
        assert httpx.get(f"{address}/health", timeout=PATIENCE).json()["status"] == "ok"
        followers = httpx.get(f"{address}/api/lobby", timeout=PATIENCE).json()["followers"]
        assert "held" in followers
        assert "broken" not in followers
        process.terminate()
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "agent cannot play here" in err
    assert "out of luck" in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_being_prepared_stops_when_told(
    tmp_path: Path, number: signal.Signals
) -> None:
    own = f"agent_load_seconds = 600\nfollowers = {{ {HELD} }}"
    with starting(tmp_path, own) as (process, *_):
        wait_until_held(tmp_path)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["broken", "own_agents:broken"])
def test_a_server_whose_own_follower_cannot_be_loaded_ends_with_one_line(
    tmp_path: Path, name: str
) -> None:
    settings = f'follower = "{name}"\nfollowers = {{ broken = "own_agents:broken" }}'
    with starting(tmp_path, settings) as (process, *_):
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "")
    assert err.splitlines()[-1].startswith(f"error: the follower '{name}' cannot play here: ")
    assert "Traceback" not in err
