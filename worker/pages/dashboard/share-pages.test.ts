import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import {
	displayedStatus,
	SHARE_SORTS,
	SHARE_STATUSES,
	type ShareSort,
} from "../../catalogue/shares/contract/share-list.ts";
import type { MyShare } from "../../catalogue/shares/contract/shares.ts";
import { allFiles, isLiveIn, shares } from "../../catalogue/shares/tables.ts";
import { nextPageOf } from "../../contract/pages.ts";
import { shareDays } from "../../purchases/views/tables.ts";
import { recordStatements } from "../../test/checks/query-plans.ts";
import { usageOf } from "../../test/checks/usage.ts";
import { manyShares } from "../../test/fixtures/many-shares.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";

const ctx = testCtx();
const PATH = "/api/my-file-shares";

let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
	creator = await makeCreator();
});

const read = (query: Record<string, string> = {}, cookies = creator.cookies) =>
	request(`${PATH}?${new URLSearchParams(query)}`, { cookies });

async function pageAt(query: Record<string, string>) {
	const response = await read(query);
	expect(response.status).toBe(200);
	const list = await response.json<MyShare[]>();
	return {
		list,
		titles: list.map(({ title }) => title),
		next: nextPageOf(response.headers.get("link")),
	};
}

/** Follows the links to the last page. */
async function walk(query: Record<string, string> = {}): Promise<MyShare[]> {
	const found: MyShare[] = [];
	for (let address: string | undefined = `${PATH}?${new URLSearchParams(query)}`; address; ) {
		const response: Response = await request(address, { cookies: creator.cookies });
		const page = await response.json<MyShare[]>();
		expect(page.length).toBeLessThanOrEqual(Number(query.most ?? 50));
		found.push(...page);
		address = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
	}
	return found;
}

/** Refused with 400, and the fields that are named. */
async function refusedFields(query: Record<string, string>): Promise<string[]> {
	const response = await read(query);
	expect(response.status).toBe(400);
	const { code, fields } = await response.json<{ code: string; fields: object }>();
	expect(code).toBe("request.invalid");
	return Object.keys(fields);
}

it("reaches each of 1,040 shares once by the pages' links, newest first", async () => {
	await manyShares(creator.user.id, 1040);
	const found = await walk();
	expect(new Set(found.map(({ shareId }) => shareId)).size).toBe(1040);
	const times = found.map(({ createdAt }) => createdAt);
	expect(times).toEqual(times.toSorted().reverse());
	expect(await walk({ most: "200", sort: "title" })).toHaveLength(1040);
});

it("keeps its place while shares are added or the page's last share is deleted", async () => {
	for (const [n, title] of ["E", "D", "C", "B", "A"].entries())
		await makeShare(creator.user.id, { title, createdAt: 1000 * (n + 1) });
	const first = await pageAt({ most: "2" });
	expect(first.titles).toEqual(["A", "B"]);
	await makeShare(creator.user.id, { title: "New", createdAt: 9000 });
	const [, last] = first.list;
	await ctx.db.delete(allFiles).where(isLiveIn(last?.id ?? ""));
	await ctx.db.delete(shares).where(eq(shares.id, last?.id ?? ""));
	const second = await pageAt({ most: "2", after: first.next ?? "" });
	expect(second.titles).toEqual(["C", "D"]);
	expect((await pageAt({ most: "2", after: second.next ?? "" })).titles).toEqual(["E"]);
	expect((await pageAt({ most: "2" })).titles).toEqual(["New", "A"]);
});

it("keeps the rest of the query in the pages' links", async () => {
	for (const title of ["Nørth & south, 1.", "North 2?", "West"])
		await makeShare(creator.user.id, { title });
	const query = { search: "north", sort: "title", most: "1", status: "live" };
	expect((await walk(query)).map(({ title }) => title)).toEqual(["Nørth & south, 1.", "North 2?"]);
});

