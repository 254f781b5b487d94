"""`clew note`."""

from __future__ import annotations

from clew.cli.columns import aligned
from clew.cli.place import memory_placed
from clew.cli.spec import CONVERSATION, DIR, Argument, Command, Option
from clew.errors import NotFound, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.sync.link import Link, Place
    from clew.sync.shares.notes import PublishedNotes

COMMAND = Command(
    group="sync",
    arguments=(
        Argument("ACTION", choices=("push", "list", "pull", "log", "login", "logout")),
        Argument("REF", required=False, complete="memory"),
    ),
    options=(
        DIR,
        CONVERSATION,
        Option("--topic", "TOPIC"),
        Option("--section", "HEADING"),
        Option("--message", "TEXT", short="-m"),
        Option("--note", "ID"),
        Option("--new"),
        Option("--allow-secret"),
        Option("--email", "ADDRESS"),
        Option("--code"),
        Option("--password"),
        Option("--token"),
    ),
    json=("actions", "note", "notes", "versions", "log"),
    example='clew note push redis-cache -m "Why we left it"',
)


def run(call: Call) -> int | None:
    actions = {"push": _push, "list": _list, "pull": _pull, "log": _log, "login": _login, "logout": _logout}
    return actions[call.given.action](call)


def _push(call: Call) -> int:
    from clew.cli.sync_text import PARKED, action_lines, actions_json
    from clew.sync.link import turn
    from clew.sync.notes import Request, push

    given = call.given
    if given.ref is None:
        raise Usage("commands.note.what-to-push")
    file = memory_placed(call).file
    link, share = _notes(_place(call))
    request = Request(file, given.topic or "", given.section or "", given.note or "", given.new)
    with turn(call.home.path):
        done = push(call.home.library, link, share, request)
    actions = actions_json(call, "simplenote", done.outcome)
    note = {"id": done.id, "topic": done.topic, "version": done.version, "file": done.file}
    if done.outcome.waiting:
        call.answer({"actions": actions, "note": None}, "\n".join(action_lines(call, "simplenote", done.outcome)))
        return PARKED
    key = ".published" if done.outcome.done else ".unchanged"
    call.answer({"actions": actions, "note": note}, lambda: call.words(key, **note))
    return 0


def _list(call: Call) -> None:
    from clew.sync.notes import listed
    from clew.sync.targets.simplenote import share_of

    states, share = share_of(_place(call))
    notes = listed(states, share)
    cells = [(one.topic, one.version, call.words(f".state-{one.state}"), one.file) for one in notes]
    call.answer({"actions": [], "notes": notes}, lambda: "\n".join(aligned(cells)) or call.words(".none"))


def _pull(call: Call) -> int:
    """All published notes, those of one memory, or, for a note that no memory names, a new memory."""
    from clew.cli.sync_text import PARKED, action_lines, actions_json
    from clew.sync.link import turn

    link, share = _notes(_place(call))
    only = None
    strange = ""
    if call.given.ref is not None and not (only := _of_memory(call, link, share)):
        strange = _named(call, link)
    with turn(call.home.path):
        if strange:
            share.look(link.states.bases())
            if strange not in share.places:
                return _adopt(call, link, share, strange)
            only = frozenset([strange])  # in another project, by another name, or since a moment ago
        outcome = link.sync(only=only, gives=False).run()
    if outcome.stopped is not None:
        raise outcome.stopped
    actions = actions_json(call, "simplenote", outcome)
    nothing = ".nothing-new" if share.places else ".nothing-to-pull"
    lines = action_lines(call, "simplenote", outcome) or [call.words(nothing)]
    call.answer({"actions": actions}, "\n".join(lines))
    return PARKED if outcome.waiting else 0


def _named(call: Call, link: Link) -> str:
    """The one note with this id or title. Raises `NotFound`."""
    from clew.sync.note_reading import ids_titled

    ids = ids_titled(link.target, call.given.ref)
    if len(ids) != 1:
        problem = NotFound("sync.several-notes", id=call.given.ref)
        problem.suggestions = ids
        raise problem
    return ids[0]


