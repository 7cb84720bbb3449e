import type { Ctx } from "../../core/context.ts";
import { boxKey } from "./format.ts";
import { seal } from "./seal.ts";
import { type BackupState, saveQuery } from "./state.ts";

/** A context with the second bucket and the operator's public key. */
export type BackupCtx = Ctx & { readonly backup: R2Bucket; readonly publicKey: string };

/** Returns null without bucket or key: then there are no backups. */
export function backupCtx(ctx: Ctx): BackupCtx | null {
	const { BACKUP } = ctx.env as Partial<Env>;
	const { BACKUP_PUBLIC_KEY: publicKey } = ctx.config;
	return BACKUP && publicKey ? { ...ctx, backup: BACKUP, publicKey } : null;
}

/** Saves where the next step begins. Returns false if another run has continued from here. */
export async function save(ctx: Ctx, from: BackupState | null, to: BackupState): Promise<boolean> {
	return (await saveQuery(ctx, from, to)).length > 0;
}

/**
 * Writes the next box and returns the state after it. A box is never replaced: if it exists, written by a run that
 * died before saving its state, the backup continues from what that run had read.
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

/** Writes the box for this state. */
export function writeNextBox(
	ctx: BackupCtx,
	state: BackupState,
	text: string,
	changes: Partial<BackupState>,
): Promise<BackupState> {
	const next = { ...state, box: state.box + 1, ...changes };
	return writeBox(ctx, boxKey(state.id, state.box), text, next);
}
