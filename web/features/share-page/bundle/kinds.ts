import type { BundlePart } from "../../../../worker/contract/catalogue/shares.ts";
import type { FileIcon } from "../../../../worker/contract/files/file-type.ts";

/** Counts the files of all parts by kind, most frequent first. */
export function kindsIn(parts: readonly BundlePart[]): [FileIcon, number][] {
	const counts = new Map<FileIcon, number>();
	for (const { kinds } of parts)
		for (const { kind, n } of kinds) counts.set(kind, (counts.get(kind) ?? 0) + n);
	return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Bought by this viewer, not merely free for everyone. */
export const isOwned = ({ isPaid, pricing }: BundlePart) => isPaid && pricing !== "free";
