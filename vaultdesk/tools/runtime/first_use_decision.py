"""The first decision of a vault and a destination: whether a model may search the notes at all."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from pydantic import JsonValue

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.first_use import FirstUseAnswer, FirstUseRequest
from vaultdesk.tools.runtime.policy import Permissions

# Requested with the first call that reads notes, whether by a model, a lookup of a mode or the offline assistant.
# "Always" becomes a rule of the user, "once" holds for the chat, "no" for the question.

MAX_REMEMBERED_ANSWERS = 10_000
"""Maximum number of remembered answers for chats and questions; a forgotten one is requested again."""

NOTES_REFUSED = "The user chose an answer without notes."
"""Result for the model if a call reads notes after a no."""


class FirstUseDecision:
    """Asks once for each vault and destination, and remembers the answers for chats and questions."""

    def __init__(self, permissions: Permissions, vault_name: str, is_open: Callable[[], bool] = lambda: True) -> None:
        """*is_open* returns whether the vault's settings leave the decision to this request."""
        self._permissions = permissions
        self._vault_name = vault_name
        self._is_open = is_open
        self._answers: OrderedDict[tuple[str, str, str], FirstUseAnswer] = OrderedDict()
        self._lock = asyncio.Lock()

    async def answer(self, approver: Approver, call_context: CallContext) -> FirstUseAnswer | None:
        """Return the user's answer, asking if there is none yet; None if there is nothing to decide."""
        if call_context.by_person or not self._is_open():
            return None
        async with self._lock:  # A concurrent second request gets the first answer.
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
                answer = "no"  # Without a user to ask there is no consent.
            if answer == "always":
                self._permissions.allow_reads(call_context.conversation_id, call_context.host)
            else:
                self._remember(call_context, answer)
            return answer

    def state(self, conversation_id: str) -> JsonValue:
        """Return the hosts for which each read of a conversation needs approval, to be stored with it."""
        hosts = {host for chat, host, run in self._answers if chat == conversation_id and not run}
        return list[JsonValue](sorted(hosts))

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load a stored state; invalid entries are requested again."""
        for host in state if isinstance(state, list) else ():
            if isinstance(host, str):
                self._answers.setdefault((conversation_id, host, ""), "once")

    def forget(self, conversation_id: str) -> None:
        """Forget a deleted conversation."""
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
