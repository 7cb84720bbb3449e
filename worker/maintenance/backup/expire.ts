import { type BackupCtx, writeBox } from "./context.ts";
import { BACKUPS, begunAt, GONE, type Manifest, manifestKey, originOf } from "./format.ts";
import { expiredBackups } from "./retention.ts";
import type { BackupState } from "./state.ts";

const NOTES_PER_STEP = 12;

/** The manifest makes the backup complete. */
export async function writeManifest(ctx: BackupCtx, state: BackupState): Promise<void> {
	const { id, moment, tables, changes, objects } = state;
	const manifest: Manifest = { version: 1, id, moment, tables, changes, objects };
	await writeBox(ctx, manifestKey(id), JSON.stringify(manifest), state);
}

async function backupIds(ctx: BackupCtx): Promise<string[]> {
	const ids: string[] = [];
	let cursor: string | undefined;
	do {
		const page = await ctx.backup.list({
			prefix: BACKUPS,
			delimiter: "/",
			...(cursor && { cursor }),
		});
		ids.push(...page.delimitedPrefixes.map((prefix) => prefix.slice(BACKUPS.length, -1)));
		cursor = page.truncated ? page.cursor : undefined;
	} while (cursor);
	return ids.filter((id) => !Number.isNaN(begunAt(id))).toSorted();
}

/** Removes boxes of incomplete and outdated backups, manifests first. */
export async function expire(ctx: BackupCtx, state: BackupState): Promise<BackupState> {
	const ids = await backupIds(ctx);
	const manifests = await Promise.all(ids.map((id) => ctx.backup.head(manifestKey(id))));
	const complete = ids.filter((_, at) => manifests[at] !== null);
	const kept = new Set(complete);
	for (const id of expiredBackups(complete, ctx.now())) kept.delete(id);
	// A wrong clock may have made later ones; without this, it would be written again forever.
	kept.add(state.id);
	const doomed = ids.find((id) => !kept.has(id));
	if (doomed === undefined) return { ...state, phase: "sweep", oldest: ids[0] ?? state.id };
	await ctx.backup.delete(manifestKey(doomed));
	const boxes = await ctx.backup.list({ prefix: `${BACKUPS}${doomed}/` });
	if (boxes.objects.length > 0) await ctx.backup.delete(boxes.objects.map(({ key }) => key));
	return state;
}

/** Removes copies whose objects vanished before the oldest kept backup. */
export async function sweep(ctx: BackupCtx, state: BackupState): Promise<BackupState> {
	const page = await ctx.backup.list({
		prefix: GONE,
		limit: NOTES_PER_STEP,
		include: ["customMetadata"],
		...(state.after && { startAfter: state.after }),
	});
	for (const { key, customMetadata } of page.objects) {
		// The backup of that time still lists it.
		if ((customMetadata?.since ?? state.oldest) >= state.oldest) continue;
		const name = key.slice(GONE.length);
		const origin = originOf(name);
		const isBack = (await ctx.files.head(origin.key))?.etag === origin.etag;
		if (!isBack) await ctx.backup.delete(name);
		await ctx.backup.delete(key);
	}
	const after = page.objects.at(-1)?.key ?? "";
	return page.truncated ? { ...state, after } : { ...state, phase: "done", after: "" };
}
