"""Words of `clew serve`."""

TEXTS = {
    "help": ("Serve agents that speak MCP", "为使用 MCP 的智能体提供服务"),
    "help.more": (
        "An agent starts it itself and speaks with it over standard input and output: clew install AGENT sets that up. With --http it waits on this machine for agents that cannot start programs; each request must bear the token that lies in the home.",
        "由智能体自行启动，并通过标准输入输出与它通信：clew install 智能体 会完成设置。使用 --http 时，它在本机等待无法启动程序的智能体；每个请求必须带有主目录中的令牌。",
    ),
    "--http": ("serve over HTTP, on this machine only", "通过 HTTP 提供服务，仅限本机"),
    "--host": ("the address to listen at (default 127.0.0.1)", "监听地址（默认 127.0.0.1）"),
    "--port": ("the port to listen at (default 8765)", "监听端口（默认 8765）"),
    "--agent": ("the agent that starts it, as clew install names it", "启动它的智能体，与 clew install 中的名称一致"),
    "only-http": ("--host and --port are for --http", "--host 和 --port 只用于 --http"),
    "only-http.hint": ("clew serve --http --port 8765", "clew serve --http --port 8765"),
    "waiting": (
        "this speaks with agents, not with people: clew install AGENT sets it up (Ctrl-D ends it)",
        "它与智能体通信，而不是与人：clew install 智能体 会完成设置（按 Ctrl-D 结束）",
    ),
    "listening": (
        "listening at {url}; each request must bear the token in {path} (Ctrl-C stops)",
        "正在监听 {url}；每个请求必须带有 {path} 中的令牌（按 Ctrl-C 停止）",
    ),
}
