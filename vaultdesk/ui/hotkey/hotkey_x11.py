"""Global hotkey on X11, by a key grab over a separate connection through libxcb."""

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from PySide6.QtCore import QObject, QSocketNotifier

from vaultdesk.ui.hotkey.key_combination import ALT, CONTROL, META, SHIFT, HotkeyBackend, KeyCombination

# libxcb by ctypes rather than Xlib: errors are returned to the caller, and no process-wide error handler is replaced.

CAPS_LOCK = 2
"""The mask of CapsLock."""

NUM_LOCK, SCROLL_LOCK = 0xFF7F, 0xFF14
"""Keysyms of the lock keys whose state a grab must ignore."""

KEY_PRESS, KEY_RELEASE, MAPPING_NOTIFY, CLIENT_MESSAGE = 2, 3, 34, 33
BAD_ACCESS = 10
"""Another client has grabbed that key."""

SUBSTRUCTURE_MASK = 0x180000
"""Redirect and notify: the mask for messages to the window manager."""


class _Cookie(ctypes.Structure):
    _fields_ = [("sequence", ctypes.c_uint)]


class _Screens(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_uint32)), ("rem", ctypes.c_int), ("index", ctypes.c_int)]


class _Error(ctypes.Structure):
    _fields_ = [("response_type", ctypes.c_uint8), ("error_code", ctypes.c_uint8)]


class _Event(ctypes.Structure):
    _fields_ = [
        ("response_type", ctypes.c_uint8), ("detail", ctypes.c_uint8), ("sequence", ctypes.c_uint16),
        ("words", ctypes.c_uint32 * 6), ("state", ctypes.c_uint16), ("rest", ctypes.c_uint16),
    ]  # fmt: skip


class _Modifiers(ctypes.Structure):
    _fields_ = [
        ("response_type", ctypes.c_uint8), ("per_modifier", ctypes.c_uint8), ("sequence", ctypes.c_uint16),
        ("length", ctypes.c_uint32), ("pad", ctypes.c_uint8 * 24),
    ]  # fmt: skip


class _Atom(ctypes.Structure):
    _fields_ = [("head", ctypes.c_uint32 * 2), ("value", ctypes.c_uint32)]


class _Message(ctypes.Structure):
    _fields_ = [
        ("response_type", ctypes.c_uint8), ("format", ctypes.c_uint8), ("sequence", ctypes.c_uint16),
        ("window", ctypes.c_uint32), ("type", ctypes.c_uint32), ("data", ctypes.c_uint32 * 5),
    ]  # fmt: skip


class KeyPress(Struct, frozen=True):
    """A press of a grabbed key."""

    keycode: int
    state: int
    """The modifiers held."""
    time: int
    """The server's time in milliseconds."""


class NoXServer(Exception):
    """There is no X server, or no libxcb."""


