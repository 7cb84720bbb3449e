import type { Ctx } from "../context.ts";

/** The last sealed row, kept outside the database: removed rows at the end are found by it. */
export type Head = { readonly id: number; readonly mac: string };

const KEY = "audit-log/head";

/** Returns the last row that was sealed, as noted in the file store; null before the first. */
export async function readHead(ctx: Pick<Ctx, "files">): Promise<Head | null> {
	const object = await ctx.files.get(KEY);
	return object ? object.json<Head>() : null;
}

export async function writeHead(ctx: Ctx, head: Head): Promise<void> {
	await ctx.files.put(KEY, JSON.stringify(head));
}