it("sorts by each order over all pages", async () => {
	for (const [n, title] of ["Éclair", "apple", "Zoo", "Ångström", "banana"].entries()) {
		const share = await makeShare(creator.user.id, {
			title,
			createdAt: 1000 + (n % 3),
			priceCents: 100 * (1 + (n % 4)),
		});
		for (let sale = 0; sale < (n * 2) % 5; sale++)
			await makePurchase(share, (await makeBuyer()).id, { priceCents: 50 * n });
		const views = (n * 3) % 4;
		if (views > 0)
			await ctx.db
				.insert(shareDays)
				.values({ shareId: share.id, day: "2026-01-01", source: "direct", country: "", views });
	}
	const values: Record<Exclude<ShareSort, "title">, (share: MyShare) => number> = {
		newest: ({ createdAt }) => -Date.parse(createdAt),
		oldest: ({ createdAt }) => Date.parse(createdAt),
		price: ({ price }) => -Number(price),
		sales: ({ sales }) => -sales,
		earned: ({ earned }) => -Number(earned),
		views: ({ views }) => -views,
	};
	for (const sort of SHARE_SORTS) {
		const found = await walk({ sort, most: "2" });
		expect(new Set(found.map(({ id }) => id)).size, sort).toBe(5);
		if (sort === "title") continue;
		const sorted = found.map(values[sort]);
		expect(sorted, sort).toEqual(sorted.toSorted((a, b) => a - b));
	}
	expect((await walk({ sort: "title", most: "2" })).map(({ title }) => title)).toEqual([
		"Ångström",
		"apple",
		"banana",
		"Éclair",
		"Zoo",
	]);
});

it("filters by each share's displayed status", async () => {
	const cases: [object, object?][] = [
		[{}],
		[{}, {}],
		[{ selling: false }],
		[{ expiresAt: 1 }],
		[{ maxSales: 1 }, {}],
		[{ maxSales: 1, selling: false }, { state: "disputed" }],
		[{ maxSales: 1 }, { state: "refunded", refundedCents: 1000 }],
		[{ saleMode: "link", maxSales: 1 }],
		[{ saleMode: "link", maxSales: 1, selling: false }],
		[{ saleMode: "link", maxSales: 1 }, {}],
		[{ saleMode: "link", maxSales: 1 }, { state: "disputed" }],
		[{ status: "uploading" }],
		[{ status: "taken_down" }],
		[{ status: "taken_down", saleMode: "link", maxSales: 1 }, {}],
		[{ status: "deleted" }],
	];
	for (const [fields, sale] of cases) {
		const share = await makeShare(creator.user.id, fields);
		if (sale) await makePurchase(share, (await makeBuyer()).id, sale);
	}
	const all = await walk();
	expect(all).toHaveLength(14);
	for (const status of SHARE_STATUSES) {
		const expected = all.filter((share) => displayedStatus(share) === status);
		expect(expected.length, status).toBeGreaterThan(0);
		expect(await walk({ status, most: "1" }), status).toEqual(expected);
	}
});

it("finds words in any order, ignoring case and accents", async () => {
	await manyShares(creator.user.id, 120);
	for (const title of ["Tromsø at night", "Café sounds", "Привет", "100% _wild_"])
		await makeShare(creator.user.id, { title, createdAt: 1 });
	const old = await makeShare(creator.user.id, { title: "Written BEFORE keys", createdAt: 1 });
	await ctx.db.update(shares).set({ titleKey: null }).where(eq(shares.id, old.id));
	for (const [search, title] of [
		["NIGHT tromso", "Tromsø at night"],
		["cafe", "Café sounds"],
		["ПРИВЕТ", "Привет"],
		["% _", "100% _wild_"],
		["before keys", "Written BEFORE keys"],
	] as const)
		expect((await pageAt({ search })).titles).toEqual([title]);
	expect((await pageAt({ search: "cafe night" })).titles).toEqual([]);
	expect((await pageAt({ search: "" })).titles).toHaveLength(50);
});

it("finds changed titles", async () => {
	const share = await makeShare(creator.user.id, { title: "Old" });
	const json = { title: "Çiçek" };
	const edit = { method: "PATCH", body: JSON.stringify(json), cookies: creator.cookies };
	const headers = { "content-type": "application/json" };
	expect((await request(`/api/file-shares/${share.slug}`, { ...edit, headers })).status).toBe(200);
	expect((await pageAt({ search: "cicek" })).titles).toEqual(["Çiçek"]);
	expect((await pageAt({ search: "old" })).titles).toEqual([]);
});

