"""A PostgreSQL server for the tests: the one `PITBOSS_TEST_PG_URL` names, else one made for them and thrown away."""

import glob
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SOCKET_PORT = "5432"


def program(name: str) -> str | None:
    """A program of the server, on the PATH or where Debian keeps it."""
    places = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *places]))


def why_missing() -> str:
    """Why there is no server to be had; empty if there is one."""
    if os.environ.get("PITBOSS_TEST_PG_URL") or (program("initdb") and program("pg_ctl")):
        return ""
    return "install PostgreSQL's server (Debian: apt-get install postgresql), or set PITBOSS_TEST_PG_URL"


def unprivileged() -> dict[str, Any]:
    """The server refuses to run as root."""
    if os.name == "nt" or os.geteuid() != 0:
        return {}
    return {
        "user": "nobody",
        "group": "nogroup" if Path("/etc/debian_version").exists() else "nobody",
        "extra_groups": [],
    }


class Cluster:
    """A server's data, its own socket, no network."""

    def __init__(self, folder: Path, *initdb: str) -> None:
        self.folder, self.data = folder, folder / "data"
        folder.chmod(0o711)
        self.home = folder / "home"
        self.home.mkdir()
        if unprivileged():
            shutil.chown(self.home, unprivileged()["user"])
        self.data = self.home / "data"
        made = self._run("initdb", "-U", "pitboss", "-A", "trust", "-E", "UTF8", "--no-locale", "-N", *initdb)
        assert made.returncode == 0, made.stderr

    @property
    def url(self) -> str:
        return f"postgresql://pitboss@/postgres?host={self.home}&port={SOCKET_PORT}"

    def start(self, *settings: str) -> None:
        """Settings such as `fsync=off`."""
        quoted = " ".join(f"'{word}'" for word in self._options(*settings))
        done = self._run("pg_ctl", "-w", "-t", "60", "-l", str(self.home / "log"), "-o", quoted, "start")
        assert done.returncode == 0, (self.home / "log").read_text()

    def _options(self, *settings: str) -> list[str]:
        options = ["-k", str(self.home), "-h", "", "-c", "max_connections=60", "-c", "shared_buffers=16MB"]
        return options + [word for setting in settings for word in ("-c", setting)]

    def run(self) -> "subprocess.Popen[bytes]":
        """The server as a child of ours, which can be killed and waited for."""
        found = program("postgres")
        assert found, "postgres is missing"
        with open(self.folder / "said", "ab") as said:
            return subprocess.Popen(
                [found, "-D", str(self.data), *self._options()],
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
                cwd=self.home,
                **unprivileged(),
            )

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def checksums(self, enable: bool) -> None:
        done = self._run("pg_checksums", "--enable" if enable else "--disable")
        assert done.returncode == 0, done.stderr

    def _run(self, name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        found = program(name)
        assert found, f"{name} is missing"
        command = [found, "-D", str(self.data), *arguments]
        # Its output goes to a file: a server that inherits a pipe would keep it open for as long as it runs.
        with open(self.folder / "said", "w+") as said:
            done = subprocess.run(
                command,
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
                cwd=self.home,
                timeout=120,
                **unprivileged(),
            )
            said.seek(0)
            return subprocess.CompletedProcess(command, done.returncode, "", said.read())


@contextmanager
def throw_away(*initdb: str) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="pitboss-pg-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), *initdb)
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
