import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { updateUserInput } from "../../accounts/contract.ts";
import { WEBHOOK_EVENTS } from "../../api/webhooks/contract/webhook-events.ts";
import { editEndpointInput } from "../../api/webhooks/contract/webhooks.ts";
import { editEndpoint } from "../../api/webhooks/own-endpoints.ts";
import { discountInput } from "../../catalogue/discounts/contract.ts";
import { createDiscount, editDiscount } from "../../catalogue/discounts/own-discounts.ts";
import { discountShares, discounts } from "../../catalogue/discounts/tables.ts";
import { editShareInput } from "../../catalogue/shares/contract/shares.ts";
import { bundleParts, files, licences, shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import { users } from "../../core/tables.ts";
import { webhookEndpoints } from "../../core/webhook-events/tables.ts";
import { setupCurrency } from "../../payments/payouts/setup-currency.ts";
import { expectMoreTrips } from "../checks/round-trips.ts";
import { noisePng } from "../fixtures/images.ts";
import { interrupted } from "../fixtures/interrupted.ts";
import { makeShare } from "../fixtures/sales.ts";
import { makeStoredShare } from "../fixtures/stored-share.ts";
import { call, makeCreator, testCtx } from "../fixtures/test-app.ts";
import { PUBLIC_ADDRESS, standInInternet, storeEndpoint } from "../fixtures/webhooks.ts";

const WRITERS = Array.from({ length: 10 }, (_, n) => n + 1);

type State = Readonly<Record<string, unknown>>;
/** What writer `n` sets; values of different writers differ. */
type Fields = readonly ((n: number) => State)[];

type Race = {
	readonly method: "PATCH" | "PUT";
	readonly path: string;
	/** set by several writers each */
	readonly fields: Fields;
	/** have too few values for several writers: each is set by one */
	readonly rare: readonly State[];
	/** part of every body */
	readonly fixed?: State;
	/** each writer sets all fields */
	readonly replaces?: boolean;
	readonly state: () => Promise<State>;
	readonly schema: readonly string[];
};

type Sent = ReadonlyMap<number, readonly State[]>;

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const text = (name: string) => (n: number) => ({ [name]: `${name} ${n}` });

/** An order of the writers that leaves `state` if each overwrites what it sets; null if there is none. */
function orderLeaving(sent: Sent, state: State): readonly number[] | null {
	const before = new Map([...sent.keys()].map((n) => [n, new Set<number>()]));
	const setters = Map.groupBy(
		[...sent].flatMap(([n, parts]) => parts.map((part) => ({ n, part }))),
		({ part }) => Object.keys(part).join(),
	);
	for (const group of setters.values()) {
		const isLeft = ({ part }: { part: State }) =>
			Object.entries(part).every(
				([name, value]) => JSON.stringify(state[name]) === JSON.stringify(value),
			);
		const [last, ...more] = group.filter(isLeft);
		if (!last || more.length > 0) return null;
		for (const { n } of group) if (n !== last.n) before.get(last.n)?.add(n);
	}
	const order: number[] = [];
	while (order.length < sent.size) {
		const next = [...before].find(
			([n, earlier]) => !order.includes(n) && [...earlier].every((one) => order.includes(one)),
		);
		if (!next) return null;
		order.push(next[0]);
	}
	return order;
}

async function race({ method, path, fields, rare, fixed, replaces }: Race, cookies: Cookies) {
	const sent: Sent = new Map(
		WRITERS.map((n) => [
			n,
			[
				...fields.filter((_, at) => replaces || (n + at) % 3 > 0).map((field) => field(n)),
				...rare.filter((_, at) => at % WRITERS.length === n - 1),
			],
		]),
	);
	const responses = await Promise.all(
		[...sent.values()].map((parts) =>
			call(method, path, Object.assign({}, fixed, ...parts), cookies),
		),
	);
	const refused = await Promise.all(
		responses.filter(({ ok }) => !ok).map((response) => response.text()),
	);
	expect(refused).toEqual([]);
	return sent;
}

type Cookies = Record<string, string>;
type Creator = Awaited<ReturnType<typeof makeCreator>>;

async function fileRace(creator: Creator): Promise<Race> {
	const { db } = testCtx();
	const names = [0, ...WRITERS].map((n) => ({ name: `picture-${n}.png`, data: noisePng(4, 4) }));
	const { share, files: stored } = await makeStoredShare(creator.user.id, names);
	const ids = stored.map(({ id }) => id);
	return {
		method: "PATCH",
		path: `/api/file-shares/${share.slug}`,
		schema: Object.keys(editShareInput.shape).filter(
			(name) => name !== "parts" && name !== "ownedParts",
		),
		fields: [
			text("title"),
			text("description"),
			text("licence"),
			(n) => ({ externalId: `id-${n}` }),
			(n) => ({ price: `${20 + n}.00` }),
			(n) => ({ maxSales: 100 + n }),
			(n) => ({ opensAt: `2090-01-${10 + n}T00:00:00.000Z` }),
			(n) => ({ expiresAt: `2091-01-${10 + n}T00:00:00.000Z` }),
			(n) => ({ coverFileId: ids[n] }),
			(n) => ({ samples: [ids[n]] }),
			(n) => ({ order: [...ids.slice(n), ...ids.slice(0, n)] }),
		],
		rare: [
			{ pricing: "fixed" },
			{ suggestedPrice: null },
			{ singles: null },
			{ choosing: { count: 3, open: true } },
			{ asksAddress: true },
			{ saleMode: "each" },
			{ endsAccess: true },
			{ password: "zebra8fjord" },
			{ selling: false },
			{ images: "watermark" },
			{ files: [{ id: ids[0], noPreview: true }] },
			{ samplesMarked: false },
			{ listed: true },
			{ indexed: false },
		],
		state: async () => {
			const [found] = await db
				.select()
				.from(shares)
				.leftJoin(licences, eq(licences.id, shares.licenceId))
				.where(eq(shares.id, share.id));
			if (!found) throw new Error("no share");
			const rows = await db.select().from(files).where(eq(files.shareId, share.id));
			const inOrder = rows.toSorted((a, b) => (a.pageOrder ?? 0) - (b.pageOrder ?? 0));
			return {
				...found.shares,
				licence: found.licences?.text,
				price: priceOf(found.shares.priceCents),
				suggestedPrice: found.shares.suggestedCents,
				images: found.shares.imagePreview,
				opensAt: iso(found.shares.opensAt),
				expiresAt: iso(found.shares.expiresAt),
				password: found.shares.passwordHash === null ? null : "zebra8fjord",
				order: inOrder.map(({ id }) => id),
				files: rows.filter((row) => row.noPreview).map(({ id }) => ({ id, noPreview: true })),
			};
		},
	};
}

async function bundleRace(creator: Creator): Promise<Race> {
	const { db } = testCtx();
	const parts = await Promise.all([0, ...WRITERS].map(() => makeShare(creator.user.id)));
	const slugs = parts.map(({ slug }) => slug);
	const made = await call(
		"POST",
		"/api/bundles",
		{ title: "All", price: "9.00", parts: slugs.slice(0, 2) },
		creator.cookies,
	);
	const { fileShare } = await made.json<{ fileShare: { shareId: string } }>();
	const slug = fileShare.shareId;
	return {
		method: "PATCH",
		path: `/api/file-shares/${slug}`,
		schema: ["parts", "ownedParts", "title", "price"],
		fields: [
			text("title"),
			(n) => ({ price: `${20 + n}.00` }),
			(n) => ({ parts: [...slugs.slice(n), ...slugs.slice(0, n)].slice(0, 3) }),
		],
		rare: [{ ownedParts: "less" }],
		state: async () => {
			const [bundle] = await db.select().from(shares).where(eq(shares.slug, slug));
			const rows = await db
				.select({ slug: shares.slug })
				.from(bundleParts)
				.innerJoin(shares, eq(shares.id, bundleParts.shareId))
				.where(eq(bundleParts.bundleId, bundle?.id ?? ""))
				.orderBy(bundleParts.position);
			return {
				...bundle,
				price: priceOf(bundle?.priceCents ?? 0),
				parts: rows.map((row) => row.slug),
			};
		},
	};
}

async function discountRace(creator: Creator): Promise<Race> {
	const { db } = testCtx();
	const made = await Promise.all(WRITERS.map(() => makeShare(creator.user.id)));
	const slugs = made.map(({ slug }) => slug);
	const first = {
		code: "FIRST",
		name: "",
		percent: 20,
		amount: null,
		shareIds: null,
		startsAt: null,
		endsAt: null,
		maxUses: null,
		maxPerBuyer: null,
		belowMinimum: "direct",
		active: true,
	};
	const created = await call("POST", "/api/discounts", first, creator.cookies);
	const { id } = await created.json<{ id: string }>();
	return {
		method: "PUT",
		path: `/api/discounts/${id}`,
		schema: Object.keys(discountInput.shape),
		replaces: true,
		fixed: { belowMinimum: "free", active: false },
		fields: [
			(n) => ({ code: `CODE-${n}` }),
			text("name"),
			(n) => (n % 2 === 0 ? { percent: n, amount: null } : { percent: null, amount: `${n}.00` }),
			(n) => ({ shareIds: [slugs[n - 1]] }),
			(n) => ({ startsAt: `2090-01-${10 + n}T00:00:00.000Z` }),
			(n) => ({ endsAt: `2091-01-${10 + n}T00:00:00.000Z` }),
			(n) => ({ maxUses: 100 + n }),
			(n) => ({ maxPerBuyer: n }),
		],
		rare: [],
		state: async () => {
			const [row] = await db.select().from(discounts).where(eq(discounts.id, id));
			const covered = await db
				.select({ slug: shares.slug })
				.from(discountShares)
				.innerJoin(shares, eq(shares.id, discountShares.shareId))
				.where(eq(discountShares.discountId, id));
			if (!row) throw new Error("no code");
			return {
				...row,
				percent: row.percentBps === null ? null : row.percentBps / 100,
				amount: row.amountCents === null ? null : priceOf(row.amountCents),
				shareIds: covered.map(({ slug }) => slug),
				startsAt: iso(row.startsAt),
				endsAt: iso(row.endsAt),
			};
		},
	};
}

async function endpointRace(creator: Creator): Promise<Race> {
	const { names } = standInInternet();
	for (const n of WRITERS) names.set(`hooks-${n}.example.com`, [PUBLIC_ADDRESS]);
	const { id } = await storeEndpoint(creator.user.id);
	return {
		method: "PATCH",
		path: `/api/webhooks/endpoints/${id}`,
		schema: Object.keys(editEndpointInput.shape),
		fields: [
			(n) => ({ url: `https://hooks-${n}.example.com/in` }),
			text("description"),
			(n) => ({ events: [WEBHOOK_EVENTS[n]] }),
		],
		rare: [{ enabled: false }],
		state: async () => {
			const [row] = await testCtx()
				.db.select()
				.from(webhookEndpoints)
				.where(eq(webhookEndpoints.id, id));
			return { ...row, enabled: row?.offReason === null };
		},
	};
}

const settingsRace = async (creator: Creator): Promise<Race> => ({
	method: "PATCH",
	path: "/api/user",
	schema: Object.keys(updateUserInput.shape),
	fields: [text("firstName"), text("lastName"), text("displayName"), text("thanks")],
	rare: [{ locale: "es" }],
	state: async () => {
		const [row] = await testCtx().db.select().from(users).where(eq(users.id, creator.user.id));
		return { ...row };
	},
});

const RACES = [
	["a share", fileRace],
	["a bundle", bundleRace],
	["a discount code", discountRace],
	["an endpoint", endpointRace],
	["settings", settingsRace],
] as const;

describe("ten writers at the same moment", () => {
	let endTrips = () => {};
	beforeEach(() => {
		// Each round that another writer wins reads and writes again.
		endTrips = expectMoreTrips(2 * WRITERS.length);
	});
	afterEach(() => {
		endTrips();
		vi.restoreAllMocks();
	});

	it.each(RACES)("leave of %s what one order of theirs would leave", async (_, make) => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const raced = await make(creator);
		const sent = await race(raced, creator.cookies);
		const names = new Set([...sent.values()].flat().flatMap((part) => Object.keys(part)));
		for (const name of Object.keys(raced.fixed ?? {})) names.add(name);
		expect([...names].toSorted()).toEqual(raced.schema.toSorted());
		const state = await raced.state();
		const known = [...names].map((name) => [name, state[name]]);
		expect(orderLeaving(sent, state), JSON.stringify(known)).not.toBeNull();
		expect(state).toMatchObject(raced.fixed ?? {});
	});
});

