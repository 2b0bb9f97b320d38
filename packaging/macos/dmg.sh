#!/usr/bin/env bash
# The disk image people drag the program out of. With SIGNING_IDENTITY it is signed, with NOTARY_PROFILE notarised too.
#
#     packaging/macos/dmg.sh VaultDesk.app FOLDER
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
app="$1"
to="$2"
version="$(/usr/libexec/PlistBuddy -c 'Print CFBundleShortVersionString' "$app/Contents/Info.plist")"
image="$to/VaultDesk-$version-$(uname -m).dmg"
if [ -n "${SIGNING_IDENTITY:-}" ]; then
    # Inside out: what lies deepest is signed first, the bundle last.
    find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
        xargs -0 codesign --force --timestamp --options runtime --sign "$SIGNING_IDENTITY"
    codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" --sign "$SIGNING_IDENTITY" "$app"
    codesign --verify --deep --strict "$app"
fi
stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
cp -R "$app" "$stage/"
cp "$here/Removing VaultDesk.txt" "$stage/"
ln -s /Applications "$stage/Applications"
hdiutil create -quiet -fs HFS+ -volname "VaultDesk $version" -srcfolder "$stage" -format ULFO -ov "$image"
if [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" ${NOTARY_KEYCHAIN:+--keychain "$NOTARY_KEYCHAIN"} --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature "$image"
fi
echo "$image"
