import type { Ctx } from "../../core/context.ts";
import { boxKey } from "./format.ts";
import { seal } from "./seal.ts";
import { type BackupState, saveQuery } from "./state.ts";

export type BackupCtx = Ctx & { readonly backup: R2Bucket; readonly publicKey: string };

/** Null, and so no backups, without a bucket or a key. */
export function backupCtx(ctx: Ctx): BackupCtx | null {
	const { BACKUP } = ctx.env as Partial<Env>;
	const { BACKUP_PUBLIC_KEY: publicKey } = ctx.config;
	return BACKUP && publicKey ? { ...ctx, backup: BACKUP, publicKey } : null;
}

/** Returns false if another run has continued from `from`. */
export async function save(ctx: Ctx, from: BackupState | null, to: BackupState): Promise<boolean> {
	return (await saveQuery(ctx, from, to)).length > 0;
}

/**
 * Never replaces a box: if a run wrote it and died before saving its state, the backup continues from what that run
 * had read.
 */
export async function writeBox(
	ctx: BackupCtx,
	key: string,
	text: string,
	next: BackupState,
): Promise<BackupState> {
	const written = await ctx.backup.put(key, await seal(ctx.publicKey, key, text), {
		onlyIf: { etagDoesNotMatch: "*" },
		customMetadata: { next: JSON.stringify(next) },
	});
	if (written) return next;
	const existing = await ctx.backup.head(key);
	if (!existing?.customMetadata?.next) throw new Error(`${key} was neither written nor found`);
	return JSON.parse(existing.customMetadata.next) as BackupState;
}

export function writeNextBox(
	ctx: BackupCtx,
	state: BackupState,
	text: string,
	changes: Partial<BackupState>,
): Promise<BackupState> {
	const next = { ...state, box: state.box + 1, ...changes };
	return writeBox(ctx, boxKey(state.id, state.box), text, next);
}
