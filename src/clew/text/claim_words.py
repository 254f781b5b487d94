"""The words by which `clew.text.claims` sees what a fact is about. Data: a person can read why two facts clash."""

from __future__ import annotations

# What a thing has one of at a time; each row is one attribute under all its names.
_ATTRIBUTES = """
name, 名字, 姓名, 称呼
timezone, time zone, 时区
language, 语言
native language, mother tongue, 母语
output language, reply language, 输出语言, 回复语言
email, e-mail, email address, 邮箱, 电子邮箱
phone, phone number, 电话, 手机号
address, 地址
birthday, date of birth, 生日
age, 年龄
city, 城市
country, 国家
company, employer, 公司, 雇主
job, occupation, profession, role, job title, 职业, 工作, 职位
boss, supervisor, 上司
editor, 编辑器
ide
terminal, 终端
shell
keyboard layout, 键盘布局
font, 字体
theme, color scheme, colour scheme, 主题, 配色
operating system, os, 操作系统
browser, 浏览器
database, 数据库
backend, 后端
frontend, 前端
framework, 框架
package manager, 包管理器
build tool, 构建工具
test framework, test runner, 测试框架
linter
formatter
model, llm, 模型
default model, 默认模型
provider, 提供商
region, 区域
port, 端口, 端口号
host, hostname, 主机, 主机名
url, endpoint, 网址, 接口地址
version, 版本, 版本号
branch, 分支
default branch, main branch, 默认分支, 主分支
repository, 仓库
license, licence, 许可证
path, directory, folder, 路径, 目录
target, 目标
deadline, due date, 截止日期, 截止时间, 期限
budget, 预算
indentation, indent, 缩进
line length, 行宽
encoding, 编码
currency, 货币
date format, 日期格式
status, state, 状态
owner, maintainer, 负责人
password, 密码
"""

# Values of which people use one at a time. A value that is known is about the attribute of its row.
_KINDS = """
database: postgresql = postgres = pg, mysql, mariadb, sqlite = sqlite3, mongodb = mongo, oracle, sql server
editor: vim = vi, neovim = nvim, emacs, vs code = vscode = visual studio code, sublime text, nano, zed, helix
javascript packages: npm, pnpm, yarn, bun
python packages: pip, uv, poetry, pipenv, conda
shell: bash, zsh, fish, powershell
indentation: tabs = tab = 制表符 = tab 缩进, spaces = 空格 = 空格缩进, 2 spaces = two spaces, 4 spaces = four spaces
theme: dark mode = dark theme = 深色模式 = 暗色模式 = 深色主题, light mode = light theme = 浅色模式 = 亮色模式 = 浅色主题
frontend: react, vue, angular, svelte
python tests: pytest, unittest
javascript tests: jest, vitest, mocha
version control: git, svn, mercurial
ci: jenkins, github actions, gitlab ci, circleci, travis
units: metric = metric units = 公制, imperial = imperial units = 英制
temperature: celsius = 摄氏度, fahrenheit = 华氏度
"""


def _rows(table: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for row in table.strip().splitlines():
        first, *others = (name.strip() for name in row.split(","))
        names.update(dict.fromkeys((first, *others), first))
    return names


def _kinds(table: str) -> dict[str, tuple[str, str]]:
    values: dict[str, tuple[str, str]] = {}
    for row in table.strip().splitlines():
        attribute, _, known = row.partition(":")
        for value in known.split(","):
            first, *others = (name.strip() for name in value.split("="))
            values.update(dict.fromkeys((first, *others), (attribute, first)))
    return values


ATTRIBUTES = _rows(_ATTRIBUTES)  # name -> its row's first name
KINDS = _kinds(_KINDS)  # value -> (attribute, its first spelling)

# Whoever has it: in one memory these are the same, or nobody needs to be named.
OWNERS = ("the user's", "user's", "the users", "the project's", "project's", "the user", "the project", "this project",
          "our project", "my", "our", "the", "his", "her", "their", "your", "this", "current", "user", "project", "we",
          "i", "he", "she", "they", "用户的", "用户", "我们的", "我们", "我的", "我", "本项目的", "本项目", "该项目",
          "项目的", "项目", "他的", "她的", "他", "她", "当前", "目前", "现在")  # fmt: skip

# These stand before a colon and name no subject: two such lines say two things.
_LABELS = """
note notes todo decision decisions decided reminder remember warning tip hint fact important see example e.g rule rules
idea question open bug issue fix fixed info summary update result reason why because task plan goal link links source
always never done warn attention caution agreed agreement preference preferences lesson learned ps nb http https
注意 备注 提醒 待办 决定 重要 例如 规则 问题 说明 记住 提示 原因 结果 任务 计划 想法 约定 总结 更新 链接 来源 经验 教训 偏好
"""
LABELS = frozenset(_LABELS.split())

# Behind these words a value says where or when it holds: the same attribute elsewhere is another one.
WHERE = ("in", "on", "for", "when", "if", "during", "while", "under", "inside", "within", "as", "until", "since", "at")
