import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "./contract/locales.ts";
import { interceptedBindings, type Operation } from "./platform/intercepted-bindings.ts";
import { makeSharePreviews } from "./previews/make-share-previews.ts";
import { renditions } from "./previews/tables.ts";
import { shares } from "./shares/tables.ts";
import { shareViews } from "./storefront/tables.ts";
import { withCaches } from "./test/entrypoints.ts";
import { makeFile } from "./test/files.ts";
import { halvesPng } from "./test/images.ts";
import { requestPage } from "./test/pages.ts";
import { makeSale } from "./test/sales.ts";
import { sharedCaches } from "./test/shared-cache.ts";
import { testCtx, withVariables } from "./test/test-app.ts";

const ctx = testCtx();
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };

let pictures = 0;

/** A share on sale with a picture and its preview, its buyer, and another share sold by its link. */
async function fixture() {
	const sale = await makeSale({ share: { title: "Evening light" } });
	const file = await makeFile(sale.share, halvesPng(400, 200 + 20 * pictures++), {
		...{ originalName: "a.png", mimeType: "image/png", position: 1 },
	});
	await makeSharePreviews(ctx, sale.share.id);
	const [rendition] = await ctx.db.select().from(renditions).where(eq(renditions.fileId, file.id));
	const delivery = await makeSale({ share: { saleMode: "link" } });
	return { ...sale, delivery, hash: rendition?.hash ?? "" };
}

/** The calls to the database and the bucket while something is done. */
async function callsDuring(work: () => Promise<unknown>): Promise<Operation[]> {
	const calls: Operation[] = [];
	const bindings = interceptedBindings(env, (operation, call) => {
		calls.push(operation);
		return call();
	});
	await withVariables(bindings as never, work);
	return calls;
}

describe("the page of a share, for anonymous visitors", () => {
	it("needs no database when it is cached, and its views are counted", async () => {
		const { share } = await fixture();
		const caches = sharedCaches();
		await withCaches(caches.place, async () => {
			const path = `/share/${share.slug}?utm_source=mail`;
			await requestPage(path, {}, BROWSER);
			const calls = await callsDuring(async () => {
				for (let view = 0; view < 3; view++) {
					const response = await requestPage(path, {}, BROWSER);
					expect(response.headers.get("cache-control")).toBe("private, no-store");
					for (const name of ["cache-tag", "share-id", "age"])
						expect(response.headers.get(name)).toBeNull();
					expect(await response.text()).toContain("Evening light");
				}
			});
			// The counts of the views, which the responses don't wait for.
			const count = { service: "primary", name: "run", isRead: false };
			expect(calls).toEqual([count, count, count]);
			expect(caches.pages.asked).toHaveLength(1);
		});
		const views = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, share.id));
		expect(views).toHaveLength(1);
	});

	it("is the same with and without the cache, in every language, and at any address", async () => {
		const { share } = await fixture();
		const { place } = sharedCaches();
		for (const locale of Object.keys(LOCALES))
			for (const query of ["", "?utm_source=mail", "?as=buyer", "?redirect_status=failed"]) {
				const ask = () =>
					requestPage(`/share/${share.slug}${query}`, {}, { "accept-language": locale });
				const [plain, cached, again] = [
					await withCaches((_, entrypoint) => ({ ...entrypoint, fetch: gone }), ask),
					await withCaches(place, ask),
					await withCaches(place, ask),
				];
				const html = await plain.text();
				expect(html).toContain(`lang="${locale}"`);
				expect(await cached.text()).toBe(html);
				expect(await again.text()).toBe(html);
				expect([...cached.headers]).toEqual([...plain.headers]);
			}
	});

	it("says what is missing, and nobody keeps that", async () => {
		const { share } = await fixture();
		const caches = sharedCaches();
		await withCaches(caches.place, async () => {
			for (const [status, expected] of [
				["taken_down", 410],
				["deleted", 404],
				["published", 200],
				["uploading", 200],
			] as const) {
				await ctx.db.update(shares).set({ status }).where(eq(shares.id, share.id));
				// Another language, since the published page is kept.
				const language = { "accept-language": status === "uploading" ? "de" : "en" };
				const response = await requestPage(`/share/${share.slug}`, {}, language);
				expect(response.status).toBe(expected);
			}
			expect((await requestPage("/share/nobody-knows-this")).status).toBe(404);
			expect((await requestPage("/share/%2e%2e%2fx%ff")).status).toBe(404);
		});
		expect(caches.pages.kept.map(({ status }) => status)).toEqual([200]);
	});

	it("is kept no longer than it holds", async () => {
		const { share } = await fixture();
		const policyWith = async (expiresAt: number | null) => {
			const caches = sharedCaches();
			await ctx.db.update(shares).set({ expiresAt }).where(eq(shares.id, share.id));
			await withCaches(caches.place, () => requestPage(`/share/${share.slug}`));
			const { freshMs = 0, staleMs = 0 } = caches.pages.kept[0] ?? {};
			return [freshMs, staleMs];
		};
		expect(await policyWith(null)).toEqual([30_000, 30_000]);
		expect(await policyWith(Date.now() + 3_600_000)).toEqual([30_000, 30_000]);
		expect(await policyWith(Date.now() - 1000)).toEqual([30_000, 30_000]);
		const [fresh = 0, stale = 0] = await policyWith(Date.now() + 45_500);
		expect([fresh, fresh + stale]).toEqual([30_000, expect.closeTo(45_000, -3.4)]);
	});

	it("is made by the default entrypoint where the other fails", async () => {
		const { share } = await fixture();
		const failing = async () => new Response(null, { status: 500 });
		for (const fetch of [gone, failing]) {
			const place = () => ({ fetch, purge: async () => true });
			const response = await withCaches(place, () => requestPage(`/share/${share.slug}`));
			expect(response.status).toBe(200);
			expect(await response.text()).toContain("Evening light");
		}
	});
});