def _adopt(call: Call, link: Link, share: PublishedNotes, id: str) -> int:
    from clew.sync.notes import adopt

    file = adopt(link, share, call.home.library.project(call.directory), id)
    path = call.home.library.path(file)
    action = {"target": "simplenote", "what": "take", "key": id, "file": file, "path": path, "conflicts": 0}
    call.answer({"actions": [action]}, lambda: call.words(".adopted", path=path))
    return 0


def _log(call: Call) -> None:
    """The versions of a note as the service has them, newest first, and the note's own change log."""
    from clew.cli.sync_text import clock
    from clew.sync.note_reading import versions_of

    if call.given.ref is None:
        raise Usage("commands.note.what-to-show")
    link, share = _notes(_place(call))
    try:
        ids = sorted(_of_memory(call, link, share), key=lambda id: (bool(share.part(id)), id))  # the whole first
        if not ids:
            raise NotFound("sync.not-published", ref=call.given.ref)
        versions, log = versions_of(link.target, ids[0])
    finally:
        link.target.close()
    lines = [
        call.words(".version", **{**version, "modified": clock(call, str(version["modified"]))}) for version in versions
    ]
    answer = {"actions": [], "note": {"id": ids[0]}, "versions": versions, "log": log}
    call.answer(answer, "\n".join([*lines, *(["", *log] if log else [])]))


def _login(call: Call) -> None:
    """By a token, by password with an API key of one's own, or by a code that comes by mail. Each is tried once."""
    from clew.cli.asking import secret
    from clew.sync.simperium.account import count_of, tokens_of

    place = _place(call)
    token = secret(call, call.words(".ask-token")) if call.given.token else _token_of_account(call, place)
    if token is None:
        return
    count = count_of(place, token)
    tokens = tokens_of(place)
    tokens.keep(token)
    where = call.words(".in-keyring") if tokens.place == "keyring" else tokens.place
    answer = {"actions": [], "notes": count, "place": tokens.place}
    call.answer(answer, lambda: call.words(".in", count=count, place=where))


def _token_of_account(call: Call, place: Place) -> str | None:
    """None where the code is on its way, and comes with the next call."""
    from clew.cli.asking import secret
    from clew.sync.simperium.account import connection
    from clew.sync.simperium.login import request_code, token_by_code, token_by_password

    email, given = _email(call), call.given
    account, auth = connection(place, "account"), connection(place, "auth")
    try:
        if given.password:
            key = place.environ.get("CLEW_SIMPLENOTE_KEY", "")
            return token_by_password(auth, email, secret(call, call.words(".ask-password")), key)
        if not given.code:
            request_code(account, email)
            if not call.interactive:
                call.answer({"actions": [], "sent": True}, lambda: call.words(".code-sent", email=email))
                return None
        return token_by_code(account, email, secret(call, call.words(".ask-code")))
    finally:
        account.close()
        auth.close()


def _email(call: Call) -> str:
    from clew.cli.asking import line

    given = call.given.email
    if not given and not call.interactive:
        raise Usage("commands.note.whose-account")
    email = given or line(call, call.words(".ask-email"))
    if "@" not in email.strip().strip("@"):
        raise Usage("commands.note.no-address", given=email)
    return email


def _logout(call: Call) -> None:
    from clew.sync.simperium.account import tokens_of

    tokens_of(_place(call)).forget()
    call.answer({"actions": []}, call.words(".out"))


def _place(call: Call) -> Place:
    given = call.given
    return call.home.sync_place(call.lang, given.message or "", given.allow_secret)


def _notes(place: Place) -> tuple[Link, PublishedNotes]:
    from clew.sync.shares.notes import PublishedNotes
    from clew.sync.targets.simplenote import link

    opened = link(place)
    assert isinstance(opened.share, PublishedNotes)  # that is what this target's share is
    return opened, opened.share


def _of_memory(call: Call, link: Link, share: PublishedNotes) -> frozenset[str]:
    """The notes of the memory that REF names; none where it names no memory, or one that was never published."""
    ref = call.given.ref
    share.look(link.states.bases())
    if ref in share.places:
        return frozenset([ref])
    try:
        file = memory_placed(call).file
    except NotFound:
        return frozenset()
    return frozenset(id for id, place in share.places.items() if place == file)