class XcbConnection:
    """One connection, to be closed; closing releases its grabs."""

    def __init__(self, display: str | None = None) -> None:
        """*display* is by default the one in the environment. Raises `NoXServer`."""
        self._lib, self._symbols_lib = _libraries()
        number = ctypes.c_int(0)
        name = display.encode() if display is not None else None
        self._connection = ctypes.c_void_p(self._lib.xcb_connect(name, ctypes.byref(number)))
        self._symbols: ctypes.c_void_p | None = None
        self._released = -1
        """The time of the last release of a grabbed key."""
        if self._lib.xcb_connection_has_error(self._connection):
            self._lib.xcb_disconnect(self._connection)
            raise NoXServer("The X server does not answer.")
        screens = self._lib.xcb_setup_roots_iterator(ctypes.c_void_p(self._lib.xcb_get_setup(self._connection)))
        for _ in range(number.value):
            self._lib.xcb_screen_next(ctypes.byref(screens))
        self.root: int = screens.data[0]
        self.read_keys()

    @property
    def socket(self) -> int:
        """The file descriptor to wait for."""
        return int(self._lib.xcb_get_file_descriptor(self._connection))

    @property
    def broken(self) -> bool:
        """Whether the connection to the server was lost."""
        return bool(self._lib.xcb_connection_has_error(self._connection))

    def close(self) -> None:
        """Disconnect and release all grabs."""
        if self._symbols is not None:
            self._symbols_lib.xcb_key_symbols_free(self._symbols)
            self._symbols = None
        self._lib.xcb_disconnect(self._connection)

    def read_keys(self) -> None:
        """Read the keyboard mapping again: the layout may have changed."""
        if self._symbols is not None:
            self._symbols_lib.xcb_key_symbols_free(self._symbols)
        self._symbols = ctypes.c_void_p(self._symbols_lib.xcb_key_symbols_alloc(self._connection))

    def keycodes(self, keysym: int) -> list[int]:
        """Return the keycodes that produce *keysym*."""
        found = self._symbols_lib.xcb_key_symbols_get_keycode(self._symbols, ctypes.c_uint32(keysym))
        codes: list[int] = []
        if found:
            while code := found[len(codes)]:
                codes.append(code)
            _free(found)
        return list(dict.fromkeys(codes))

    def mask_of(self, keysym: int) -> int:
        """Return the mask of the modifier for the key *keysym*; 0 if it is not a modifier."""
        codes = set(self.keycodes(keysym))
        reply = self._lib.xcb_get_modifier_mapping_reply(
            self._connection, self._lib.xcb_get_modifier_mapping(self._connection), None
        )
        if not reply:
            return 0
        keys_per_modifier = reply.contents.per_modifier
        keys = self._lib.xcb_get_modifier_mapping_keycodes(reply)
        modifiers = [
            index // keys_per_modifier for index in range(8 * keys_per_modifier) if keys[index] in codes and keys[index]
        ]
        _free(reply)
        return 1 << modifiers[0] if modifiers else 0

    def grab(self, keycode: int, state: int) -> int:
        """Grab the key on all windows; return the server's error, 0 for none."""
        cookie = self._lib.xcb_grab_key_checked(self._connection, 1, self.root, state, keycode, 1, 1)
        error = self._lib.xcb_request_check(self._connection, cookie)
        if not error:
            return 0
        code = int(error.contents.error_code)
        _free(error)
        return code

    def presses(self) -> Iterator[KeyPress]:
        """Yield new presses of grabbed keys, without auto-repeat; does not block."""
        while found := self._lib.xcb_poll_for_event(self._connection):
            event = found.contents
            kind, pressed = event.response_type & 0x7F, KeyPress(event.detail, event.state, event.words[0])
            _free(found)
            if kind == KEY_RELEASE:
                self._released = pressed.time
            elif kind == KEY_PRESS:
                # Auto-repeat is reported as a release and a press in the same millisecond.
                if pressed.time != self._released:
                    yield pressed
            elif kind == MAPPING_NOTIFY:
                self.read_keys()

    def has_owner(self, selection: str) -> bool:
        """Return whether *selection* has an owner: a compositor owns `_NET_WM_CM_S0`."""
        cookie = self._lib.xcb_get_selection_owner(self._connection, self._atom(selection))
        reply = self._lib.xcb_get_selection_owner_reply(self._connection, cookie, None)
        owner = reply.contents.value if reply else 0
        _free(reply)
        return bool(owner)

    def activate(self, window: int, time: int = 0) -> None:
        """Request activation from the window manager, as a pager: the user pressed a key for it."""
        message = _Message(CLIENT_MESSAGE, 32, 0, window, self._atom("_NET_ACTIVE_WINDOW"))
        message.data[0], message.data[1] = 2, time
        self._lib.xcb_send_event(self._connection, 0, self.root, SUBSTRUCTURE_MASK, ctypes.byref(message))
        self._lib.xcb_flush(self._connection)

    def _atom(self, name: str) -> int:
        data = name.encode()
        cookie = self._lib.xcb_intern_atom(self._connection, 0, len(data), data)
        reply = self._lib.xcb_intern_atom_reply(self._connection, cookie, None)
        value = int(reply.contents.value) if reply else 0
        _free(reply)
        return value


