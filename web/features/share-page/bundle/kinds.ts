import type { BundlePart } from "../../../../worker/contract/catalogue/shares.ts";
import type { FileIcon } from "../../../../worker/contract/files/file-type.ts";

/** How many files of each kind are in all parts of a bundle, in descending order. */
export function kindsIn(parts: readonly BundlePart[]): [FileIcon, number][] {
	const counts = new Map<FileIcon, number>();
	for (const { kinds } of parts)
		for (const { kind, n } of kinds) counts.set(kind, (counts.get(kind) ?? 0) + n);
	return [...counts].sort((a, b) => b[1] - a[1]);
}

/** True for a part that this viewer has bought, and not only because everybody may have it. */
export const isOwned = ({ isPaid, pricing }: BundlePart) => isPaid && pricing !== "free";
