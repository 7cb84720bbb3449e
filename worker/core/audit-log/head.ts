import type { Ctx } from "../context.ts";

/** The last sealed row, stored outside the database to detect rows removed from the end. */
export type Head = { readonly id: number; readonly mac: string };

const KEY = "audit-log/head";

export async function readHead(ctx: Pick<Ctx, "files">): Promise<Head | null> {
	const object = await ctx.files.get(KEY);
	return object ? object.json<Head>() : null;
}

export async function writeHead(ctx: Ctx, head: Head): Promise<void> {
	await ctx.files.put(KEY, JSON.stringify(head));
}
