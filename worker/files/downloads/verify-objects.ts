import type { ObjectRange } from "../../platform/http/http-range.ts";
import {
	differenceOf,
	type ObjectRecord,
	UnreadableObject,
} from "../../platform/storage/stored-object.ts";

/** Up to this many objects are queried one by one; more are listed. */
const SAMPLE_SIZE = 6;

async function listed(files: R2Bucket, keys: ReadonlySet<string>): Promise<Map<string, R2Object>> {
	const found = new Map<string, R2Object>();
	// Kind and share: each rendition has a folder of its own.
	const prefixes = new Set([...keys].map((key) => `${key.split("/", 2).join("/")}/`));
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

/** Doesn't read the objects. Throws UnreadableObject for the first difference. */
export async function verifyObjects(
	files: R2Bucket,
	ranges: readonly ObjectRange[],
	recordOf: (key: string) => ObjectRecord,
): Promise<void> {
	const keys = new Set(ranges.map(({ key }) => key));
	const many = keys.size > SAMPLE_SIZE ? await listed(files, keys) : null;
	const checked = new Set<string>();
	for (const range of ranges) {
		const { key } = range;
		if (checked.has(key)) continue;
		checked.add(key);
		const object = many ? (many.get(key) ?? null) : await files.head(key);
		const difference = differenceOf(object, recordOf(key));
		if (difference) throw new UnreadableObject(range, difference.problem, { ...difference });
	}
}
