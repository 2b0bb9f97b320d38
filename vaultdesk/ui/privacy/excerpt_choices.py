"""Excerpt choices: what a person lets out of a request before it is sent, and what that comes to. Knows no widget."""

from collections.abc import Mapping

from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt, DisclosureRequest
from vaultdesk.tools.runtime.approval_text import estimate_tokens


class ExcerptChoices:
    """One request and its ticks. What was kept back before begins unticked, all else ticked."""

    def __init__(self, request: DisclosureRequest) -> None:
        self.request = request
        self._ticked = {excerpt.id for excerpt in request.excerpts if excerpt.state != "kept"}
        self._cut: dict[str, str] = {}

    def ticked(self, name: str) -> bool:
        """Whether the excerpt called *name* may go."""
        return name in self._ticked

    def tick(self, name: str, ticked: bool) -> None:
        """Let an excerpt go, or keep it back."""
        if ticked:
            self._ticked.add(name)
        else:
            self._ticked.discard(name)

    def tick_all(self, ticked: bool) -> None:
        """Let every excerpt go, or none."""
        self._ticked = {excerpt.id for excerpt in self.request.excerpts} if ticked else set()

    def text(self, excerpt: DisclosureExcerpt) -> str:
        """Return what would be sent of *excerpt* if it goes."""
        return self._cut.get(excerpt.id, excerpt.text)

    def is_cut(self, excerpt: DisclosureExcerpt) -> bool:
        """Whether something else is sent in the place of *excerpt*."""
        return excerpt.id in self._cut

    def cut(self, excerpt: DisclosureExcerpt, text: str | None) -> None:
        """Send *text* in the place of *excerpt*; None sends it as it is."""
        if text is None or text == excerpt.text:
            self._cut.pop(excerpt.id, None)
        else:
            self._cut[excerpt.id] = text

    def size(self, excerpt: DisclosureExcerpt) -> int:
        """Return about how many tokens of *excerpt* go, if it goes."""
        return estimate_tokens(len(self._cut[excerpt.id])) if excerpt.id in self._cut else excerpt.tokens

    @property
    def going(self) -> tuple[DisclosureExcerpt, ...]:
        """The excerpts that go."""
        return tuple(excerpt for excerpt in self.request.excerpts if excerpt.id in self._ticked)

    @property
    def notes(self) -> int:
        """How many notes something leaves of."""
        return len({excerpt.path for excerpt in self.going})

    @property
    def note_tokens(self) -> int:
        """About how many tokens of notes leave."""
        return sum(self.size(excerpt) for excerpt in self.going)

    @property
    def tokens(self) -> int:
        """About how many tokens leave in all."""
        as_asked = sum(excerpt.tokens for excerpt in self.request.excerpts if excerpt.state != "kept")
        return max(0, self.request.tokens - as_asked + self.note_tokens)

    @property
    def cost(self) -> float | None:
        """About what the question costs in US dollars; None where the price is not known."""
        price = self.request.price
        return None if price is None else self.tokens * price.input / 1_000_000

    def decision(self) -> DisclosureDecision:
        """Return the answer "send" with these choices."""
        cut: dict[str, str | None] = dict(self._cut_going())
        released: list[str] = []
        for excerpt in self.request.excerpts:
            goes = excerpt.id in self._ticked
            if not goes and excerpt.state != "kept":
                cut[excerpt.id] = None
            elif goes and excerpt.state == "kept" and excerpt.id not in cut:
                released.append(excerpt.id)
        return DisclosureDecision(send=True, cut=cut, released=tuple(released))

    def _cut_going(self) -> Mapping[str, str]:
        return {name: text for name, text in self._cut.items() if name in self._ticked}
