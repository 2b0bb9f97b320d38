"""Color tokens of the light, dark and high-contrast themes, as plain values without Qt."""

from typing import NamedTuple


class Tokens(NamedTuple):
    """The colors of one theme as hex strings (vaultdesk/ui/theme/README.md, "Colors"). No other file defines a
    color.
    """

    dark: bool
    high_contrast: bool
    background: str
    surface: str
    raised: str
    sunken: str
    hover: str
    pressed: str
    border: str
    control: str
    outline: str
    text: str
    text2: str
    muted: str
    disabled: str
    accent: str
    accent_hover: str
    on_accent: str
    accent_tint: str
    accent_soft: str
    success: str
    success_tint: str
    warning: str
    warning_tint: str
    danger: str
    danger_tint: str
    selection: str
    mark: str
    code_word: str

    def hex(self, role: str) -> str:
        """Return the color of *role*, the name of a field."""
        value = getattr(self, role)
        assert isinstance(value, str), role
        return value


LIGHT = Tokens(
    dark=False,
    high_contrast=False,
    background="#F4F4F2",
    surface="#FFFFFF",
    raised="#FFFFFF",
    sunken="#EFEFEC",
    hover="#E9E9E5",
    pressed="#DFDFDA",
    border="#DEDED9",
    control="#C2C2BB",
    outline="#83837C",
    text="#1E1E1C",
    text2="#44443F",
    muted="#63635C",
    disabled="#9C9C95",
    accent="#0B6A82",
    accent_hover="#095A6F",
    on_accent="#FFFFFF",
    accent_tint="#DDEDF1",
    accent_soft="#EDF5F7",
    success="#22703D",
    success_tint="#E4F2E8",
    warning="#85560A",
    warning_tint="#FAF0DA",
    danger="#B02A21",
    danger_tint="#FAE8E6",
    selection="#C9E3EA",
    mark="#FFEFB0",
    code_word="#7A3E9D",
)

DARK = Tokens(
    dark=True,
    high_contrast=False,
    background="#191A1B",
    surface="#1F2122",
    raised="#282A2C",
    sunken="#17181A",
    hover="#303336",
    pressed="#3B3F42",
    border="#313437",
    control="#4B4F53",
    outline="#84888C",
    text="#E5E5E2",
    text2="#C6C6C2",
    muted="#A0A19D",
    disabled="#6B6D6E",
    accent="#63C1D7",
    accent_hover="#82D0E2",
    on_accent="#06262E",
    accent_tint="#17393F",
    accent_soft="#1E2D31",
    success="#7CC896",
    success_tint="#1D3226",
    warning="#E2B660",
    warning_tint="#372F1D",
    danger="#F2928A",
    danger_tint="#402422",
    selection="#1F4D58",
    mark="#5C4B12",
    code_word="#CFA3EA",
)

LIGHT_CONTRAST = Tokens(
    dark=False,
    high_contrast=True,
    background="#FFFFFF",
    surface="#FFFFFF",
    raised="#FFFFFF",
    sunken="#F2F2F2",
    hover="#E0E0E0",
    pressed="#CFCFCF",
    border="#595959",
    control="#000000",
    outline="#000000",
    text="#000000",
    text2="#000000",
    muted="#333333",
    disabled="#595959",
    accent="#004E63",
    accent_hover="#003B4B",
    on_accent="#FFFFFF",
    accent_tint="#C7E8F0",
    accent_soft="#FFFFFF",
    success="#0A4A20",
    success_tint="#FFFFFF",
    warning="#5C3900",
    warning_tint="#FFFFFF",
    danger="#8A0F0A",
    danger_tint="#FFFFFF",
    selection="#9AD5E4",
    mark="#FFE066",
    code_word="#4A0E6B",
)

DARK_CONTRAST = Tokens(
    dark=True,
    high_contrast=True,
    background="#000000",
    surface="#000000",
    raised="#0D0D0D",
    sunken="#0D0D0D",
    hover="#262626",
    pressed="#404040",
    border="#A6A6A6",
    control="#FFFFFF",
    outline="#FFFFFF",
    text="#FFFFFF",
    text2="#FFFFFF",
    muted="#D6D6D6",
    disabled="#A6A6A6",
    accent="#86E3F7",
    accent_hover="#B5EEFA",
    on_accent="#000000",
    accent_tint="#083D49",
    accent_soft="#000000",
    success="#A6F0BE",
    success_tint="#000000",
    warning="#FFD584",
    warning_tint="#000000",
    danger="#FFB3AD",
    danger_tint="#000000",
    selection="#0A5566",
    mark="#6B5600",
    code_word="#E3C2F7",
)
