#!/usr/bin/env python3
"""Other people's programs for the notes service, in an environment of their own.

    python3 tests/sync/clients.py

installs them, once, beside the real agents in the cache folder. In the tests they are pointed at our service as they
are, by a proxy that answers for the real hosts and a certificate made for the test.
"""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.agents.real.clients import cache
from tests.sync.server import HOSTS

PACKAGES = ("sncli==0.4.4", "simplenote-local==1.0.4", "nltk==3.10.4")  # the third the second forgets to ask for
COMMANDS = ("sncli", "simplenote")


def folder() -> Path:
    """The environment in these versions."""
    return cache() / "-".join(package.replace("==", "-") for package in PACKAGES)


def programs() -> dict[str, Path] | None:
    """Each command's program; None where they are not installed, or their Python has gone."""
    where = folder() / ("Scripts" if os.name == "nt" else "bin")
    found = {name: shutil.which(name, path=where) for name in ("python", *COMMANDS)}
    if not (folder() / "installed").exists() or None in found.values():
        return None
    return {name: Path(path) for name, path in found.items() if path}


def install() -> None:
    """A second time it does nothing. Raises `CalledProcessError` where the package tool fails."""
    if programs():
        return
    shutil.rmtree(folder(), ignore_errors=True)  # the rest of one that was stopped
    subprocess.run([sys.executable, "-m", "venv", str(folder())], check=True)
    python = shutil.which("python", path=folder() / ("Scripts" if os.name == "nt" else "bin"))
    assert python is not None  # it was just made
    quietly = ("-qq", "--disable-pip-version-check", "--no-input")
    subprocess.run([python, "-m", "pip", "install", *quietly, *PACKAGES], check=True)
    (folder() / "installed").touch()


def certified(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's side that says it is the real hosts, and whom to believe for that: made now, good for a day."""
    ca, key, request, leaf = (folder / name for name in ("ca.pem", "leaf.key", "leaf.csr", "leaf.pem"))
    more = folder / "more.txt"
    named = "subjectAltName=" + ",".join(f"DNS:{host}" for host in HOSTS)
    more.write_text(f"{named}\nauthorityKeyIdentifier=keyid\n")  # newer Pythons believe no other
    new = ("req", "-newkey", "rsa:2048", "-nodes", "-subj")
    signs = ("-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
    signed = ("x509", "-req", "-CA", str(ca), "-CAkey", f"{folder}/ca.key", "-CAcreateserial", "-days", "1")
    for words in (
        (*new, "/CN=a test", "-x509", "-days", "1", "-keyout", f"{folder}/ca.key", "-out", str(ca), *signs),
        (*new, "/CN=the hosts of a test", "-keyout", str(key), "-out", str(request)),
        (*signed, "-in", str(request), "-out", str(leaf), "-extfile", str(more)),
    ):
        subprocess.run(["openssl", *words], capture_output=True, check=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(leaf, key)
    return context, ca


def surroundings(home: Path, url: str, ca: Path) -> dict[str, str]:
    """What such a program is started in: nothing of the person's own, and no way to the real hosts."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT", "TMPDIR")}
    proxies = dict.fromkeys(("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"), url)
    trust = {"SSL_CERT_FILE": str(ca), "REQUESTS_CA_BUNDLE": str(ca)}
    return {
        **kept,
        **proxies,
        **trust,
        "HOME": str(home),
        "NO_PROXY": "",
        "TERM": "dumb",
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
    }


if __name__ == "__main__":
    install()
    print(*(programs() or {}).values(), sep="\n")