const gone = (): Promise<Response> => Promise.reject(new Error("no such entrypoint"));

describe("viewers with a cookie", () => {
	it("get their own page, which no cache sees", async () => {
		const { share, creator, buyer, delivery } = await fixture();
		const caches = sharedCaches();
		await withCaches(caches.place, async () => {
			const show = async (cookies: Record<string, string>, slug = share.slug) =>
				(await requestPage(`/share/${slug}`, cookies)).text();
			expect(await show({})).not.toContain("Download everything");
			expect(await show(buyer.cookies)).toContain("Download everything");
			expect(await show(creator.cookies)).toContain("This is your share");
			expect(await show({})).not.toContain("Download everything");
			// Whoever has this link may download: a cache could still say so after a refund.
			expect(await show({}, delivery.share.slug)).toContain("Download everything");
		});
		expect(caches.pages.kept).toHaveLength(1);
	});
});

describe("renditions", () => {
	it("come from the cache whole, and in parts from the store", async () => {
		const { hash, share } = await fixture();
		const caches = sharedCaches();
		await withCaches(caches.place, async () => {
			const path = `/api/renditions/${hash}`;
			const whole = await requestPage(path);
			const bytes = new Uint8Array(await whole.arrayBuffer());
			const calls = await callsDuring(async () => {
				const again = await requestPage(path);
				expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
				expect([...again.headers]).toEqual([...whole.headers]);
				const etag = again.headers.get("etag") ?? "";
				expect((await requestPage(path, {}, { "if-none-match": etag })).status).toBe(304);
				const head = await requestPage(path, {}, {}, "HEAD");
				expect(head.headers.get("content-length")).toBe(String(bytes.length));
			});
			expect(calls).toEqual([]);
			const part = await requestPage(path, {}, { range: "bytes=2-5" });
			expect(part.status).toBe(206);
			expect(part.headers.get("content-range")).toBe(`bytes 2-5/${bytes.length}`);
			expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
			await ctx.db.update(shares).set({ status: "taken_down" }).where(eq(shares.id, share.id));
			expect((await requestPage(path, {}, { range: "bytes=2-5" })).status).toBe(404);
		});
		expect(caches.renditions.kept).toHaveLength(1);
		expect(caches.renditions.asked).toHaveLength(1);
	});
});

const HEADERS = [
	...["authorization", "x-forwarded-host", "x-forwarded-for", "x-forwarded-proto", "forwarded"],
	...["x-original-url", "x-rewrite-url", "x-http-method-override", "origin", "referer", "via"],
	...["accept", "accept-encoding", "accept-language", "user-agent", "range", "if-none-match"],
	...["if-modified-since", "cache-control", "pragma", "cf-connecting-ip", "true-client-ip"],
	...["cache-tag", "share-id", "x-robots-tag", "save-data", "dnt", "sec-purpose", "x-probe"],
];

