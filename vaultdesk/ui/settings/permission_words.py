"""Permission words: what an assistant may do in a vault, as sentences made from what the runner's own functions say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.settings.settings_schema import PermissionRule, Preset, RuleAnswer
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, AgentScope
from vaultdesk.tools.runtime.executor import LOOP_WINDOW, MAX_EQUAL_CALLS
from vaultdesk.tools.runtime.policy import THIS_COMPUTER, Permissions, PolicyAnswer, PolicyRequest, preset_forbids
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.settings.elsewhere import Elsewhere

ANY_NOTE = "x.md"
"""A note no folder's rule speaks of."""

SCOPED = AgentScope(agent="x", folders=("Its folder",))
"""An agent with a folder of its own, and `INSIDE` a note in it."""

INSIDE = "Its folder/x.md"

NOWHERE = "elsewhere.invalid"
"""A host no rule names: what holds for it holds for every provider that has no rule of its own."""

Group = Literal["Reading", "Changing", "Deleting and many at once", "Network"]
"""The groups of sentences, in order."""


@dataclass(frozen=True, slots=True)
class Held:
    """One sentence: *before* *words* *after*."""

    icon: str
    before: str
    words: str
    after: str = "."
    remark: str = ""
    answer: PolicyAnswer = "ask"
    setting: tuple[str, str] | None = None
    """Effect and destination of the rule that changes it; None where it is fixed."""

    @property
    def text(self) -> str:
        """The sentence."""
        return f"{self.before} {self.words}{'' if self.after.startswith(('.', ',')) else ' '}{self.after}"


def answer_words(answer: PolicyAnswer) -> str:
    """Return the part of a sentence that says *answer*."""
    return {
        "allow": _tr("needs no question"),
        "ask": _tr("asks me each time"),
        "deny": _tr("is never allowed"),
    }[answer]


def held(
    rules: Sequence[PermissionRule], preset: Preset, elsewhere: Iterable[Elsewhere]
) -> dict[Group, tuple[Held, ...]]:
    """Return the sentences for what really holds; *elsewhere* are the providers that are set up."""
    permissions = Permissions(lambda: rules, None, lambda: preset)
    return {
        "Reading": tuple(_reading(permissions, elsewhere)),
        "Changing": tuple(_changing(permissions)),
        "Deleting and many at once": tuple(_dangerous(permissions)),
        "Network": (_network(permissions),),
    }


def measures() -> str:
    """Return how often an assistant may ask."""
    return _tr("At most {0} calls a minute; the same call {1} times in {2} seconds is stopped.").format(
        CALLS_A_MINUTE, MAX_EQUAL_CALLS + 1, round(LOOP_WINDOW)
    )


def with_answer(
    rules: Sequence[PermissionRule], setting: tuple[str, str], answer: RuleAnswer, preset: Preset
) -> tuple[PermissionRule, ...]:
    """Return *rules* with the one of the whole vault for an effect and a destination saying *answer*."""
    effect, destination = setting
    wanted = PermissionRule.model_validate({"effect": effect, "destination": destination, "answer": answer})
    same = [replace_answer(rule, answer) == wanted for rule in rules]
    others = tuple(rule for rule, is_same in zip(rules, same, strict=True) if not is_same)
    if holds(others, setting, preset) == answer:
        return others  # As it is without a word.
    return (*others, wanted)


def replace_answer(rule: PermissionRule, answer: RuleAnswer) -> PermissionRule:
    """Return *rule* with another answer, its unset fields spelled out: to be compared."""
    return PermissionRule.model_validate({**rule.model_dump(), "answer": answer})


def holds(rules: Sequence[PermissionRule], setting: tuple[str, str], preset: Preset) -> PolicyAnswer:
    """Return what holds for an effect and a destination in the whole vault."""
    return Permissions(lambda: rules, None, lambda: preset).decide(_subject(setting), ANY_NOTE).answer


def _subject(setting: tuple[str, str]) -> PolicyRequest:
    effect, destination = setting
    host = "" if destination in ("*", THIS_COMPUTER) else destination
    if effect == "write":
        return PolicyRequest("", "write", host=host, change="modify")
    return PolicyRequest("", "read", host=host)


