"""What a check looks for: each rule is a function from a look at the library to findings.

A new rule is a function in one of these modules and its name in `RULES`; it reads nothing but the snapshot.
"""

from __future__ import annotations

from clew.library.rules import clue, conversations, files, folders, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.library.findings import Finding
    from clew.library.survey import Snapshot

RULES = (
    files.unreadable,
    files.not_text,
    files.links,
    files.no_files,
    files.temporary,
    folders.folder_missing,
    folders.file_as_folder,
    folders.clue_missing,
    folders.unlisted_folder,
    clue.bad_slug,
    clue.bad_directory,
    clue.doubled_entry,
    clue.shared_folder,
    clue.drift,
    conversations.split_conversation,
    conversations.doubled_segment,
    names.name_clash,
    names.bad_name,
    names.conflict_copy,
)


def findings_of(snapshot: Snapshot) -> list[Finding]:
    """What all rules find, in their order."""
    return [finding for rule in RULES for finding in rule(snapshot)]
