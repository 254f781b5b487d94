"""A person's machine with a real agent on it, shut off from this one: its own home, its own environment, a fake model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .clients import node_folder, program
from .model import Model

CLEW = Path(sys.executable).parent / ("clew.exe" if sys.platform == "win32" else "clew")
_SECONDS = 180


@dataclass
class Turn:
    """What an agent printed for one prompt."""

    status: int
    out: str


class Stage:
    """`dir` is the project that everybody works in; `clew` and the agents share one home."""

    def __init__(self, root: Path, model: Model) -> None:
        self.root = root
        self.model = model
        self.home = root / "home"
        self.dir = root / "shop"
        for folder in (self.home, self.dir):
            folder.mkdir()
        subprocess.run(["git", "init", "-q", str(self.dir)], check=True)

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of ours: an agent that runs these tests must not be taken for one of the story."""
        path = os.pathsep.join([str(node_folder()), str(CLEW.parent), os.environ.get("PATH", os.defpath)])
        return {"PATH": path, "HOME": str(self.home), "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"}

    def clew(self, *words: str, given: str = "") -> dict:
        """A command of clew, as a person types it."""
        done = subprocess.run(
            [str(CLEW), *words, "--json"],
            cwd=self.dir,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        found: dict = json.loads(done.stdout)
        return found

    def write(self, file: str, value: object) -> None:
        """A file of the person's own."""
        path = self.home / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2))

    def memories(self) -> list[Path]:
        """The memories of the project, as files."""
        return sorted((self.home / ".clew/memory").glob("*/*.md"))


class Agent:
    """One real agent on a stage. Its settings are written first, as a person would have them; then clew is installed."""

    name = ""
    starts = True  # whether what its hooks say at a start reaches the model
    resumes = True  # whether a session can be gone on with from the command line

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.configure()
        stage.clew("install", self.name)

    def configure(self) -> None:
        """Its model, and nothing of clew."""

    def command(self, prompt: str, resumed: bool) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return {}

    def prompt(self, text: str, *, resumed: bool = False) -> Turn:
        """One prompt without anybody there, in a new session or in the last one."""
        path = program(self.name)
        assert path is not None
        done = subprocess.run(
            [str(path), *self.command(text, resumed)],
            cwd=self.stage.dir,
            env={**self.stage.environment, **self.environment()},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
        return Turn(done.returncode, done.stdout + done.stderr)


class Goose(Agent):
    name = "goose"

    def command(self, prompt: str, resumed: bool) -> list[str]:
        return ["run", "--name", "story", *(["--resume"] if resumed else []), "-t", prompt]

    def environment(self) -> dict[str, str]:
        return {
            "GOOSE_PROVIDER": "openai",
            "GOOSE_MODEL": "fake-model",
            "OPENAI_API_KEY": "fake",
            "OPENAI_HOST": self.stage.model.address,
            "GOOSE_DISABLE_KEYRING": "1",
            "GOOSE_TELEMETRY_ENABLED": "false",
            "GOOSE_MODE": "auto",
            "GOOSE_DISABLE_SESSION_NAMING": "true",
            "GOOSE_MOIM_MESSAGE_FILE": str(self.stage.home / ".clew/goose-1.md"),
        }


class ClaudeCode(Agent):
    name = "claude-code"

    def command(self, prompt: str, resumed: bool) -> list[str]:
        return ["-p", prompt, "--output-format", "json", *(["--continue"] if resumed else [])]

    def environment(self) -> dict[str, str]:
        quiet = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}
        return {"ANTHROPIC_BASE_URL": self.stage.model.address, "ANTHROPIC_API_KEY": "fake", **quiet}


