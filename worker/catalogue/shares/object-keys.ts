import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";

/** Begin with kind and row id, so that a share's objects can be removed by prefix. */

export function originalKey(id: string, fileId: string): string {
	return `originals/${id}/${fileId}`;
}

export function sharePrefixes(id: string): string[] {
	return [`originals/${id}/`, `packs/${id}/`, `renditions/${id}/`];
}

export function shareOfOriginals(keyPrefix: string): string | null {
	return /^originals\/([^/]+)\/$/.exec(keyPrefix)?.[1] ?? null;
}

/** The most that R2 deletes at a time. */
const KEYS_PER_DELETE = 1000;

export async function packKeys(ctx: Ctx, shareId: string): Promise<string[]> {
	const rows = await ctx.db.all<{ pack_key: string }>(sql`select distinct pack_key from pack_entries
		join files on files.id = pack_entries.file_id where files.share_id = ${shareId}`);
	return rows.map((row) => row.pack_key);
}

export async function removeUnusedPacks(
	ctx: Ctx,
	shareId: string,
	oldPacks: readonly string[],
	others: readonly string[] = [],
): Promise<void> {
	const used = new Set(await packKeys(ctx, shareId));
	const keys = [...others, ...oldPacks.filter((key) => !used.has(key))];
	for (let at = 0; at < keys.length; at += KEYS_PER_DELETE)
		await ctx.files.delete(keys.slice(at, at + KEYS_PER_DELETE));
}
