#!/bin/sh
# Uploads a folder as a share, or as new versions of the files of TILLBOX_SHARE.
#
#   TILLBOX_TOKEN=… TILLBOX_SERVER=… RELEASE_NAME="1.2" sh sell-release.sh dist
set -eu

folder=$1
: "${RELEASE_NAME:?}"

if [ -n "${TILLBOX_SHARE:-}" ]; then
	# Files of new names are added; the others take the place of the earlier versions.
	link=$(tillbox upload "$folder" --add-to "$TILLBOX_SHARE" --replace --note "$RELEASE_NAME")
else
	link=$(tillbox upload "$folder" --title "$RELEASE_NAME" --price "${TILLBOX_PRICE:?}")
fi

echo "Released at $link"
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "link=$link" >>"$GITHUB_OUTPUT"; fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then echo "For sale: <$link>" >>"$GITHUB_STEP_SUMMARY"; fi
