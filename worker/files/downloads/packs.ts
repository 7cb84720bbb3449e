import { eq, sql } from "drizzle-orm";
import { files, packEntries } from "../../catalogue/shares/tables.ts";
import { MIB, PACK_FILE_LIMIT } from "../../contract/constants.ts";
import type { Ctx } from "../../core/context.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { type NamedFile, nameFiles, readFiles } from "./archive-entries.ts";
import { packEntry } from "./pack-entry.ts";

/** A pack is built in memory and written by one `put`. */
const PACK_SIZE = 8 * MIB;
/** An entry's fixed fields and timestamp, without its path. */
const HEADER_ROOM = 64;
/** The platform allows six reads to wait for their headers at a time. */
const PARALLEL_READS = 6;
/** Per statement; after a crash, recorded files aren't packed again. */
const RECORD_EVERY = 500;

type Small = NamedFile;

type Place = {
	id: string;
	key: string;
	offset: number;
	length: number;
	method: 0 | 8;
	dataSize: number;
};

/** The maximum size of an entry: data is deflated only if that makes it smaller. */
function roomFor({ file, path }: Small): number {
	return HEADER_ROOM + 3 * path.length + file.size;
}

function groupsOf(small: readonly Small[]): Small[][] {
	const groups: Small[][] = [];
	for (const folder of Map.groupBy(small, ({ file }) => file.folderPath).values()) {
		let group: Small[] = [];
		let size = 0;
		for (const one of folder) {
			if (size + roomFor(one) > PACK_SIZE) {
				groups.push(group);
				group = [];
				size = 0;
			}
			group.push(one);
			size += roomFor(one);
		}
		groups.push(group);
	}
	// A single file is one read either way.
	return groups.filter((group) => group.length > 1);
}

/** Throws if the object is missing or differs from its upload. */
async function dataOf(ctx: Ctx, { file }: Small): Promise<Uint8Array> {
	const object = await ctx.files.get(file.objectKey);
	const data = new Uint8Array((await object?.arrayBuffer()) ?? []);
	if (object === null || data.length !== file.size || crc32(data) !== file.crc32) {
		throw new Error(`file ${file.id} cannot be packed: its object is not what was uploaded`);
	}
	return data;
}

async function makePack(ctx: Ctx, shareId: string, group: readonly Small[]): Promise<Place[]> {
	// Named by content, so that writing it again after a crash replaces it.
	const identity = JSON.stringify(group.map(({ file, path }) => [file.id, path]));
	const key = `packs/${shareId}/${(await sha256(identity)).slice(0, 32)}`;
	const pack = new Uint8Array(group.reduce((room, one) => room + roomFor(one), 0));
	const places: Place[] = [];
	let offset = 0;
	for (let from = 0; from < group.length; from += PARALLEL_READS) {
		const batch = group.slice(from, from + PARALLEL_READS);
		const contents = await Promise.all(batch.map((one) => dataOf(ctx, one)));
		for (const [index, { file, path }] of batch.entries()) {
			const entry = { path, crc32: file.crc32, modifiedAt: file.modifiedAt };
			const { bytes, method, dataSize } = packEntry(entry, contents[index] ?? new Uint8Array());
			pack.set(bytes, offset);
			places.push({ id: file.id, key, offset, length: bytes.length, method, dataSize });
			offset += bytes.length;
		}
	}
	await ctx.files.put(key, pack.subarray(0, offset));
	return places;
}

async function record(ctx: Ctx, places: readonly Place[]): Promise<void> {
	await ctx.db.run(sql`
		insert into ${packEntries}
			(file_id, pack_key, pack_offset, pack_length, pack_method, pack_data_size)
		select place.value ->> 'id', place.value ->> 'key', place.value ->> 'offset',
			place.value ->> 'length', place.value ->> 'method', place.value ->> 'dataSize'
		from json_each(${JSON.stringify(places)}) as place
		where exists (select 1 from ${files} where ${files.id} = place.value ->> 'id')
		on conflict (file_id) do update set
			pack_key = excluded.pack_key,
			pack_offset = excluded.pack_offset,
			pack_length = excluded.pack_length,
			pack_method = excluded.pack_method,
			pack_data_size = excluded.pack_data_size`);
}

/**
 * Copies a share's small files into packs of finished ZIP entries. Must run when all file rows exist and before the
 * share is published: afterwards its archives must not change. Idempotent, even after a crash half-way. Uses about
 * 14 MiB of memory. Throws if an object differs from what was uploaded.
 */
export async function makePacks(ctx: Ctx, shareId: string): Promise<void> {
	const small = nameFiles(await readFiles(ctx, eq(files.shareId, shareId))).filter(
		({ file, pack }) => pack === null && file.size <= PACK_FILE_LIMIT,
	);
	let places: Place[] = [];
	for (const group of groupsOf(small)) {
		places.push(...(await makePack(ctx, shareId, group)));
		if (places.length >= RECORD_EVERY) {
			await record(ctx, places);
			places = [];
		}
	}
	if (places.length > 0) await record(ctx, places);
}
