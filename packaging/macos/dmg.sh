#!/usr/bin/env bash
# The disk image people drag the program out of. With SIGNING_IDENTITY it is signed, with NOTARY_PROFILE notarised too.
#
#     packaging/macos/dmg.sh VaultDesk.app FOLDER
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
app="$1"
to="$2"
version="$(plutil -extract CFBundleShortVersionString raw "$app/Contents/Info.plist")"
image="$to/VaultDesk-$version-$(uname -m).dmg"

# Without an identity the program gets a seal of this computer's ("ad hoc"): the one that PyInstaller made ended when the
# licences were added, and macOS calls a program with a broken seal damaged.
identity="${SIGNING_IDENTITY:--}"
options=(--force --sign "$identity")
if [ "$identity" != "-" ]; then
    options+=(--timestamp --options runtime)
fi
# Inside out: what lies deepest is signed first, then each framework as one, the bundle last. Programs and libraries are
# known by what they are; the ones in frameworks have no ending.
find "$app/Contents" -type f -print0 | while IFS= read -r -d '' file; do
    case "$(file -b "$file")" in
        Mach-O*) codesign "${options[@]}" "$file" ;;
    esac
done
find "$app/Contents" -depth -type d -name '*.framework' -print0 | xargs -0 -I{} codesign "${options[@]}" "{}"
codesign "${options[@]}" --entitlements "$here/entitlements.plist" "$app"
codesign --verify --deep --strict "$app"

stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
cp -R "$app" "$stage/"
cp "$here/Removing VaultDesk.txt" "$stage/"
ln -s /Applications "$stage/Applications"
# The system's own indexer often holds the new volume for a moment ("Resource busy").
for attempt in 1 2 3 4 5; do
    if hdiutil create -quiet -fs HFS+ -volname "VaultDesk $version" -srcfolder "$stage" -format ULFO -ov "$image"; then
        break
    elif [ "$attempt" = 5 ]; then
        exit 1
    fi
    sleep $((attempt * 5))
done
if [ "$identity" != "-" ]; then
    codesign --force --timestamp --sign "$identity" "$image"
fi
if [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" ${NOTARY_KEYCHAIN:+--keychain "$NOTARY_KEYCHAIN"} --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature "$image"
fi
echo "$image"
