#!/usr/bin/env bash
# The AppDir of a frozen program and, where appimagetool is there, the AppImage made of it.
#
#     packaging/linux/appimage.sh build/frozen/vaultdesk FOLDER
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
frozen="$1"
to="$2"
dir="$to/VaultDesk.AppDir"
rm -rf "$dir"
mkdir -p "$dir/usr/lib" "$dir/usr/share/applications" "$dir/usr/share/metainfo" "$dir/usr/share/icons/hicolor/256x256/apps"
cp -a "$frozen" "$dir/usr/lib/vaultdesk"
cp "$root/packaging/linux/vaultdesk.desktop" "$dir/usr/share/applications/"
cp "$root/packaging/linux/io.github.vaultdesk.VaultDesk.metainfo.xml" "$dir/usr/share/metainfo/"
cp "$root/build/icons/vaultdesk-256.png" "$dir/usr/share/icons/hicolor/256x256/apps/vaultdesk.png"
ln -s usr/share/applications/vaultdesk.desktop "$dir/vaultdesk.desktop"
ln -s usr/share/icons/hicolor/256x256/apps/vaultdesk.png "$dir/vaultdesk.png"
ln -s vaultdesk.png "$dir/.DirIcon"
cat > "$dir/AppRun" <<'RUN'
#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
exec "$here/usr/lib/vaultdesk/vaultdesk" "$@"
RUN
chmod +x "$dir/AppRun"
if command -v appimagetool >/dev/null; then
    appimagetool --no-appstream "$dir" "$to/VaultDesk-$(uname -m).AppImage"
else
    echo "$dir is ready; appimagetool is not here, so no AppImage was made of it." >&2
fi
