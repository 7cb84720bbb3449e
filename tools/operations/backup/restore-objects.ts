import pLimit from "p-limit";
import { PART_SIZE } from "../../../worker/contract/constants.ts";
import type { StoredObject } from "../../../worker/maintenance/backup/format.ts";
import { crc32 } from "../../../worker/platform/storage/crc32.ts";
import type { Bytes, Source, Statement, Target } from "./stores.ts";

const CONCURRENCY = 4;

type Outcome = { bytes: number; etag: string | null; lost: string | null };

/** Compares checksums; returns statements that note new ETags and losses. */
export async function restoreObjects(
	from: Source,
	to: Target,
	objects: readonly StoredObject[],
): Promise<{ notes: Statement[]; restored: number; bytes: number }> {
	const notes: Statement[] = [];
	let restored = 0;
	let bytes = 0;
	const outcomes = await pLimit(CONCURRENCY).map(objects, (object) =>
		restoreObject(from, to, object),
	);
	for (const [at, object] of objects.entries()) {
		const outcome = outcomes[at];
		if (!outcome) continue;
		if (outcome.lost !== null) {
			notes.push(["INSERT OR REPLACE INTO restore_lost VALUES (?, ?)", object.key, outcome.lost]);
			continue;
		}
		restored += 1;
		bytes += outcome.bytes;
		if (outcome.etag !== object.etag)
			notes.push(["INSERT OR REPLACE INTO restore_etags VALUES (?, ?)", object.key, outcome.etag]);
	}
	return { notes, restored, bytes };
}

async function restoreObject(from: Source, to: Target, object: StoredObject): Promise<Outcome> {
	let sum = 0;
	let bytes = 0;
	async function* pieces(): AsyncIterable<Bytes> {
		let offset = 0;
		do {
			const length = Math.min(PART_SIZE, object.size - offset);
			const piece =
				length === 0 ? new Uint8Array() : await from.read(object.name, { offset, length });
			if (piece?.length !== length) throw new Missing();
			sum = crc32(piece, sum);
			bytes += length;
			offset += length;
			yield piece;
		} while (offset < object.size);
	}
	try {
		// Parts of the same size give the same ETag.
		const isMultipart = object.etag.includes("-");
		const { metadata } = object;
		const etag = await to.put(object.key, pieces(), { isMultipart, metadata });
		if (sum === object.crc32) return { bytes, etag, lost: null };
		await to.remove(object.key);
		return { bytes, etag: null, lost: "its bytes differ" };
	} catch (error) {
		if (error instanceof Missing) return { bytes, etag: null, lost: "its copy is missing or cut" };
		throw error;
	}
}

class Missing extends Error {}
