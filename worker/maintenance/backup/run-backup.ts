import { lte } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { log } from "../../platform/log.ts";
import { backupChanges } from "../tables.ts";
import { type BackupCtx, backupCtx, save } from "./context.ts";
import { copyObjects, listObjects } from "./copy-objects.ts";
import { beginRows, copyChanges, copyRows, endQueries } from "./copy-rows.ts";
import { expire, sweep, writeManifest } from "./expire.ts";
import { type BackupState, freshState, readState, saveQuery } from "./state.ts";

/** Some seconds of processor time, and fewer than a run's limit of 10,000 calls: a step makes about 40 at most. */
const BOUNDS = { steps: 250, ms: 4 * 60_000 };

/** Only logs if there is no bucket or key. */
export async function beginBackup(ctx: Ctx): Promise<void> {
	if (!backupCtx(ctx)) return log("warn", "backup.not_configured");
	const state = await readState(ctx);
	if (state && state.phase !== "done")
		return log("warn", "backup.still_running", { id: state.id, phase: state.phase });
	await save(ctx, state, freshState(ctx.now(), state));
}

/** True if there is more to do. */
export async function continueBackup(ctx: Ctx, bounds = BOUNDS): Promise<boolean> {
	const backup = backupCtx(ctx);
	let state = await readState(ctx);
	if (!state || state.phase === "done") return false;
	if (!backup) {
		// Otherwise changes would be noted forever.
		await ctx.db.batch([
			saveQuery(ctx, state, { ...state, phase: "done", moment: state.last }),
			...endQueries(ctx, state),
		]);
		log("warn", "backup.abandoned", { id: state.id });
		return false;
	}
	const end = ctx.now() + bounds.ms;
	for (let n = 0; n < bounds.steps && ctx.now() < end; n++) {
		state = await step(backup, state);
		// Another run came first.
		if (!state) return false;
		if (state.phase === "done") {
			const { id, moment, copied } = state;
			const rows = state.tables.reduce((sum, table) => sum + table.rows, 0);
			log("info", "backup.finished", { id, moment: new Date(moment).toISOString(), rows, copied });
			return false;
		}
	}
	return true;
}

/** May die at any point. Null if another run has continued. */
async function step(ctx: BackupCtx, state: BackupState): Promise<BackupState | null> {
	const to = (next: BackupState) => save(ctx, state, next).then((saved) => (saved ? next : null));
	switch (state.phase) {
		case "copy":
			return to(await copyObjects(ctx, state));
		case "rows":
			return state.schema === "" ? beginRows(ctx, state) : to(await copyRows(ctx, state));
		case "changes": {
			const next = await copyChanges(ctx, state);
			const saving = saveQuery(ctx, state, next);
			const rest =
				next.phase === "objects"
					? endQueries(ctx, state)
					: [ctx.db.delete(backupChanges).where(lte(backupChanges.seq, next.seq))];
			const [saved] = await ctx.db.batch([saving, ...rest]);
			return saved.length > 0 ? next : null;
		}
		case "objects":
			return to(await listObjects(ctx, state));
		case "expire":
			await writeManifest(ctx, state);
			return to(await expire(ctx, state));
		case "sweep":
			return to(await sweep(ctx, state));
		case "done":
			return state;
	}
}