describe("the cached entrypoints under attack", () => {
	it("hold nothing of 5,000 hostile requests' senders", { timeout: 400_000 }, async () => {
		const { share, creator, buyer, delivery, hash } = await fixture();
		const other = await makeSale();
		const caches = sharedCaches({ now: () => 0 });
		let sent = 0;
		const canaries = new Set<string>();
		const canary = () => {
			const text = `canary${sent}x${canaries.size}`;
			canaries.add(text);
			return text;
		};
		const people = {
			nobody: {},
			creator: creator.cookies,
			buyer: buyer.cookies,
			both: { ...creator.cookies, ...buyer.cookies },
			forged: { "__Host-session": "canary-session", "__Host-buyer": "canary-buyer" },
			bare: { session: "canary-session", buyer: "canary-buyer", signed_in: "1" },
		};
		const slugs = [share.slug, delivery.share.slug, other.share.slug, "nobody-knows-this"];
		const attack = fc.record({
			who: fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[])),
			target: fc.oneof(
				fc.constantFrom(...slugs.map((slug) => `/share/${slug}`), `/api/renditions/${hash}`),
				fc.constantFrom(...slugs).map((slug) => `/share/${slug}%00`),
				fc.constantFrom(...slugs).map((slug) => `/share/${slug}%3Flocale=de%26x=canary-path`),
				fc.constantFrom(...slugs).map((slug) => `/share/%2e%2e/share/${slug}`),
				fc.constantFrom(...slugs).map((slug) => `/share/..%2fshare%2f${slug}`),
			),
			query: fc.array(
				fc.tuple(
					fc.constantFrom(
						"locale",
						"as",
						"width",
						"utm_source",
						"payment_intent",
						"x",
						"__proto__",
					),
					fc.constantFrom("de", "en", "xx", "buyer", "256", "canary-query", "%0d%0aSet-Cookie:a"),
				),
				{ maxLength: 3 },
			),
			headers: fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 6 }),
			locale: fc.constantFrom("de", "es", "en", "canary-locale", "../de", "de%00"),
			method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "OPTIONS"),
		});
		await withCaches(caches.place, async () => {
			for (const { who, target, query, headers, locale, method } of fc.sample(attack, {
				numRuns: 5000,
				seed: 12,
			})) {
				sent++;
				const search = query.map(([name, value]) => `${name}=${value}`).join("&");
				const cookies = { ...people[who], locale, probe: canary() };
				const values = Object.fromEntries(
					headers.map((name) => [name, name === "range" ? "bytes=0-1" : canary()]),
				);
				const path = `${target}${search && `?${search}`}`;
				const response = await requestPage(path, cookies, values, method);
				// What is private never says that others may keep it.
				if (path.startsWith("/share/") && response.headers.has("cache-control"))
					expect(response.headers.get("cache-control")).toContain("no-store");
				await response.body?.cancel();
			}
		});
		expect(sent).toBe(5000);
		const { pages, renditions: pictures } = caches;
		// They were asked with a path and a language, and nothing else.
		for (const request of [...pages.asked, ...pictures.asked]) {
			expect([...request.headers], request.url).toEqual([]);
			expect(request.method).toBe("GET");
		}
		const secrets = [
			...[...Object.values(creator.cookies), ...Object.values(buyer.cookies), "canary"],
			...[creator.user.id, creator.user.email, buyer.id, "Download everything", "your share"],
			...['"isOwner":true', '"isPaid":true', "set-cookie"],
		];
		const kept = [...pages.kept, ...pictures.kept];
		const leaks = kept.flatMap(({ key, headers, body }) => {
			const shown = headers.filter(([name]) => name !== "cache-tag");
			const text = `${key}\n${JSON.stringify(shown)}\n${new TextDecoder().decode(body)}`;
			return secrets.filter((secret) => text.includes(secret));
		});
		expect(leaks).toEqual([]);
		// One page for each language of the two shares on sale, and the preview in its widths.
		const keys = kept.map(({ key }) => key).toSorted();
		const expected = [share.slug, other.share.slug].flatMap((slug) =>
			Object.keys(LOCALES).map((code) => `/share/${slug}?locale=${code}`),
		);
		expect(keys.filter((key) => key.startsWith("/share/"))).toEqual(expected.toSorted());
		const picture = `/renditions/${hash}`;
		expect(keys.filter((key) => !key.startsWith("/share/"))).toEqual([
			picture,
			`${picture}?width=256`,
		]);
	});
});
