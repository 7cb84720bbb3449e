import { type ChainCursor, checkAuditLog } from "../../core/audit-log/check-chain.ts";
import type { Ctx } from "../../core/context.ts";
import { findOrphans, SHARE_PREFIXES } from "../../maintenance/cleanup-objects.ts";
import { checkFiles, type FileCursor } from "../../maintenance/invariants/check-files.ts";
import {
	checkPurchases,
	checkRenditions,
	checkShares,
} from "../../maintenance/invariants/check-rows.ts";
import { checkTotals } from "../../maintenance/invariants/check-totals.ts";
import { dbOf } from "../../platform/storage/db.ts";

/*
 * A Worker for tools/operations/invariants/index.ts over the product's database and bucket. It is read-only, and never
 * deployed.
 */

type Bindings = { DB: D1Database; FILES: R2Bucket; APP_SECRET: string };

const STRETCH = { maxBytes: 256 * 1024 * 1024, maxFiles: 200 };

export default {
	async fetch(request: Request, env: Bindings): Promise<Response> {
		const { pathname, searchParams } = new URL(request.url);
		// The checks only use the database, the bucket and the time.
		const ctx = { db: dbOf(env.DB), files: env.FILES, now: Date.now } as unknown as Ctx;
		const cursor = searchParams.get("cursor");
		if (pathname === "/files") {
			const from = cursor === null ? null : (JSON.parse(cursor) as FileCursor);
			return Response.json(await checkFiles(ctx, from, STRETCH));
		}
		if (pathname === "/shares") return Response.json(await checkShares(ctx, cursor ?? ""));
		if (pathname === "/purchases") return Response.json(await checkPurchases(ctx, cursor ?? ""));
		if (pathname === "/totals") return Response.json(await checkTotals(ctx, cursor ?? ""));
		if (pathname === "/renditions") return Response.json(await checkRenditions(ctx, cursor ?? ""));
		if (pathname === "/acts") {
			const from = cursor === null ? null : (JSON.parse(cursor) as ChainCursor);
			return Response.json(await checkAuditLog({ ...ctx, config: env }, from));
		}
		if (pathname === "/orphans") {
			const page = await env.FILES.list({ ...(cursor && { cursor }) });
			const keys = await findOrphans(
				ctx,
				page.objects
					.map(({ key }) => key)
					.filter((key) => SHARE_PREFIXES.some((prefix) => key.startsWith(prefix))),
			);
			return Response.json({ keys, cursor: page.truncated ? page.cursor : null });
		}
		return new Response("ready");
	},
};
