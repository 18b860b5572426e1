#!/usr/bin/env bash
# Keeps a copy of lists, one folder a day: ./01-nightly-export.sh /var/backups/karvon devices sales customers
# Role: the lowest that may read all of them (docs/api/exports.md). A second run on the same day replaces the files.
set -euo pipefail
: "${KARVON_URL:?see docs/api/scripts.md}" "${KARVON_TOKEN:?see docs/api/scripts.md}"
[ $# -ge 2 ] || { echo "usage: $0 FOLDER LIST..." >&2; exit 2; }
folder="$1/$(date -u +%F)"
shift
mkdir -p "$folder"
for list in "$@"; do
  part=$(mktemp "$folder/.$list.XXXXXX")
  trap 'rm -f "$part"' EXIT
  # The token comes by a file descriptor: an argument would be seen in the list of processes. curl waits as Retry-After says.
  curl --silent --show-error --fail --retry 8 --retry-connrefused --output "$part" \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$KARVON_TOKEN") \
    "${KARVON_URL%/}/v1/admin/exports/$list?format=ndjson"
  # A file has its name only once it is whole.
  mv "$part" "$folder/$list.ndjson"
  echo "$folder/$list.ndjson: $(wc -l <"$folder/$list.ndjson") records"
done
