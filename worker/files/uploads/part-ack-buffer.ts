import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { sessionOf } from "./fetch-own-upload.ts";
import type { Part } from "./session-rows.ts";

/**
 * Single-part files that this isolate has stored but whose sessions don't know yet. A call for each would cost half
 * as much as the file itself, so acknowledgements are batched after the response. A session that misses one finds
 * the object, with its CRC in the metadata (`single-part-object.ts`).
 */

/** How long acknowledgements wait to be batched. */
const WAIT_MS = 250;
/** How long a session seen open is assumed to stay open. */
const OPEN_MS = 5_000;

type Ack = { fileId: string; key: string; part: Part };
type Known = { acks: Ack[] /** ms */; flushAt: number /** ms */; openUntil: number };
const uploads = new Map<string, Known>();

function knownOf(id: string, now: number): Known {
	const known = uploads.get(id);
	if (known) return known;
	for (const [other, { acks, openUntil }] of uploads)
		if (acks.length === 0 && openUntil < now) uploads.delete(other);
	const fresh = { acks: [], flushAt: 0, openUntil: 0 };
	uploads.set(id, fresh);
	return fresh;
}

/**
 * Throws `upload.not_open` if the upload has ended; one that ended in another isolate may be accepted for a few
 * seconds.
 */
export async function checkOpen(ctx: Ctx, id: string, fileId: string): Promise<void> {
	const known = knownOf(id, ctx.now());
	if (known.openUntil > ctx.now()) return;
	if ((await sessionOf(ctx, id).part(fileId, 1, false)) === "closed")
		throw failure("upload.not_open");
	known.openUntil = ctx.now() + OPEN_MS;
}

export function deleteOpenUpload(id: string): void {
	const known = uploads.get(id);
	if (known) known.openUntil = 0;
}

async function flush(ctx: Ctx, id: string): Promise<void> {
	await scheduler.wait(WAIT_MS);
	const known = knownOf(id, ctx.now());
	const acks = known.acks.splice(0);
	if (acks.length === 0) return;
	try {
		const state = await sessionOf(ctx, id).acknowledge(acks);
		known.openUntil = state === "open" ? ctx.now() + OPEN_MS : 0;
		// Written after the upload was abandoned; delete them, or they would be orphaned.
		if (state === "abandoned") await ctx.files.delete(acks.map((ack) => ack.key));
	} catch (error) {
		log("warn", "upload.acks_lost", { upload: id, count: acks.length, ...serializeError(error) });
	}
}

/** Notifies the session later that a file's only part is stored, with its CRC in the metadata. */
export function enqueueAck(ctx: Ctx, id: string, ack: Ack): void {
	const now = ctx.now();
	const known = knownOf(id, now);
	known.acks.push(ack);
	// The scheduled flush may have been cancelled together with the request that scheduled it.
	if (known.acks.length > 1 && now < known.flushAt + 2 * WAIT_MS) return;
	known.flushAt = now + WAIT_MS;
	ctx.inBackground(() => flush(ctx, id));
}
