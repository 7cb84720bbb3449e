import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import {
	accessFor,
	makeBuyer,
	makeLines,
	makePurchase,
	makeSale,
} from "../../test/fixtures/sales.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { opensNothingNew } from "../availability-sql.ts";
import { bestLines, closedTo, heldLine, heldLines, latestPurchaseState } from "./access-sql.ts";
import { ALL_FILES, purchases } from "./tables.ts";

async function look(ctx: Ctx, id: string) {
	await ctx.db.run(sql`insert or ignore into renditions
		(file_id, share_id, kind, hash, mime_type, size, created_at) values ('a', ${id}, 'web', 'a', 'image/jpeg', 1, 1)`);
	const [row] = await ctx.db
		.select({
			line: heldLine(ctx, sql`'a'`).as("line"),
			lines: heldLines(ctx).as("lines"),
			closed: closedTo(ctx).as("closed"),
			state: latestPurchaseState(ctx).as("state"),
		})
		.from(shares)
		.where(eq(shares.id, id));
	if (!row) throw new Error("no share");
	const bestLine = bestLines(row.lines);
	const line = row.line === null ? undefined : JSON.parse(row.line).edition;
	expect(bestLine("a", "web")?.edition).toBe(line);
	return `${line ?? "nothing"}, ${row.closed ?? "open"}`;
}

describe("a purchase of single files", () => {
	it.each([
		["full", { fileId: "a", edition: "full" }, {}, "full, open"],
		["web", { fileId: "a", edition: "web" }, {}, "web, open"],
		["all pictures", { fileId: ALL_FILES, edition: "web" }, {}, "web, open"],
		["another file", { fileId: "b", edition: "full" }, {}, "nothing, open"],
		["a refunded line", { fileId: "a", edition: "full", refundedAt: 1 }, {}, "nothing, open"],
		["a disputed one", { fileId: "a", edition: "full" }, { state: "disputed" }, "nothing, locked"],
		["a refunded one", { fileId: "a", edition: "full" }, { state: "refunded" }, "nothing, locked"],
		["an unpaid one", { fileId: "a", edition: "full" }, { state: "started" }, "nothing, locked"],
		["a revoked one", { fileId: "a", edition: "full" }, { revokedAt: 1 }, "nothing, locked"],
	] as const)(
		"opens its files in its sizes, and the page, never the whole: %s",
		async (_, line, purchase, opened) => {
			const share = { passwordHash: "hash", unlockHash: "unlock" };
			const sale = await makeSale({ share, purchase });
			await makeLines(sale.purchase, [line]);
			expect(await look(sale.buyer.ctx, sale.share.id)).toBe(opened);
			expect(await accessFor(sale.buyer.ctx, sale.share)).toBeNull();
			expect(await look((await makeBuyer()).ctx, sale.share.id)).toBe("nothing, locked");
			await testCtx()
				.db.update(shares)
				.set({ saleMode: "link" })
				.where(eq(shares.id, sale.share.id));
			expect(await accessFor(testCtx(), sale.share)).toBeNull();
		},
	);

	it("keeps the best of several", async () => {
		const { share, buyer, purchase } = await makeSale();
		await makeLines(purchase, [{ fileId: "a", edition: "full" }, {}]);
		await makeLines(await makePurchase(share, buyer.id), [{ fileId: "a", edition: "web" }]);
		expect(await look(buyer.ctx, share.id)).toBe("full, open");
	});

	it.each([
		["the same line", ["a full"], ["a full"], true],
		["a better edition", ["a full"], ["a web"], true],
		["a lesser edition", ["a web"], ["a full"], false],
		["only some of the lines", ["a full"], ["a full", "b full"], false],
		["lines of which one is open", ["a full", "b full"], ["b full"], true],
		["the whole after lines", ["a full"], [], false],
		["lines after the whole", [], ["a full"], true],
	] as const)("knows what opens nothing new: %s", async (_, before, after, isNothing) => {
		const { share, buyer, purchase } = await makeSale();
		const next = await makePurchase(share, buyer.id, { state: "started" });
		for (const [{ id }, lines] of [
			[purchase, before],
			[next, after],
		] as const) {
			const rows = lines.map((line) => line.split(" ") as [string, "web" | "full"]);
			if (rows.length > 0)
				await makeLines(
					{ id },
					rows.map(([fileId, edition]) => ({ fileId, edition })),
				);
		}
		const [row] = await testCtx()
			.db.select({
				is: sql<number>`${opensNothingNew(sql`other.state = 'paid'`, "x@example.test")}`,
			})
			.from(purchases)
			.where(eq(purchases.id, next.id));
		expect(Boolean(row?.is)).toBe(isNothing);
	});
});
