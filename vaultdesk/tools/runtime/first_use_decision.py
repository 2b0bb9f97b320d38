"""The first decision of a vault and a destination: whether a model may look through the notes at all."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from pydantic import JsonValue

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.first_use import FirstUseAnswer, FirstUseRequest
from vaultdesk.tools.runtime.policy import Permissions

# Asked when the first call that reads notes comes, not before, and by whoever makes it: a model, a look-up of a mode,
# the offline assistant. "Always" becomes a rule of the person, "once" holds for the chat, "no" for the question.

MAX_REMEMBERED_ANSWERS = 10_000
"""Chats and questions whose answer is remembered; a forgotten one is asked again."""

NOTES_REFUSED = "The user chose an answer without notes."
"""What a model reads for a call that reads notes after a no."""


class FirstUseDecision:
    """Asks once for each vault and destination, and remembers what holds for a chat or a question."""

    def __init__(self, permissions: Permissions, vault_name: str, is_open: Callable[[], bool] = lambda: True) -> None:
        """*is_open* says whether the vault's settings leave the decision to this question."""
        self._permissions = permissions
        self._vault_name = vault_name
        self._is_open = is_open
        self._answers: OrderedDict[tuple[str, str, str], FirstUseAnswer] = OrderedDict()
        self._lock = asyncio.Lock()

    async def answer(self, approver: Approver, call_context: CallContext) -> FirstUseAnswer | None:
        """Return what the person said, asking them if they were not asked yet; None where nothing is to be decided."""
        if call_context.by_person or not self._is_open():
            return None
        async with self._lock:  # A second question at the same time is answered by the first decision.
            known = self._known(call_context)
            if known is not None or self._permissions.find_first_use_rule(call_context.host) is not None:
                return known
            counts = self._permissions.privacy.counts(call_context.destination)
            request = FirstUseRequest(
                call_context.destination, call_context.question, self._vault_name, counts.notes, counts.private
            )
            try:
                answer = await approver.ask_first_use(request)
            except VaultDeskError:
                answer = "no"  # Where nobody can be asked, nobody agreed.
            if answer == "always":
                self._permissions.allow_reads(call_context.conversation_id, call_context.host)
            else:
                self._remember(call_context, answer)
            return answer

    def state(self, conversation_id: str) -> JsonValue:
        """Return the hosts that may be asked about read by read in a conversation, to be kept with it."""
        hosts = {host for chat, host, run in self._answers if chat == conversation_id and not run}
        return list[JsonValue](sorted(hosts))

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Take in what was kept; what cannot be read is asked again."""
        for host in state if isinstance(state, list) else ():
            if isinstance(host, str):
                self._answers.setdefault((conversation_id, host, ""), "once")

    def forget(self, conversation_id: str) -> None:
        """Forget a conversation that is deleted."""
        for key in [key for key in self._answers if key[0] == conversation_id]:
            del self._answers[key]

    def _known(self, call_context: CallContext) -> FirstUseAnswer | None:
        chat, host = call_context.conversation_id, call_context.host
        return self._answers.get((chat, host, "")) or self._answers.get((chat, host, call_context.run_id))

    def _remember(self, call_context: CallContext, answer: FirstUseAnswer) -> None:
        run = "" if answer == "once" and call_context.conversation_id else call_context.run_id
        self._answers[call_context.conversation_id, call_context.host, run] = answer
        while len(self._answers) > MAX_REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)
