import pLimit from "p-limit";
import { type BackupCtx, writeNextBox } from "./context.ts";
import { copyObject, notesOf } from "./copy-object.ts";
import { COPIES, copyName, GONE, type ObjectsBox, originOf, type StoredObject } from "./format.ts";
import type { BackupState } from "./state.ts";

const PAGE = 250;
const OBJECTS_PER_STEP = 15;
/** A larger one ends the step, which bounds its bytes too. */
const SMALL = 1 << 20;
const CONCURRENCY = 6;

type Page = {
	live: R2Object[];
	copies: R2Object[];
	upto: string | null;
};

const keyOf = (copy: R2Object) => originOf(copy.key).key;
/** Sorts after all copies of `key`, before those of any later key. */
const afterCopiesOf = (key: string) => `${COPIES}${key}"`;

async function readPage(ctx: BackupCtx, after: string): Promise<Page> {
	const [live, copies] = await Promise.all([
		ctx.files.list({
			limit: PAGE,
			include: ["httpMetadata", "customMetadata"],
			...(after && { startAfter: after }),
		}),
		ctx.backup.list({
			prefix: COPIES,
			limit: 2 * PAGE,
			include: ["customMetadata"],
			...(after && { startAfter: afterCopiesOf(after) }),
		}),
	]);
	const ends = [
		...(live.truncated ? live.objects.slice(-1).map(({ key }) => key) : []),
		// The last key may have further copies.
		...(copies.truncated ? [keyBefore(copies.objects)] : []),
	];
	const upto = ends.toSorted()[0] ?? null;
	const isInside = (key: string) => upto === null || key <= upto;
	return {
		live: live.objects.filter(({ key }) => isInside(key)),
		copies: copies.objects.filter((copy) => isInside(keyOf(copy))),
		upto,
	};
}

function keyBefore(copies: readonly R2Object[]): string {
	const last = copies.at(-1);
	const before = copies.findLast((copy) => last && keyOf(copy) !== keyOf(last));
	if (!before) throw new Error("An object has more versions than fit a page");
	return keyOf(before);
}

/** Null if nothing was missing; else the state to continue from. */
async function copyMissing(ctx: BackupCtx, state: BackupState, page: Page) {
	const there = new Set(page.copies.map(({ key }) => key));
	const missing = page.live.filter(({ key, etag }) => !there.has(copyName(key, etag)));
	if (missing.length === 0) return null;
	const large = missing.findIndex(({ size }) => size > SMALL);
	const batch = missing.slice(0, large < 0 ? OBJECTS_PER_STEP : Math.min(large, OBJECTS_PER_STEP));
	await pLimit(CONCURRENCY).map(batch, (object) => copyObject(ctx, object, null));
	const alone = batch.length === 0 ? missing[0] : undefined;
	const copy = alone ? await copyObject(ctx, alone, state.copy) : null;
	const copied = state.copied + batch.length + (alone && copy === null ? 1 : 0);
	return { ...state, copy, copied };
}

export async function copyObjects(ctx: BackupCtx, state: BackupState): Promise<BackupState> {
	const page = await readPage(ctx, state.after);
	const next = await copyMissing(ctx, state, page);
	if (next) return next;
	return page.upto === null
		? { ...state, phase: "rows", after: "" }
		: { ...state, after: page.upto };
}

async function listNotes(ctx: BackupCtx, after: string, upto: string | null) {
	const notes = new Map<string, string>();
	const end = upto === null ? null : `${GONE}${afterCopiesOf(upto)}`;
	let from = after === "" ? "" : `${GONE}${afterCopiesOf(after)}`;
	for (;;) {
		const page = await ctx.backup.list({
			prefix: GONE,
			limit: 2 * PAGE,
			include: ["customMetadata"],
			...(from && { startAfter: from }),
		});
		for (const { key, customMetadata } of page.objects)
			if (end === null || key < end) notes.set(key.slice(GONE.length), customMetadata?.since ?? "");
		from = page.objects.at(-1)?.key ?? "";
		if (!page.truncated || (end !== null && from >= end)) return notes;
	}
}

/**
 * Lists objects, and copies whose object vanished since the previous backup, since the database of a moment ago may
 * refer to them. A note records since when, for the sweep.
 */
export async function listObjects(ctx: BackupCtx, state: BackupState): Promise<BackupState> {
	const page = await readPage(ctx, state.after);
	const copying = await copyMissing(ctx, state, page);
	if (copying) return copying;
	const notes = await listNotes(ctx, state.after, page.upto);
	const live = new Set(page.live.map(({ key, etag }) => copyName(key, etag)));
	const liveKeys = new Set(page.live.map(({ key }) => key));
	const isGone = (copy: R2Object) => !live.has(copy.key);
	const fresh = page.copies.filter(
		(copy) => isGone(copy) && (notes.get(copy.key) ?? state.id) === state.id,
	);
	const unnoted = fresh.filter(({ key }) => !notes.has(key));
	await pLimit(CONCURRENCY).map(unnoted.slice(0, OBJECTS_PER_STEP), (copy) =>
		ctx.backup.put(`${GONE}${copy.key}`, "", { customMetadata: { since: state.id } }),
	);
	if (unnoted.length > OBJECTS_PER_STEP) return state;
	const back = page.copies.filter((copy) => !isGone(copy) && notes.has(copy.key));
	if (back.length > 0) await ctx.backup.delete(back.map(({ key }) => `${GONE}${key}`));
	const listed = [
		...page.copies.filter((copy) => !isGone(copy)),
		...fresh.filter((copy) => !liveKeys.has(keyOf(copy))),
	];
	const next: Partial<BackupState> = { after: page.upto ?? "", ...(page.upto === null && ENDED) };
	if (listed.length === 0) return { ...state, ...next };
	const box: ObjectsBox = { kind: "objects", objects: listed.map(storedObject) };
	return writeNextBox(ctx, state, JSON.stringify(box), { ...next, objects: state.objects + 1 });
}

const ENDED = { phase: "expire" } as const;

function storedObject(copy: R2Object): StoredObject {
	return { ...originOf(copy.key), name: copy.key, size: copy.size, ...notesOf(copy) };
}