def _reading(permissions: Permissions, elsewhere: Iterable[Elsewhere]) -> Iterable[Held]:
    local = permissions.decide(PolicyRequest("", "read"), ANY_NOTE).answer
    doing = _tr("Searching and reading notes for a model on this computer")
    remark = _elsewhere_remark(permissions, PolicyRequest("", "read"))
    yield Held("chip", doing, answer_words(local), remark=remark, answer=local, setting=("read", THIS_COMPUTER))
    there = [one for one in elsewhere if one.host]
    for one in there or [Elsewhere("", "")]:
        answer = permissions.decide(PolicyRequest("", "read", host=one.host or NOWHERE), ANY_NOTE).answer
        whom = _tr("{0} ({1})").format(sanitize_line(one.title, 60), sanitize_line(one.host, 80))
        doing = _tr("Searching and reading notes and sending them to {0}").format(
            whom if one.host else _tr("a provider elsewhere")
        )
        setting = ("read", one.host) if one.host else None
        yield Held("cloud", doing, answer_words(answer), answer=answer, setting=setting)
    inside = permissions.decide(PolicyRequest("", "read", leash=SCOPED), INSIDE).answer
    if inside != local:
        doing = _tr("For a model on this computer, an agent that reads notes in folders of its own")
        yield Held("person", doing, answer_words(inside), answer=inside)


def _changing(permissions: Permissions) -> Iterable[Held]:
    general = PolicyRequest("", "write", change="modify")
    answer = permissions.decide(general, ANY_NOTE).answer
    doing = _tr("Creating, changing and renaming notes")
    if preset_forbids(permissions.preset(), general):
        remark = _tr("The preset says so, whatever else is set.")
        yield Held("pencil", doing, answer_words(answer), remark=remark, answer=answer)
        return
    remark = _elsewhere_remark(permissions, general)
    yield Held("pencil", doing, answer_words(answer), remark=remark, answer=answer, setting=("write", "*"))
    scoped = PolicyRequest("", "write", change="modify", leash=SCOPED)
    inside = permissions.decide(scoped, INSIDE).answer
    if inside != answer:
        moving = permissions.decide(replace(scoped, change="move"), INSIDE).answer
        remark = _tr("Renaming asks.") if moving == "ask" else ""
        doing = _tr("An agent that creates and changes notes in folders of its own")
        yield Held("person", doing, answer_words(inside), remark=remark, answer=inside)
    for subject, path in ((general, ANY_NOTE), (scoped, INSIDE)):
        tainted = permissions.decide(replace(subject, tainted=True), path)
        if tainted.answer == "ask" and permissions.decide(subject, path).answer == "allow":
            doing = _tr("In a chat where text from elsewhere met your notes, every change")
            yield Held("shield", doing, _tr("asks again"), remark=_fixed(), answer="ask")
            return


def _dangerous(permissions: Permissions) -> Iterable[Held]:
    deleting = permissions.decide(PolicyRequest("", "delete", change="delete"), ANY_NOTE).answer
    many = permissions.decide(PolicyRequest("", "write", change="modify", bulk=True), ANY_NOTE).answer
    rows = [(_tr("Deleting notes, and changing many at once,"), deleting)]
    if deleting != many:
        rows = [(_tr("Deleting notes"), deleting), (_tr("Changing many notes at once"), many)]
    for words, answer in rows:
        if answer == "ask":
            undone = _tr("and can always be undone.")
            yield Held("warning", words, _tr("always asks"), undone, _fixed(), answer)
        else:
            yield Held("warning", words, answer_words(answer), answer=answer)


def _network(permissions: Permissions) -> Held:
    answer = permissions.decide(PolicyRequest("", "network", host=NOWHERE), None).answer
    doing = _tr("Using the network")
    if answer == "ask":
        return Held("globe", doing, _tr("always asks"), _tr("and shows the whole address."), _fixed(), answer)
    return Held("globe", doing, answer_words(answer), answer=answer)


def _elsewhere_remark(permissions: Permissions, general: PolicyRequest) -> str:
    """Say that some rule of a folder or a tool comes to something else than what holds in general."""
    answer = permissions.decide(general, ANY_NOTE).answer
    for rule in permissions.rules():
        host = "" if rule.destination in ("*", THIS_COMPUTER) else rule.destination
        subject = replace(general, tool="" if rule.tool == "*" else rule.tool, host=host)
        inside = f"{rule.folder}/{ANY_NOTE}" if rule.folder else ANY_NOTE
        if (rule.folder or rule.tool != "*") and permissions.decide(subject, inside).answer != answer:
            return _tr("Your rules below say otherwise for some folders or tools.")
    return ""


def _fixed() -> str:
    return _tr("Fixed. No setting, agent or model can change this sentence.")


def _tr(text: str) -> str:
    return QCoreApplication.translate("PermissionWords", text)