class Codex(Agent):
    name = "codex"

    def configure(self) -> None:
        self.stage.write(
            ".codex/config.toml",
            'model = "gpt-5"\nmodel_provider = "fake"\napproval_policy = "never"\nsandbox_mode = "read-only"\n'
            "check_for_update_on_startup = false\n\n[analytics]\nenabled = false\n\n[model_providers.fake]\n"
            f'name = "fake"\nbase_url = "{self.stage.model.address}/v1"\nwire_api = "responses"\nenv_key = "FAKE_KEY"\n',
        )

    def command(self, prompt: str, resumed: bool) -> list[str]:
        options = ["--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--json"]
        return ["exec", *(["resume", "--last"] if resumed else []), *options, prompt]

    def environment(self) -> dict[str, str]:
        return {"FAKE_KEY": "fake"}


class Gemini(Agent):
    name = "gemini"

    def configure(self) -> None:
        auth = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
        quiet = {"general": {"enableAutoUpdate": False}, "privacy": {"usageStatisticsEnabled": False}}
        self.stage.write(".gemini/settings.json", {"security": auth, **quiet})

    def command(self, prompt: str, resumed: bool) -> list[str]:
        last = ["--resume", "latest"] if resumed else []
        return [*last, "-m", "gemini-2.5-flash", "-p", prompt, "--approval-mode", "yolo"]

    def environment(self) -> dict[str, str]:
        address = self.stage.model.address
        return {"GEMINI_API_KEY": "fake", "GOOGLE_GEMINI_BASE_URL": address, "GEMINI_CLI_TRUST_WORKSPACE": "true"}


class Qwen(Agent):
    name = "qwen"

    def configure(self) -> None:
        quiet = {"general": {"enableAutoUpdate": False}, "privacy": {"usageStatisticsEnabled": False}}
        own_memory = {"memory": {"enableManagedAutoMemory": False}}
        self.stage.write(
            ".qwen/settings.json", {"security": {"auth": {"selectedType": "openai"}}, **quiet, **own_memory}
        )

    def command(self, prompt: str, resumed: bool) -> list[str]:
        return [*(["--continue"] if resumed else []), "-p", prompt, "--approval-mode", "yolo"]

    def environment(self) -> dict[str, str]:
        address = f"{self.stage.model.address}/v1"
        return {"OPENAI_API_KEY": "fake", "OPENAI_BASE_URL": address, "OPENAI_MODEL": "fake-model"}


class Nanobot(Agent):
    name = "nanobot"
    starts = False

    def configure(self) -> None:
        defaults = {
            "workspace": str(self.stage.home / ".nanobot/workspace"),
            "model": "fake-model",
            "provider": "custom",
        }
        provider = {"apiKey": "fake", "apiBase": f"{self.stage.model.address}/v1"}
        self.stage.write(".nanobot/config.json", {"agents": {"defaults": defaults}, "providers": {"custom": provider}})

    def command(self, prompt: str, resumed: bool) -> list[str]:
        return ["agent", "-m", prompt, "--no-markdown"]


class Opencode(Agent):
    name = "opencode"

    def configure(self) -> None:
        options = {"baseURL": f"{self.stage.model.address}/v1", "apiKey": "fake"}
        models = {"fake-model": {"name": "Fake", "tool_call": True, "limit": {"context": 100000, "output": 4096}}}
        provider = {"npm": "@ai-sdk/openai-compatible", "name": "Fake", "options": options, "models": models}
        self.stage.write(
            ".config/opencode/opencode.json",
            {
                "autoupdate": False,
                "share": "disabled",
                "model": "fake/fake-model",
                "small_model": "fake/fake-model",
                "enabled_providers": ["fake"],
                "permission": {"*": "allow"},
                "provider": {"fake": provider},
            },
        )

    def command(self, prompt: str, resumed: bool) -> list[str]:
        return ["run", *(["--continue"] if resumed else []), prompt]

    def environment(self) -> dict[str, str]:
        names = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS")
        return {f"OPENCODE_DISABLE_{name}": "1" for name in names}


AGENTS = {kind.name: kind for kind in (Goose, ClaudeCode, Codex, Gemini, Qwen, Nanobot, Opencode)}