it("refuses an invalid position, naming the field", async () => {
	for (const after of ["", "x", "1.", ".abc", "12x.abcdefgh", "1.5.abc def"])
		expect([after, await refusedFields({ after })]).toEqual([after, ["after"]]);
	expect(await refusedFields({ after: "Title.abcdefgh", sort: "price" })).toEqual(["after"]);
	expect(await refusedFields({ sort: "size" })).toEqual(["sort"]);
	expect(await refusedFields({ status: "deleted" })).toEqual(["status"]);
	expect(await refusedFields({ most: "201" })).toEqual(["most"]);
	expect(await refusedFields({ most: "0" })).toEqual(["most"]);
});

it("lists only the creator's own shares, even from another creator's position", async () => {
	const other = await makeCreator();
	for (const n of [1, 2, 3]) await makeShare(creator.user.id, { createdAt: n });
	const theirs = await makeShare(other.user.id, { title: "Theirs", createdAt: 2 });
	const { next, list } = await pageAt({ most: "1" });
	const seen = await read({ after: next ?? "" }, other.cookies);
	expect((await seen.json<MyShare[]>()).map(({ title }) => title)).toEqual(["Theirs"]);
	expect((await pageAt({ shareId: theirs.slug })).list).toEqual([]);
	expect((await pageAt({ shareId: list[0]?.shareId ?? "" })).list).toEqual(list);
	expect((await request(`${PATH}?after=1.abcdefgh`)).status).toBe(401);
});

it("answers 304 with the current link for an unchanged page", async () => {
	await makeShare(creator.user.id, { title: "A" });
	const whole = await read({ sort: "title", most: "1" });
	expect(whole.headers.get("link")).toBeNull();
	await makeShare(creator.user.id, { title: "B" });
	const again = await request(`${PATH}?sort=title&most=1`, {
		cookies: creator.cookies,
		headers: { "if-none-match": whole.headers.get("etag") ?? "" },
	});
	expect(again.status).toBe(304);
	expect(nextPageOf(again.headers.get("link"))).toMatch(/^a\./);
});

it("reads pages from the index, at the same cost however many follow", async () => {
	await manyShares(creator.user.id, 120);
	const { next } = await pageAt({ most: "20" });
	const pages: Record<string, string>[] = [{ most: "20" }, { most: "20", after: next ?? "" }];
	const costs = async () => {
		const all: number[] = [];
		for (const page of pages) all.push((await usageOf(() => read(page))).rowsRead);
		return all;
	};
	const before = await costs();
	await manyShares(creator.user.id, 1000, { createdAt: 1 });
	expect(await costs()).toEqual(before);
	const { known } = recordStatements();
	known.clear();
	await read(pages[1]);
	const text = [...known].find((one) => one.includes("page_value")) ?? "";
	const explained = env.DB.prepare(`explain query plan ${text}`);
	const values = Array.from(text.matchAll(/\?/g), () => 1);
	const { results } = await explained.bind(...values).all<{ detail: string }>();
	expect(results.map(({ detail }) => detail)).toContain(
		"SEARCH shares USING INDEX shares_creator_order (creator_id=? AND (created_at,id)<(?,?))",
	);
});

it("names the bundles that a share is a part of", async () => {
	const part = await makeShare(creator.user.id, { title: "Part" });
	const bundle = await makeShare(creator.user.id, { title: "Both", ownedParts: "full" });
	await env.DB.prepare("insert into bundle_parts (bundle_id, share_id, position) values (?, ?, 0)")
		.bind(bundle.id, part.id)
		.run();
	const { list } = await pageAt({ sort: "title" });
	expect(list.map(({ inBundles }) => inBundles)).toEqual([
		undefined,
		[{ shareId: bundle.slug, title: "Both" }],
	]);
	expect(list[0]?.bundle?.parts).toEqual([{ shareId: part.slug, title: "Part" }]);
});
