import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { backupState } from "../tables.ts";
import { idAfter } from "./format.ts";

export type OpenCopy = {
	name: string;
	/** bytes that the sum covers; the upload begins once it is complete */
	summed: number;
	crc32: number;
	uploadId: string | null;
	parts: R2UploadedPart[];
};

/** A step leads from one state to the next. */
export type BackupState = {
	id: string;
	/**
	 * copy: objects, before the database, since that may take long; rows, changes: the database; objects: those
	 * stored in the meantime, and a list of all; expire: removes old backups; sweep: removes unreferenced copies
	 */
	phase: "copy" | "rows" | "changes" | "objects" | "expire" | "sweep" | "done";
	/** the last key handled in this phase */
	after: string;
	box: number;
	/** parents before children */
	tables: { name: string; boxes: number; rows: number }[];
	/** and the number of rows to read */
	table: number;
	rowid: number;
	limit: number;
	/** the last change in a box; the number of boxes */
	seq: number;
	changes: number;
	/** of the definitions of all tables and indexes */
	schema: string;
	/** ms; 0 while unknown */
	moment: number;
	/** of the latest complete backup before this one; 0 before the first */
	last: number;
	objects: number;
	copied: number;
	oldest: string;
	copy: OpenCopy | null;
};

export function freshState(now: number, previous: BackupState | null): BackupState {
	const id = idAfter(previous?.id ?? "", now);
	const last = previous ? latestMoment(previous) : 0;
	return {
		id,
		phase: "copy",
		after: "",
		box: 1,
		tables: [],
		table: 0,
		rowid: -1,
		limit: 100,

		seq: 0,
		changes: 0,
		schema: "",
		moment: 0,
		last,
		objects: 0,
		copied: 0,
		oldest: "",
		copy: null,
	};
}

/** ms; 0 when there is none */
export function latestMoment({ phase, moment, last }: BackupState): number {
	return phase === "done" ? moment : last;
}

/** Null before the first backup. */
export async function readState(ctx: Ctx): Promise<BackupState | null> {
	const [row] = await ctx.db.select().from(backupState).where(eq(backupState.id, 1));
	return row ? (JSON.parse(row.state) as BackupState) : null;
}

/** No effect if another run came first. */
export function saveQuery(ctx: Ctx, from: BackupState | null, to: BackupState) {
	const state = JSON.stringify(to);
	if (from === null)
		return ctx.db.insert(backupState).values({ id: 1, state }).onConflictDoNothing().returning();
	return ctx.db
		.update(backupState)
		.set({ state })
		.where(and(eq(backupState.id, 1), eq(backupState.state, JSON.stringify(from))))
		.returning();
}
