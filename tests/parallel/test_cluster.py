"""What can be wrong with a cluster, told in one sentence."""

import sys
from pathlib import Path

import pytest

from cerealbar.cli.main import REFUSED
from cerealbar.errors import MissingExtraError
from cerealbar.parallel import PoolError, cluster, open_pool
from cerealbar.parallel.cluster import RayPool, versions
from tests.cli.test_cli import run
from tests.parallel.deeds import Errand, square


def test_a_cluster_that_is_not_there_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "corpus"
    command = ("corpus", "make", "--games", "1", "--out", str(out), "--ray", "127.0.0.1:9")
    assert run(*command) == REFUSED
    (line,) = capsys.readouterr().err.splitlines()
    assert "no Ray cluster can be reached at 127.0.0.1:9: Connection refused" in line
    assert not out.exists()


@pytest.mark.parametrize("address", ["", "somewhere", "host:", "host:port", ":1", "host:70000"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(PoolError, match="is no Ray cluster: expected HOST:PORT"):
        open_pool(2, address)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "cerealbar.parallel.cluster")
    with pytest.raises(MissingExtraError, match=r"pip install 'cerealbar\[ray\]'"):
        open_pool(2, "auto")


def test_there_cannot_be_fewer_than_no_workers() -> None:
    with pytest.raises(PoolError, match="cannot work with -1 workers"):
        open_pool(-1)


def test_a_worker_of_another_version_does_nothing(
    ray_pool: RayPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "versions", lambda: versions() | {"numpy": "1.0"})
    with pytest.raises(PoolError, match=r"not all alike: numpy is 2\..* and 1\.0 where"):
        list(ray_pool.map(square, [Errand(str(tmp_path), number) for number in range(3)]))
    assert {path.name for path in tmp_path.iterdir()} <= {"0"}  # which may be done here
