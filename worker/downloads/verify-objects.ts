import type { ObjectRange } from "../platform/http/http-range.ts";
import {
	differenceOf,
	type ObjectRecord,
	UnreadableObject,
} from "../platform/storage/stored-object.ts";

/** So many objects are asked for one by one; more are listed. */
const SAMPLE_SIZE = 6;

/** The objects under the prefixes that are wanted, by key. */
async function listed(files: R2Bucket, keys: ReadonlySet<string>): Promise<Map<string, R2Object>> {
	const found = new Map<string, R2Object>();
	const prefixes = new Set([...keys].map((key) => key.slice(0, key.lastIndexOf("/") + 1)));
	for (const prefix of prefixes) {
		let cursor: string | undefined;
		do {
			const page: R2Objects = await files.list({ prefix, ...(cursor && { cursor }) });
			for (const object of page.objects) if (keys.has(object.key)) found.set(object.key, object);
			cursor = page.truncated ? page.cursor : undefined;
		} while (cursor !== undefined);
	}
	return found;
}

/**
 * Compares objects with their records without reading them. `stretches` tells where in each object
 * the wanted bytes begin. @throws UnreadableObject for the first that differs.
 */
export async function verifyObjects(
	files: R2Bucket,
	stretches: readonly ObjectRange[],
	recordOf: (key: string) => ObjectRecord,
): Promise<void> {
	const keys = new Set(stretches.map(({ key }) => key));
	const many = keys.size > SAMPLE_SIZE ? await listed(files, keys) : null;
	const checked = new Set<string>();
	for (const batch of stretches) {
		const { key } = batch;
		if (checked.has(key)) continue;
		checked.add(key);
		const object = many ? (many.get(key) ?? null) : await files.head(key);
		const difference = differenceOf(object, recordOf(key));
		if (difference) throw new UnreadableObject(batch, difference.problem, { ...difference });
	}
}