def _libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    try:
        xcb, symbols = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL("libxcb-keysyms.so.1")
    except OSError as error:
        raise NoXServer("libxcb is not installed.") from error
    pointer = ctypes.c_void_p
    xcb.xcb_connect.restype = xcb.xcb_get_setup.restype = pointer
    xcb.xcb_setup_roots_iterator.restype = _Screens
    for name in ("grab_key_checked", "get_modifier_mapping", "intern_atom", "get_selection_owner", "ungrab_key"):
        getattr(xcb, f"xcb_{name}").restype = _Cookie
    xcb.xcb_send_event.restype = _Cookie
    xcb.xcb_grab_key_checked.argtypes = (
        pointer, ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint16, ctypes.c_uint8, ctypes.c_uint8, ctypes.c_uint8,
    )  # fmt: skip
    xcb.xcb_get_selection_owner.argtypes = (pointer, ctypes.c_uint32)
    xcb.xcb_intern_atom.argtypes = (pointer, ctypes.c_uint8, ctypes.c_uint16, ctypes.c_char_p)
    xcb.xcb_send_event.argtypes = (pointer, ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint32, pointer)
    xcb.xcb_request_check.restype = ctypes.POINTER(_Error)
    xcb.xcb_poll_for_event.restype = ctypes.POINTER(_Event)
    xcb.xcb_get_modifier_mapping_reply.restype = ctypes.POINTER(_Modifiers)
    xcb.xcb_get_modifier_mapping_keycodes.restype = ctypes.POINTER(ctypes.c_uint8)
    xcb.xcb_intern_atom_reply.restype = xcb.xcb_get_selection_owner_reply.restype = ctypes.POINTER(_Atom)
    symbols.xcb_key_symbols_alloc.restype = pointer
    symbols.xcb_key_symbols_get_keycode.restype = ctypes.POINTER(ctypes.c_uint8)
    return xcb, symbols


@cache
def _libc() -> ctypes.CDLL:
    # Loaded on first use: Windows has no library of this name, and imports this module too.
    library = ctypes.CDLL(None)
    library.free.argtypes = (ctypes.c_void_p,)
    return library


def _free(reply: object) -> None:
    if reply:
        _libc().free(ctypes.cast(reply, ctypes.c_void_p))  # type: ignore[arg-type] # a pointer of any type


X11_MASKS = ((SHIFT, 1), (CONTROL, 4), (ALT, 8), (META, 64))
"""The server's masks of the modifiers: Alt is the first one on nearly all systems, Meta the fourth."""


class X11HotkeyBackend(HotkeyBackend):
    """Has a separate connection while keys are registered; its events wake Qt's loop."""

    def __init__(self, display: str | None = None, parent: QObject | None = None) -> None:
        """*display* is by default the one in the environment."""
        super().__init__(parent)
        self._display = display
        self._server: XcbConnection | None = None
        self._notifier: QSocketNotifier | None = None

    def available(self) -> str:
        return self.tr("Works everywhere on this desktop.")

    def register(self, keys: KeyCombination) -> str:
        self.unregister()
        try:
            server = XcbConnection(self._display)
        except NoXServer:
            return self.tr("The X server could not be asked for this shortcut.")
        codes = server.keycodes(keys.codes.keysym)
        if not codes:
            server.close()
            return self.tr("This keyboard has no key for “{0}”.").format(keys.text)
        error = grab_with_locks(server, codes, x11_mask(keys))
        if error:
            server.close()
            if error == BAD_ACCESS:
                return self.tr("“{0}” is already used by another program. Choose another shortcut.").format(keys.text)
            return self.tr("The X server refused “{0}”.").format(keys.text)
        self._server = server
        self._notifier = QSocketNotifier(server.socket, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read_presses)
        self._read_presses()  # Replies to the grabs may have read events, which would not wake the loop.
        return ""

    def unregister(self) -> None:
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
            self._notifier = None
        if self._server is not None:
            self._server.close()
            self._server = None

    def _read_presses(self) -> None:
        server = self._server
        if server is None:
            return
        if any([True for _ in server.presses()]):  # noqa: C419 - all are read, not only the first
            self.pressed.emit()
        if server.broken:
            self.unregister()


def x11_mask(keys: KeyCombination) -> int:
    """Return the server's mask of the modifiers."""
    return sum(mask for modifier, mask in X11_MASKS if keys.modifiers & modifier)


def grab_with_locks(server: XcbConnection, keycodes: Sequence[int], mask: int) -> int:
    """Grab *keycodes* with the modifiers *mask*, whichever lock keys are on; return the first error, 0 for none."""
    locks = lock_masks(server)
    errors = (server.grab(keycode, mask | lock) for keycode in keycodes for lock in locks)
    return next(filter(None, errors), 0)


def lock_masks(server: XcbConnection) -> list[int]:
    """Return the masks for which the keys must be grabbed: lock keys count as modifiers, and must be ignored."""
    locks = [mask for mask in (CAPS_LOCK, server.mask_of(NUM_LOCK), server.mask_of(SCROLL_LOCK)) if mask]
    masks = {0}
    for lock in locks:
        masks |= {mask | lock for mask in masks}
    return sorted(masks)