describe("an edit during which another writer is faster", () => {
	it("keeps the address to which an endpoint was moved", async () => {
		const { ctx } = await makeCreator({ emailVerifiedAt: 1 });
		const { id } = await storeEndpoint(ctx.user.id);
		const own = eq(webhookEndpoints.id, id);
		const url = "https://moved.example.com/in";
		const racing = interrupted(ctx, () =>
			ctx.db.update(webhookEndpoints).set({ url, revision: 7 }).where(own),
		);
		await editEndpoint(racing, id, { description: "New" });
		const [row] = await ctx.db.select().from(webhookEndpoints).where(own);
		expect(row).toMatchObject({ url, description: "New" });
	});

	it("keeps the currency to which a code was changed", async () => {
		const { ctx } = await makeCreator({ emailVerifiedAt: 1 });
		const input = {
			code: "FIVE",
			name: "",
			percent: null,
			amount: "5.00",
			shareIds: null,
			startsAt: null,
			endsAt: null,
			maxUses: null,
			maxPerBuyer: null,
			belowMinimum: "direct",
			active: true,
		};
		const { id } = await createDiscount(ctx, discountInput.parse(input));
		const racing = interrupted(ctx, () => setupCurrency(ctx, { currency: "eur" }), 2);
		await editDiscount(racing, { ...discountInput.parse({ ...input, amount: "7.00" }), id });
		const [row] = await ctx.db.select().from(discounts).where(eq(discounts.id, id));
		expect(row).toMatchObject({ currency: "eur", amountCents: 700 });
	});
});

describe("the order of writers", () => {
	const sent: Sent = new Map([
		[1, [{ a: 1 }, { b: 1 }]],
		[2, [{ a: 2 }, { b: 2 }]],
	]);

	it("is found from what they leave", () => {
		expect(orderLeaving(sent, { a: 2, b: 2 })).toEqual([1, 2]);
		expect(orderLeaving(sent, { a: 1, b: 1 })).toEqual([2, 1]);
	});

	it("doesn't exist for a mixture of two edits, or for a lost one", () => {
		expect(orderLeaving(sent, { a: 1, b: 2 })).toBeNull();
		expect(orderLeaving(sent, { a: 3, b: 2 })).toBeNull();
	});
});
