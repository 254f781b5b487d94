"""Other people's programs for the notes service, in an environment of their own.

    python3 tests/sync/clients.py

makes `.venv-clients` beside the project's own, once; tests that run these programs as commands make it too. They are
pointed at our service as they are, by a proxy that answers for the real hosts and a certificate made for the test.
"""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-clients"
PACKAGES = ("sncli==0.4.4", "simplenote-local==1.0.4", "nltk")  # which the second forgets to ask for
_HOSTS = ("auth.simperium.com", "api.simperium.com", "app.simplenote.com")


def environment() -> Path:
    """Where the programs are. Raises `OSError` where they cannot be installed."""
    programs = FOLDER / ("Scripts" if os.name == "nt" else "bin")
    stamp = FOLDER / "installed"
    if not stamp.exists() or stamp.read_text() != repr(PACKAGES):
        venv.create(FOLDER, with_pip=True, clear=True)
        python = programs / ("python.exe" if os.name == "nt" else "python")
        quietly = ("-q", "--disable-pip-version-check", "--no-input")
        done = subprocess.run([python, "-m", "pip", "install", *quietly, *PACKAGES], capture_output=True, text=True)
        if done.returncode:
            raise OSError(f"pip: {done.stderr[-500:]}")
        stamp.write_text(repr(PACKAGES))
    return programs


def certified(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's side that says it is the real hosts, and whom to believe for that: made now, good for a day."""
    ca, key, request, leaf = (folder / name for name in ("ca.pem", "leaf.key", "leaf.csr", "leaf.pem"))
    more = folder / "more.txt"
    more.write_text("subjectAltName=" + ",".join(f"DNS:{host}" for host in _HOSTS))
    new = ("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=a test")
    signs = ("-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
    signed = ("x509", "-req", "-CA", str(ca), "-CAkey", f"{folder}/ca.key", "-CAcreateserial", "-days", "1")
    for words in (
        (*new, "-x509", "-days", "1", "-keyout", f"{folder}/ca.key", "-out", str(ca), *signs),
        (*new, "-keyout", str(key), "-out", str(request)),
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
    print(environment())
    sys.exit(0)
