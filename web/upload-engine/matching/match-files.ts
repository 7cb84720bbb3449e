export type ExpectedFile = {
	id: string;
	name: string;
	folderPath: string;
	/** bytes */
	size: number;
	/** ms since the epoch; null if unknown */
	lastModified: number | null;
};

/** `lastModified` in ms since the epoch. */
export type FileIdentity = Pick<File, "name" | "size" | "lastModified">;

/** The browser may report only a part of `path`: "tour/day 1/a.jpg". */
export type SelectedFile<Chosen extends FileIdentity = File> = { path: string; file: Chosen };

export type Matches<Chosen extends FileIdentity = File> = {
	found: Map<string, Chosen>;
	/** no file of that name was offered */
	missing: ExpectedFile[];
	/** same name, but another size or date */
	changed: ExpectedFile[];
};

/** By name, size and date; of several, the one whose path is most similar to the folder. */
export function matchFiles<Chosen extends FileIdentity>(
	segments: readonly ExpectedFile[],
	offered: readonly SelectedFile<Chosen>[],
): Matches<Chosen> {
	// Not `Map.groupBy`, which Node 20 lacks.
	const byName = new Map<string, SelectedFile<Chosen>[]>();
	for (const offer of offered) {
		const name = offer.file.name.normalize("NFC");
		const named = byName.get(name);
		if (named) named.push(offer);
		else byName.set(name, [offer]);
	}
	const taken = new Set<SelectedFile<Chosen>>();
	const matches: Matches<Chosen> = { found: new Map(), missing: [], changed: [] };
	for (const want of segments) {
		const named = byName.get(want.name.normalize("NFC")) ?? [];
		const same = named.filter((offer) => !taken.has(offer) && isSame(want, offer.file));
		const best = same.sort((a, b) => similarity(b, want) - similarity(a, want))[0];
		if (best) {
			taken.add(best);
			matches.found.set(want.id, best.file);
		} else if (named.some((offer) => !taken.has(offer))) matches.changed.push(want);
		else matches.missing.push(want);
	}
	return matches;
}

export function isSame(want: ExpectedFile, file: FileIdentity): boolean {
	return (
		file.size === want.size &&
		(want.lastModified === null || file.lastModified === want.lastModified)
	);
}

/** Counts the common folders, from the file upwards. */
function similarity({ path }: Pick<SelectedFile, "path">, { folderPath }: ExpectedFile): number {
	const own = path.split("/").slice(0, -1).reverse();
	const segments = folderPath.split("/").reverse();
	let count = 0;
	while (count < own.length && own[count] === segments[count]) count++;
	return count;
}
