import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { LOCALES } from "../../contract/locales.ts";
import { cachedEntrypoints } from "../../entrypoints.ts";
import { interceptedBindings, type Operation } from "../../platform/intercepted-bindings.ts";
import { shareViews } from "../../purchases/views/tables.ts";
import { executionOver, withCaches, withMemory } from "../fakes/entrypoints.ts";
import { sharedCaches } from "../fakes/shared-cache.ts";
import { soldPicture } from "../fixtures/cached-pages.ts";
import { requestPage } from "../fixtures/pages.ts";
import { call, testCtx, withVariables } from "../fixtures/test-app.ts";

const ctx = testCtx();
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };

type Call = Pick<Operation, "service" | "name" | "isRead">;

/** To the database and the bucket. */
async function callsDuring(work: () => Promise<unknown>): Promise<Call[]> {
	const calls: Call[] = [];
	const bindings = interceptedBindings(env, ({ service, name, isRead }, call) => {
		calls.push({ service, name, isRead });
		return call();
	});
	await withVariables(bindings as never, work);
	return calls;
}

describe("the page of a share, for anonymous visitors", () => {
	it("needs no database when it is cached, and its views are counted", async () => {
		const { share } = await soldPicture();
		const caches = sharedCaches();
		await withCaches(caches.place, async () => {
			const path = `/share/${share.slug}?utm_source=mail`;
			await requestPage(path, {}, BROWSER);
			const calls = await callsDuring(async () => {
				for (const version of ["140.0", "141.0", "142.0", "140.0"]) {
					const agent = BROWSER["user-agent"].replace("140.0", version);
					const response = await requestPage(path, {}, { "user-agent": agent });
					expect(response.headers.get("cache-control")).toBe("private, no-store");
					for (const name of ["cache-tag", "share-id", "age"])
						expect(response.headers.get(name)).toBeNull();
					expect(await response.text()).toContain("Evening light");
				}
			});
			// The counts of new viewers, which the responses don't wait for.
			const count = { service: "primary", name: "batch", isRead: false };
			expect(calls.map(({ service, name, isRead }) => ({ service, name, isRead }))).toEqual([
				count,
				count,
			]);
			expect(caches.pages.asked).toHaveLength(1);
		});
		const views = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, share.id));
		expect(views).toHaveLength(3);
	});

	it("serves the same page with and without the cache, in every language, at any address", async () => {
		const { share } = await soldPicture();
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

	it("caches no page about a missing share", async () => {
		const { share } = await soldPicture();
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
			const untidy = await requestPage("/share/%2e%2e%2fx%ff");
			expect(untidy.headers.get("location")).toMatch(/^\/share\/\w+$/);
		});
		expect(caches.pages.kept.map(({ status }) => status)).toEqual([200]);
	});

	it("caches a page no longer than it stays true", async () => {
		const { share } = await soldPicture();
		const policyWith = async (expiresAt: number | null) => {
			const caches = sharedCaches();
			await ctx.db.update(shares).set({ expiresAt }).where(eq(shares.id, share.id));
			await withCaches(caches.place, () => requestPage(`/share/${share.slug}`));
			const { freshMs = 0, staleMs = 0 } = caches.pages.kept[0] ?? {};
			return [freshMs, staleMs];
		};
		expect(await policyWith(null)).toEqual([30_000, 30_000]);
		expect(await policyWith(Date.now() + 1.5 * 3_600_000)).toEqual([30_000, 30_000]);
		expect(await policyWith(Date.now() - 1000)).toEqual([30_000, 30_000]);
		// In the last hour the page says how many minutes are left, which is valid for the rest of the minute.
		for (const leftMs of [45_500, 10 * 60_000 + 45_500]) {
			const [fresh = 0, stale = 0] = await policyWith(Date.now() + leftMs);
			expect([fresh, fresh + stale]).toEqual([30_000, expect.closeTo(45_000, -3.4)]);
		}
	});

	it("falls back to the default entrypoint", async () => {
		const { share } = await soldPicture();
		const failing = async () => new Response(null, { status: 500 });
		for (const fetch of [gone, failing]) {
			const place = () => ({ fetch, purge: async () => true });
			const response = await withCaches(place, () => requestPage(`/share/${share.slug}`));
			expect(response.status).toBe(200);
			expect(await response.text()).toContain("Evening light");
		}
	});
});

describe("the page of a share, where the platform has no cache", () => {
	const old = "Evening light";
	const rename = (id: string, title: string) =>
		ctx.db.update(shares).set({ title }).where(eq(shares.id, id));
	const page = async (slug: string, cookies = {}) =>
		(await requestPage(`/share/${slug}`, cookies)).text();

	it("comes from memory without asking the database, and its views are counted", () =>
		withMemory(async () => {
			const { share } = await soldPicture();
			const first = await requestPage(`/share/${share.slug}`, {}, BROWSER);
			const html = await first.text();
			const calls = await callsDuring(async () => {
				for (const version of ["140.0", "141.0"]) {
					const agent = BROWSER["user-agent"].replace("140.0", version);
					const again = await requestPage(`/share/${share.slug}`, {}, { "user-agent": agent });
					expect([...again.headers]).toEqual([...first.headers]);
					expect(await again.text()).toBe(html);
				}
			});
			expect(calls).toEqual([expect.objectContaining({ name: "batch", isRead: false })]);
			const views = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, share.id));
			expect(views).toHaveLength(2);
		}));

	it("renders a page of their own for viewers with a cookie", () =>
		withMemory(async () => {
			const { share, creator, buyer, delivery } = await soldPicture();
			expect(await page(share.slug)).not.toContain("Download everything");
			expect(await page(share.slug, buyer.cookies)).toContain("Download everything");
			expect(await page(share.slug, creator.cookies)).toContain("This is your share");
			expect(await page(share.slug)).not.toContain("Download everything");
			expect(await page(delivery.share.slug)).toContain("Download everything");
		}));

	it("forgets a page with the response of the change, and with a purge", () =>
		withMemory(async () => {
			const { share, creator } = await soldPicture();
			expect(await page(share.slug)).toContain(old);
			await withCaches(
				(_, { fetch }) => ({ fetch, purge: async () => true }),
				() => call("PATCH", `/api/file-shares/${share.slug}`, { title: "Winter" }, creator.cookies),
			);
			expect(await page(share.slug)).toContain("Winter");
			await rename(share.id, "Spring");
			expect(await page(share.slug)).toContain("Winter");
			await cachedEntrypoints(executionOver(env))?.pages.purge([]);
			expect(await page(share.slug)).toContain("Spring");
		}));
});

const gone = (): Promise<Response> => Promise.reject(new Error("no such entrypoint"));

describe("viewers with a cookie", () => {
	it("get their own page, uncached", async () => {
		const { share, creator, buyer, delivery } = await soldPicture();
		const caches = sharedCaches();
		await withCaches(caches.place, async () => {
			const show = async (cookies: Record<string, string>, slug = share.slug) =>
				(await requestPage(`/share/${slug}`, cookies)).text();
			expect(await show({})).not.toContain("Download everything");
			expect(await show(buyer.cookies)).toContain("Download everything");
			expect(await show(creator.cookies)).toContain("This is your share");
			expect(await show({})).not.toContain("Download everything");
			// Anyone with this link may download: a cache could still say so after a refund.
			expect(await show({}, delivery.share.slug)).toContain("Download everything");
		});
		expect(caches.pages.kept).toHaveLength(1);
	});
});

describe("renditions", () => {
	it("come whole from the cache and in ranges from storage", async () => {
		const { hash, share } = await soldPicture();
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
