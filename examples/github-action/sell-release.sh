#!/bin/sh
# Uploads a folder as a share of the repository: a new one the first time, then new versions of its files.
#
#   TILLBOX_TOKEN=… TILLBOX_SERVER=… RELEASE_NAME="1.2" sh sell-release.sh dist
set -eu

# Files of new names are added; the others take the place of the earlier versions.
link=$(tillbox upload "$1" --external-id "github:${GITHUB_REPOSITORY:?}" \
	--title "${RELEASE_NAME:?}" --price "${TILLBOX_PRICE:?}" --note "$RELEASE_NAME")

echo "Released at $link"
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "link=$link" >>"$GITHUB_OUTPUT"; fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then echo "For sale: <$link>" >>"$GITHUB_STEP_SUMMARY"; fi
