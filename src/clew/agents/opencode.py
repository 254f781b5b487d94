"""opencode, which keeps to the XDG standard on every system.

A conversation is its session; a server is told nothing of it. Its hooks are a plug-in, which runs ours: what it hears at
the start stands in the system prompt of each of its calls, what is new at a prompt beside it.
"""

from __future__ import annotations

import os

from clew.agents.additions import JSON, NAME, Member, Rules, Whole, json_text
from clew.agents.hooks import COMPACTING, END, PROMPT, START, STOP, answered, heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "opencode"
TITLE = "opencode"
RAN = "1.18.33"
SESSION = ""
HOOKS = {START: START, PROMPT: PROMPT, COMPACTING: COMPACTING, STOP: STOP, END: END}  # the plug-in is ours
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
__all__ = ["answered", "heard"]


def settings(system: System) -> str:
    """Either of the two names that it reads."""
    commented = system.config("opencode", "opencode.jsonc")
    return commented if os.path.isfile(commented) else system.config("opencode", "opencode.json")


def rules(system: System) -> str:
    return system.config("opencode", "AGENTS.md")


def additions(system: System, told: Told) -> list[Addition]:
    server = {"type": "local", "command": told.serving("opencode"), "enabled": True, "timeout": 20000}
    return [
        Member(settings(system), JSON, ("mcp", NAME), server),
        Whole(system.config("opencode", "plugin", "clew.js"), _plugin(told)),
        Rules(rules(system), told.lang),
    ]


def _plugin(told: Told) -> str:
    return _PLUGIN.replace("__COMMAND__", json_text([*told.command, "hook"], indent=None).rstrip())


_PLUGIN = """\
// Made by `clew install opencode`, taken away by `clew uninstall opencode`.
// It runs `clew hook`, which gets what happened by standard input and answers with what the model should know.
import { spawn } from "node:child_process";

const COMMAND = __COMMAND__;

function hook(event, said) {
  return new Promise((resolve) => {
    let out = "";
    const [program, ...words] = [...COMMAND, event, "--agent", "opencode"];
    const child = spawn(program, words, { cwd: said.cwd, stdio: ["pipe", "pipe", "ignore"], timeout: 20000 });
    child.on("error", () => resolve(""));
    child.stdin.on("error", () => {});
    child.stdout.on("data", (data) => (out += data));
    child.on("close", () => {
      try {
        resolve(JSON.parse(out).hookSpecificOutput.additionalContext);
      } catch {
        resolve("");
      }
    });
    child.stdin.end(JSON.stringify(said));
  });
}

export const Clew = async ({ directory }) => {
  const sessions = new Map(); // what each was told at its start, and since then
  const of = (id) => ({ session_id: id, cwd: directory, transcript_path: `opencode export ${id}` });

  const known = async (id) => {
    if (!sessions.has(id)) {
      const start = hook("session-start", { ...of(id), source: "startup" });
      sessions.set(id, { start, since: [] });
    }
    return sessions.get(id);
  };

  return {
    "chat.message": async (input, output) => {
      const session = await known(input.sessionID);
      await session.start;
      const prompt = (output.parts ?? []).map((part) => part.text ?? "").join("\\n");
      const text = await hook("prompt", { ...of(input.sessionID), prompt });
      if (text) session.since.push(text);
    },
    "experimental.chat.system.transform": async (input, output) => {
      if (!input.sessionID) return;
      const session = await known(input.sessionID);
      for (const text of [await session.start, ...session.since]) if (text) output.system.push(text);
    },
    "experimental.session.compacting": async (input) => {
      await hook("pre-compact", of(input.sessionID));
      const start = hook("session-start", { ...of(input.sessionID), source: "compact" });
      sessions.set(input.sessionID, { start, since: [] });
    },
    event: async ({ event }) => {
      const id = event.properties?.sessionID;
      if (event.type === "session.idle" && id) await hook("stop", of(id));
    },
  };
};
"""
