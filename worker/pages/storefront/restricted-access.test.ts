import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { purchaseParts, purchases } from "../../purchases/entitlements/tables.ts";
import type { Offer } from "../../test/fixtures/cached-pages.ts";
import { makeDownloads, ROUTES, type Route } from "../../test/fixtures/downloads.ts";
import { edited, SHARE_PASSWORD, unlockedBy } from "../../test/fixtures/restrictions.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, request, testCtx } from "../../test/fixtures/test-app.ts";

const ctx = testCtx();
/** How many routes each cell requests, in turn; together they request every route. */
const ASKED = env.ALL_ROUNDS === "true" ? 3 : 1;
type Cookies = Record<string, string>;

const RESTRICTIONS = {
	none: {},
	"not open yet": { opensAt: 4_000_000_000_000 },
	"ended, buyers keep": { expiresAt: 1000 },
	"ended with access": { expiresAt: 1000, endsAccess: true },
	"ends later with access": { expiresAt: 4_000_000_000_000, endsAccess: true },
} as const;
const PURCHASES = ["none", "paid", "paid late", "refunded", "disputed"] as const;
const MODES = ["each", "link", "free", "bundle"] as const;
const VIEWERS = ["owner", "buyer", "stranger", "knows the password", "knew it"] as const;
type Cell = {
	restriction: keyof typeof RESTRICTIONS;
	locked: boolean;
	/** `free`: without an address, so that nobody has to buy it; `bundle`: bought as a part of one */
	mode: (typeof MODES)[number];
	purchase: (typeof PURCHASES)[number];
	viewer: (typeof VIEWERS)[number];
};

type State = Omit<Cell, "viewer">;
type Arranged = Awaited<ReturnType<typeof arrange>>;

/** The product's rules, independent of how the code decides. */
function hasRight({ restriction, locked, mode, purchase, viewer }: Cell): boolean {
	if (viewer === "owner") return true;
	const isPaid = purchase === "paid" || purchase === "paid late";
	const hasEnded = restriction === "ended with access" && purchase !== "paid late";
	if (viewer === "buyer" && isPaid) return !hasEnded;
	const isOpen = restriction !== "not open yet" && (!locked || viewer === "knows the password");
	if (mode === "free") return isOpen && !restriction.startsWith("ended");
	return mode === "link" && isPaid && isOpen && !hasEnded;
}

async function arrange() {
	const { share, files, viewers, pathOf } = await makeDownloads();
	const [bought] = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(and(eq(purchases.shareId, share.id), eq(purchases.state, "paid")));
	const owner = { creator: { cookies: viewers.owner }, share } as unknown as Offer;
	await edited(owner, { password: "another one" });
	const former = await unlockedBy(share.slug, "another one");
	await edited(owner, { password: SHARE_PASSWORD });
	const present = await unlockedBy(share.slug);
	const [{ passwordHash = null } = {}] = await ctx.db
		.select()
		.from(shares)
		.where(eq(shares.id, share.id));
	const cookies: Record<Cell["viewer"], Cookies> = {
		owner: viewers.owner,
		buyer: viewers.buyer,
		stranger: {},
		"knows the password": present,
		"knew it": former,
	};
	const get = (path: string) => (jar: Cookies) => request(path, { cookies: jar });
	const bundle = await makeShare(share.creatorId, { ownedParts: "full" });
	const list = { files: [files[0]?.id] };
	const routes = [
		...(Object.keys(ROUTES) as Route[]).map((route) => get(pathOf(route))),
		get(`/api/files/${files[0]?.id}/preview`),
		(jar: Cookies) => call("POST", `/api/file-shares/${share.slug}/archives`, list, jar),
		get(`/api/files/${files[2]?.id}/download`),
	];
	return { share, bundle, cookies, routes, passwordHash, bought: bought?.id ?? "" };
}

/** Puts the share and the buyer's purchase into the state of a cell. */
async function enter({ share, bundle, passwordHash, bought }: Arranged, state: State) {
	const { restriction, locked, mode, purchase } = state;
	await ctx.db
		.update(shares)
		.set({
			opensAt: null,
			expiresAt: null,
			endsAccess: false,
			saleMode: mode === "link" ? "link" : "each",
			maxSales: 1,
			passwordHash: locked ? passwordHash : null,
			...RESTRICTIONS[restriction],
			...(mode === "free"
				? { pricing: "free", priceCents: 0, asksAddress: false }
				: { pricing: "fixed", priceCents: 1000, asksAddress: true }),
		})
		.where(eq(shares.id, share.id));
	await ctx.db.delete(purchaseParts).where(eq(purchaseParts.shareId, share.id));
	if (mode === "bundle")
		await ctx.db.insert(purchaseParts).values({ purchaseId: bought, shareId: share.id });
	await ctx.db
		.update(purchases)
		.set({
			shareId: mode === "bundle" ? bundle.id : share.id,
			state: { none: "cancelled", "paid late": "paid" }[purchase as "none"] ?? purchase,
			paidAt: purchase === "paid late" ? ctx.now() : 500,
		} as Partial<typeof purchases.$inferInsert>)
		.where(eq(purchases.id, bought));
}

let arranged: Arranged;
let cells = 0;
beforeAll(async () => {
	arranged = await arrange();
});

const groups = [true, false].flatMap((locked) =>
	MODES.flatMap((mode) =>
		(Object.keys(RESTRICTIONS) as Cell["restriction"][]).map((restriction) => ({
			locked,
			mode,
			restriction,
		})),
	),
);

// G9
describe("gives access to nobody without a right to it, and refuses nobody who has one", () => {
	it.each(groups)("$mode, locked: $locked, restriction: $restriction", async (group) => {
		const wrong: string[] = [];
		for (const purchase of PURCHASES) {
			await enter(arranged, { ...group, purchase });
			for (const viewer of VIEWERS) {
				const cell: Cell = { ...group, purchase, viewer };
				const want = hasRight(cell);
				for (let n = 0; n < ASKED; n++) {
					const route = arranged.routes[cells++ % arranged.routes.length];
					const answer = await route?.(arranged.cookies[viewer]);
					await answer?.arrayBuffer();
					if ((answer?.status === 200) !== want)
						wrong.push(`${JSON.stringify(cell)}, route ${cells - 1}: ${answer?.status}`);
				}
			}
		}
		expect(wrong).toEqual([]);
	});

	it("covers every cell", () => {
		expect(cells).toBe(2 * MODES.length * 5 * 5 * 5 * ASKED);
	});
});
