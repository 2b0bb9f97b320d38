"""Scanner: a model's text into what is said, thought and called, as it arrives. Does no I/O and reads no call.

What counts as what:

* A call's opening tag counts at the start of a line or behind white space, where a body can begin behind it; not in
  fenced code, inline code, a thought, or a line quoted with `>`, as those show what somebody else wrote.
* A thought's opening tag counts where only white space is before it on its line, or a thought or a call. In the middle
  of a line somebody writes about the tag. Thoughts nest by the same rule; one that never closes lasts to the end. A tag
  that opens a thought again before a word was thought is the template's and the model's own in a row: it counts once.
* A thought's closing tag without an opening one is taken away at the start of a line, and once right behind a word. All
  before it was thought, but it has gone out already as text and nothing can call it back.
* A call's closing tag behind a call, with white space between at most, is a stammer and taken away.
* Inline code counts only once it is closed. A tag behind backticks that may open some is held back until they are
  closed, or their paragraph is over (blank line, heading, list item, fence) and they were none.
"""

from vaultdesk.providers.tool_text.call_body import CallBody
from vaultdesk.providers.tool_text.outlet import Outlet
from vaultdesk.providers.tool_text.pieces import CallBegan, Piece, Spoken
from vaultdesk.providers.tool_text.prose import Prose
from vaultdesk.providers.tool_text.tags import Tag
from vaultdesk.providers.tool_text.thinking import Thinking


class TextScanner:
    """Reads one answer, fed in any pieces."""

    def __init__(self) -> None:
        self._outlet = Outlet()
        self._prose = Prose(self._outlet)
        self._thinking: Thinking | None = None
        self._call: CallBody | None = None
        self._spent = False
        """True once a call was too long: what follows is its rest, in which nothing may count."""
        self._in_prose = True
        """What comes next is neither within a call nor a thought."""

    def feed(self, text: str) -> list[Piece]:
        """Take the next of the text; return what it makes certain."""
        if not text:
            return []
        if self._in_prose and self._prose.passes(text):
            return [Spoken(text)]
        self._prose.add(text)
        self._run(final=False)
        self._in_prose = self._call is None and self._thinking is None and not self._spent
        return self._outlet.take()

    def end(self) -> list[Piece]:
        """Return what was held back; the text is over."""
        self._run(final=True)
        if self._call is not None:
            self._outlet.put(self._call.written())
            self._call = None
        return self._outlet.take()

    def _run(self, final: bool) -> None:
        prose = self._prose
        while True:
            if self._spent:
                prose.say_rest()
                return
            if self._call is not None:
                going_on = self._read_call(self._call, final)
            elif self._thinking is not None:
                going_on = self._read_thought(self._thinking, final)
            else:
                tag = prose.read(final)
                going_on = tag is not None
                if tag is not None:
                    self._enter(tag)
            if not going_on:
                return

    def _enter(self, tag: Tag) -> None:
        if tag.kind == "call":
            self._call = CallBody(tag.frame)
            self._outlet.put(CallBegan(tag.frame))
        elif tag.kind == "think":
            self._thinking = Thinking(tag.name, self._outlet)

    def _read_call(self, call: CallBody, final: bool) -> bool:
        """Go on with *call*; tell whether it ended."""
        prose = self._prose
        prose.place = call.read(prose.text, prose.place, final)
        if not call.ending:
            return False
        prose.place += call.tag_length
        self._outlet.put(call.written())
        self._call = None
        self._spent = call.ending == "too long"
        prose.begin_anew(after_call=call.ending == "closed")
        return True

    def _read_thought(self, thought: Thinking, final: bool) -> bool:
        """Go on with *thought*; tell whether it ended."""
        prose = self._prose
        prose.place = thought.read(prose.text, prose.place, final)
        if not thought.over:
            return False
        self._thinking = None
        prose.begin_anew(after_thought=True)
        return True
