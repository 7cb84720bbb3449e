import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { allFiles, type shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { purchaseLines, purchases } from "../../purchases/entitlements/tables.ts";
import { recordView } from "../../purchases/views/record-view.ts";
import { fileCounts, shareDays } from "../../purchases/views/tables.ts";
import { payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { erase } from "../../test/fixtures/personal-data.ts";
import { makeOffer } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import {
	call,
	cookiesOf,
	makeCreator,
	ORIGIN,
	request,
	testCtx,
} from "../../test/fixtures/test-app.ts";
import type { Analytics } from "./contract.ts";

const ctx = testCtx();
const UA = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const from = (address: string, country = "US") => ({
	"user-agent": UA,
	"cf-connecting-ip": address,
	"cf-ipcountry": country,
});
const today = () => new Date().toISOString().slice(0, 10);

async function read(cookies: Record<string, string>, query = ""): Promise<Analytics> {
	const response = await request(`/api/analytics${query}`, { cookies });
	expect(response.status).toBe(200);
	return response.json();
}

async function begin(slug: string, headers: Record<string, string>) {
	const response = await request("/api/create-payment-intent", {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify({ shareId: slug }),
	});
	expect(response.status).toBe(200);
	const { clientSecret } = await response.json<{ clientSecret: string }>();
	const [intentId = ""] = clientSecret.split("_secret_");
	return { intentId, cookies: cookiesOf(response) };
}

const sourceOfSale = async (intentId: string) => {
	const [row] = await ctx.db
		.select({ source: purchases.source })
		.from(purchases)
		.where(eq(purchases.paymentIntentId, intentId));
	return row?.source;
};

// G67
it("counts every viewer by source and country, but no bot, prefetch or repetition", async () => {
	const { creator, share } = await makeOffer();
	const ways: [query: string, referer: string | null][] = [
		["", null],
		["?utm_source=Newsletter&utm_medium=email&utm_campaign=spring", null],
		["?utm_source=newsletter&utm_medium=email&utm_campaign=autumn", "https://mail.example.test/"],
		["", "https://www.forum.example/thread?secret=1"],
		["", `${ORIGIN}/c/casey`],
	];
	const countries = ["NO", "DE", "US"];
	const real = 60;
	for (let viewer = 0; viewer < real; viewer++) {
		const [query, referer] = ways[viewer % ways.length] ?? ["", null];
		const address = `198.51.${Math.floor(viewer / 50)}.${viewer % 50}`;
		const headers = {
			...from(address, countries[viewer % countries.length]),
			...(referer !== null && { referer }),
			...(viewer % 50 === 0 && { "sec-gpc": "1" }),
		};
		const path = `/share/${share.slug}${query}`;
		if (viewer % 4 === 0)
			await requestPage(path, {}, { ...headers, "sec-purpose": "prefetch;prerender" });
		await Promise.all([requestPage(path, {}, headers), requestPage(path, {}, headers)]);
		if (viewer % 3 === 0)
			await requestPage(`/share/${share.slug}`, {}, { ...headers, referer: `${ORIGIN}${path}` });
		if (viewer % 4 === 0)
			await requestPage(path, {}, { ...headers, "user-agent": "Googlebot/2.1" });
	}
	const found = await read(creator.cookies, `?share=${share.slug}&days=7`);
	expect(found.total.views / real).toBe(1);
	expect(found.sources.map(({ source, views }) => [source, views])).toEqual([
		[{ kind: "utm", name: "newsletter", medium: "", campaign: "" }, 24],
		[{ kind: "host", name: "forum.example" }, 12],
		[{ kind: "page" }, 12],
		[{ kind: "direct" }, 10],
		[{ kind: "unrecorded" }, 2],
	]);
	expect(found.campaigns.map(({ source, views }) => [source.campaign, views]).toSorted()).toEqual([
		["autumn", 12],
		["spring", 12],
	]);
	const byCountry = Object.fromEntries(found.countries.map((one) => [one.country, one.views]));
	expect(byCountry).toEqual({ NO: 19, DE: 20, US: 19, null: 2 });
	expect(found.days.at(-1)).toMatchObject({ day: today(), views: real });
});

describe("sources", () => {
	// G68
	it("merges sources beyond fifty a day", async () => {
		const { creator, share } = await makeOffer();
		const view = (at: number, query: string) =>
			requestPage(`/share/${share.slug}${query}`, {}, from(`203.0.113.${at}`));
		for (let at = 0; at < 60; at++) await view(at, `?utm_source=made-up-${at}`);
		await view(60, "?utm_source=made-up-0");
		await view(61, "");
		const rows = await ctx.db.select().from(shareDays).where(eq(shareDays.shareId, share.id));
		expect(rows).toHaveLength(52);
		const { total, sources } = await read(creator.cookies);
		expect(total.views).toBe(62);
		expect(sources).toContainEqual(
			expect.objectContaining({ source: { kind: "other" }, views: 10 }),
		);
	});

	// G68
	it("hold no e-mail address, no path and no query of another site", async () => {
		const { share } = await makeOffer();
		await requestPage(
			`/share/${share.slug}?utm_source=ann%40example.test&utm_campaign=spring%7Cx%00y`,
			{},
			from("203.0.113.100"),
		);
		await requestPage(
			`/share/${share.slug}`,
			{},
			{ ...from("203.0.113.101"), referer: "https://forum.example/u/ann?mail=ann@example.test" },
		);
		const rows = await ctx.db.select().from(shareDays).where(eq(shareDays.shareId, share.id));
		expect(rows.map(({ source }) => source).toSorted()).toEqual([
			"host:forum.example",
			"utm:||spring x y",
		]);
	});
});

describe("a buyer", () => {
	it("attributes a buyer to the link of the counted view, without storing anything in the browser", async () => {
		const { creator, share } = await makeOffer({ priceCents: 1000 });
		const ann = from("203.0.113.1", "CA");
		const page = await requestPage(
			`/share/${share.slug}`,
			{},
			{ ...ann, referer: "https://forum.example/" },
		);
		expect(page.headers.getSetCookie()).toEqual([]);
		const referer = `${ORIGIN}/share/${share.slug}`;
		const { intentId, cookies } = await begin(share.slug, { ...ann, referer });
		expect(await sourceOfSale(intentId)).toBe("host:forum.example");
		await payCard(intentId);
		await reportSuccess(intentId, cookies, "ann@example.test");
		const { total, sources, countries, shares } = await read(creator.cookies);
		const counts = { views: 1, begun: 1, paid: 1, earnedCents: 1000, netCents: 891 };
		expect(total).toEqual(counts);
		expect(sources).toEqual([{ source: { kind: "host", name: "forum.example" }, ...counts }]);
		expect(countries).toEqual([{ country: "CA", ...counts }]);
		expect(shares).toEqual([{ shareId: share.slug, title: share.title, ...counts }]);
	});

	it("attributes a buyer to the parameters of the page that led to the payment", async () => {
		const { share } = await makeOffer();
		const referer = `${ORIGIN}/share/${share.slug}?utm_source=mail&utm_campaign=may`;
		const { intentId } = await begin(share.slug, { ...from("203.0.113.2"), referer });
		expect(await sourceOfSale(intentId)).toBe("utm:mail||may");
	});

	// G68
	it("records neither source nor country of a buyer who asks not to be tracked", async () => {
		for (const asks of ["dnt", "sec-gpc"]) {
			const { creator, share } = await makeOffer();
			const headers = { ...from("203.0.113.3"), [asks]: "1" };
			const path = `/share/${share.slug}?utm_source=mail`;
			await requestPage(path, {}, headers);
			const { intentId } = await begin(share.slug, { ...headers, referer: `${ORIGIN}${path}` });
			expect(await sourceOfSale(intentId)).toBeNull();
			const { sources, countries } = await read(creator.cookies);
			const counts = { views: 1, begun: 1, paid: 0, earnedCents: 0, netCents: 0 };
			expect(sources).toEqual([{ source: { kind: "unrecorded" }, ...counts }]);
			expect(countries).toEqual([{ country: null, ...counts }]);
		}
	});

	it("counts a buyer who begins again once", async () => {
		const { creator, share } = await makeOffer();
		const headers = from("203.0.113.4");
		const first = await begin(share.slug, headers);
		await ctx.db
			.update(purchases)
			.set({ state: "cancelled", closedAt: ctx.now() })
			.where(eq(purchases.paymentIntentId, first.intentId));
		const cookie = Object.entries(first.cookies).map((pair) => pair.join("="));
		const second = await begin(share.slug, { ...headers, cookie: cookie.join("; ") });
		expect(second.intentId).not.toBe(first.intentId);
		expect((await read(creator.cookies)).total).toMatchObject({ begun: 1 });
	});
});

describe("GET /api/analytics", () => {
	it("counts paid sales like the list of sales, on the UTC day of payment", async () => {
		const { creator, share } = await makeOffer({ priceCents: 1000 });
		const other = await makeShare(creator.user.id, { title: "Other" });
		const buyer = await makeBuyer();
		const at = (day: string) => ({ paidAt: Date.parse(day), createdAt: Date.parse(day) });
		const yesterday = today();
		const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
		await makePurchase(share, buyer.id, at(`${yesterday}T00:00:00Z`));
		await makePurchase(share, buyer.id, { ...at(`${ago(1)}T23:59:59Z`), refundedCents: 250 });
		await makePurchase(share, buyer.id, { ...at(ago(2)), state: "refunded", refundedCents: 1000 });
		await makePurchase(share, buyer.id, { ...at(ago(2)), state: "disputed" });
		await makePurchase(share, buyer.id, { ...at(ago(2)), state: "started" });
		await makePurchase(other, buyer.id, at(ago(6)));
		await makePurchase(share, buyer.id, at(ago(8)));
		const all = await read(creator.cookies, "?days=7");
		expect(all.total).toMatchObject({ paid: 3, earnedCents: 2750 });
		expect(all.before).toMatchObject({ paid: 1, earnedCents: 1000 });
		expect(all.days.map(({ paid }) => paid)).toEqual([1, 0, 0, 0, 0, 1, 1]);
		expect(all.shares.map(({ title, paid }) => [title, paid])).toEqual([
			[share.title, 2],
			["Other", 1],
		]);
		const one = await read(creator.cookies, `?days=7&share=${share.slug}`);
		expect(one).toMatchObject({ title: share.title, total: { paid: 2 }, shares: [] });
		const sales = await call(
			"GET",
			`/api/file-shares/${share.slug}/sales`,
			undefined,
			creator.cookies,
		);
		const listed = (await sales.json<{ state: string; paidAt: string }[]>()).filter(
			(sale) => sale.state === "paid" && sale.paidAt >= ago(6),
		);
		expect(listed).toHaveLength(one.total.paid);
	});

	it("shows nobody another's figures, and refuses periods that are not offered", async () => {
		const { share } = await makeOffer();
		const other = await makeCreator();
		for (const path of ["/api/analytics", "/api/analytics.csv"]) {
			const get = (query: string, cookies: Record<string, string>) =>
				request(`${path}${query}`, { cookies });
			expect((await get("", {})).status).toBe(401);
			expect((await get(`?share=${share.slug}`, {})).status).toBe(401);
			expect((await get(`?share=${share.slug}`, other.cookies)).status).toBe(404);
			expect((await get("?days=8", other.cookies)).status).toBe(400);
		}
	});

	it("gives the same as CSV, row by row", async () => {
		const { creator, share } = await makeOffer({ title: "=Maps" });
		await requestPage(
			`/share/${share.slug}?utm_source=mail&utm_campaign=%3Dmay`,
			{},
			from("203.0.113.5"),
		);
		const response = await request(`/api/analytics.csv?share=${share.slug}&days=7`, {
			cookies: creator.cookies,
		});
		expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		const [, row] = (await response.text()).split("\r\n");
		expect(row).toBe(
			`"${today()}","'=Maps","${share.slug}","utm","mail","","'=may","US",1,0,0,0.00,0.00,"USD"`,
		);
	});
});

describe("files", () => {
	const NAMES = ["a.jpg", "b.jpg", "c.jpg"];

	async function makeGallery(fields: Partial<typeof shares.$inferInsert>) {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id, fields);
		const [first] = await ctx.db.select().from(allFiles).where(eq(allFiles.shareId, share.id));
		const ids = NAMES.map((name) => `${name}-${share.id}`);
		await ctx.db.delete(allFiles).where(eq(allFiles.shareId, share.id));
		for (const [at, id] of ids.entries()) {
			const row = { id, originalName: NAMES[at] ?? "", objectKey: id, position: at };
			await ctx.db.insert(allFiles).values({ ...first!, ...row });
		}
		const [a = "", b = "", c = ""] = ids;
		await ctx.db.insert(fileCounts).values([
			{ fileId: a, shareId: share.id, seen: 9, hearts: 1 },
			{ fileId: b, shareId: share.id, seen: 4, hearts: 3 },
		]);
		const buyer = await makeBuyer();
		for (const state of ["paid", "refunded"] as const) {
			const { id } = await makePurchase(share, buyer.id, { state, ofLines: true });
			const line = { purchaseId: id, edition: "full" as const, cents: 500 };
			await ctx.db.insert(purchaseLines).values([
				{ ...line, fileId: a },
				{ ...line, fileId: b, refundedAt: ctx.now() },
				{ ...line, fileId: c, edition: "web" },
			]);
		}
		return { creator, share };
	}

	it("counts what each was seen, liked and sold", async () => {
		const { creator, share } = await makeGallery({ choosing: { count: null, open: true } });
		const { files } = await read(creator.cookies, `?share=${share.slug}`);
		expect(files.map(({ name, seen, hearts, sold }) => [name, seen, hearts, sold])).toEqual([
			["a.jpg", 9, 1, 1],
			["c.jpg", 0, 0, 1],
			["b.jpg", 4, 3, 0],
		]);
		expect((await read(creator.cookies)).files).toEqual([]);
		const path = `/api/analytics.csv?share=${share.slug}&by=file`;
		const csv = await request(path, { cookies: creator.cookies });
		expect((await csv.text()).split("\r\n").slice(0, 2)).toEqual([
			'"File","Folder","Seen","Hearts","Sold"',
			`"a.jpg","Main Files",9,1,1`,
		]);
		const other = await makeCreator();
		expect((await request(path, { cookies: other.cookies })).status).toBe(404);
	});

	it("aren't counted of a share that is only sold as a whole", async () => {
		const { creator, share } = await makeGallery({});
		expect((await read(creator.cookies, `?share=${share.slug}`)).files).toEqual([]);
	});
});

describe("counts", () => {
	it("counts a viewer's concurrent views once", async () => {
		const { share } = await makeOffer();
		const viewing = () =>
			recordView(
				{ ...ctx, address: "203.0.113.6" },
				{ id: share.id, isOwner: false },
				new Request("https://tillbox.test/", { headers: { "user-agent": UA } }),
			);
		await Promise.all(Array.from({ length: 10 }, viewing));
		const [row] = await ctx.db
			.select({ views: sql<number>`sum(views)` })
			.from(shareDays)
			.where(eq(shareDays.shareId, share.id));
		expect(row?.views).toBe(1);
	});

	it("deletes counts with the account", async () => {
		const { creator, share } = await makeOffer();
		const kept = await makeOffer();
		for (const { slug } of [share, kept.share])
			await requestPage(`/share/${slug}`, {}, from("203.0.113.7"));
		await erase(ctx, creator.user.id);
		const of = (id: string) => ctx.db.select().from(shareDays).where(eq(shareDays.shareId, id));
		expect(await of(share.id)).toEqual([]);
		expect(await of(kept.share.id)).toHaveLength(1);
	});
});
