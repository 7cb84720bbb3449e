import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { offer } from "../../test/fixtures/cached-pages.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { codeOf, edited, lockedOffer } from "../../test/fixtures/restrictions.ts";
import { makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { call, testCtx } from "../../test/fixtures/test-app.ts";
import { publicSharePage } from "./share-page.ts";
import { trueFor } from "./time-left.ts";

const ctx = testCtx();
const HOUR = 60 * 60 * 1000;

describe("a share that opens later", () => {
	it("shows the time of opening and nothing else; nobody can pay", async () => {
		const it = await offer({ title: "Sunrise on Lofoten", description: "Fifty pictures" });
		const opensAt = new Date(Date.UTC(2099, 4, 6, 18, 30)).toISOString();
		expect((await edited(it, { opensAt })).status).toBe(200);
		const page = await requestPage(`/share/${it.share.slug}`);
		expect(page.status).toBe(403);
		const html = await page.text();
		expect(html).toContain("Opens on May 6, 2099 at 6:30 PM UTC");
		expect(html).toContain("Sunrise on Lofoten");
		for (const hidden of ["Fifty", "10.00", "a.png", "og:"]) expect(html).not.toContain(hidden);
		const api = await call("GET", `/api/file-shares/${it.share.slug}`);
		expect(await api.json()).toMatchObject({ code: "share.not_open", details: { at: opensAt } });
		for (const path of ["/api/create-payment-intent", "/api/begin-direct-payment"])
			expect(await codeOf(await call("POST", path, { shareId: it.share.slug }))).toBe(
				"share.not_open",
			);
		const own = await requestPage(`/share/${it.share.slug}`, it.creator.cookies);
		expect(own.status).toBe(200);
		await edited(it, { opensAt: new Date(ctx.now() - 1000).toISOString() });
		expect(await (await requestPage(`/share/${it.share.slug}`)).text()).toContain("Fifty pictures");
	});

	it("hides the title if it has a password too", async () => {
		const it = await lockedOffer({ opensAt: ctx.now() + HOUR });
		const html = await (await requestPage(`/share/${it.share.slug}`)).text();
		expect(html).toContain("Opens on");
		expect(html).not.toContain("Lofoten");
		expect(await (await call("GET", `/api/file-shares/${it.share.slug}`)).text()).not.toContain(
			"Lofoten",
		);
	});

	it("must open before it ends, whichever is set last", async () => {
		const at = (hours: number) => new Date(ctx.now() + hours * HOUR).toISOString();
		const faultsOf = async (it: Awaited<ReturnType<typeof offer>>, json: object) => {
			const response = await edited(it, json);
			return response.ok ? null : Object.keys((await response.json<ErrorBody>()).fields ?? {});
		};
		const ending = await offer({ expiresAt: ctx.now() + 2 * HOUR });
		expect(await faultsOf(ending, { opensAt: at(2) })).toEqual(["opensAt"]);
		expect(await faultsOf(ending, { opensAt: at(1) })).toBeNull();
		const opening = await offer({ opensAt: ctx.now() + 2 * HOUR });
		expect(await faultsOf(opening, { expiresAt: at(1) })).toEqual(["expiresAt"]);
		expect(await faultsOf(opening, { expiresAt: at(3) })).toBeNull();
		const both = await offer({});
		expect(await faultsOf(both, { opensAt: at(3), expiresAt: at(2) })).toEqual(["opensAt"]);
		expect(await faultsOf(opening, { opensAt: null, expiresAt: at(1) })).toBeNull();
	});
});

describe("a share that ends", () => {
	// G8
	it("cannot end downloads earlier than buyers were told, once somebody has begun to pay", async () => {
		const it = await offer({ checkoutBegunAt: 1 });
		const at = (hours: number) => new Date(ctx.now() + hours * HOUR).toISOString();
		const statusOf = async (json: object) => (await edited(it, json)).status;
		expect(await statusOf({ expiresAt: at(5) })).toBe(200);
		expect(await codeOf(await edited(it, { endsAccess: true }))).toBe("share.has_sales");
		expect(await statusOf({ expiresAt: null, endsAccess: true })).toBe(200);
		expect(await codeOf(await edited(it, { expiresAt: at(5) }))).toBe("share.has_sales");
		const other = await offer();
		expect((await edited(other, { expiresAt: at(5), endsAccess: true })).status).toBe(200);
		await ctx.db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.id, other.share.id));
		expect((await edited(other, { expiresAt: at(4) })).status).toBe(409);
		expect((await edited(other, { expiresAt: at(6) })).status).toBe(200);
		expect((await edited(other, { endsAccess: false })).status).toBe(200);
	});

	it("says so to its buyers, whose payment opens it for a day when it came late", async () => {
		const it = await offer({ title: "Sunrise", expiresAt: ctx.now() - 1000, endsAccess: true });
		const buyer = await makeBuyer();
		const purchase = await makePurchase(it.share, buyer.id, { paidAt: 1 });
		const page = await requestPage(`/share/${it.share.slug}`, buyer.cookies);
		expect(page.status).toBe(403);
		expect(await page.text()).toContain("Ended on");
		const paidAt = ctx.now();
		await ctx.db.update(purchases).set({ paidAt }).where(eq(purchases.id, purchase.id));
		expect((await requestPage(`/share/${it.share.slug}`, buyer.cookies)).status).toBe(200);
	});

	it("says how much time is left from two days before, above the page and in the reader's language", async () => {
		const left = async (fields: object, locale = "en") => {
			const { share } = await offer({ title: "Sunrise", ...fields });
			const html = await (await requestPage(`/share/${share.slug}`, { locale })).text();
			return (
				/<p [^>]*>([^<]*(?:left|noch|Noch|Queda|sale until)[^<]*)<\/p><div id="root"/.exec(
					html,
				)?.[1] ?? null
			);
		};
		const inHours = (n: number) => ({ expiresAt: ctx.now() + n * HOUR - 60_000 });
		expect(await left(inHours(72))).toBeNull();
		expect(await left({ ...inHours(72), endsAccess: true })).toMatch(
			/^On sale until .* Downloads end at the same time\.$/,
		);
		expect(await left(inHours(24))).toMatch(/^24 hours left\. On sale until .* UTC\.$/);
		expect(await left(inHours(1), "de")).toMatch(/^Noch 59 Minuten\. Erhältlich bis /);
		expect(await left(inHours(24), "es")).toMatch(/^Quedan 24 horas\. /);
	});

	it("limits caching to how long the page's statement stays true", async () => {
		expect(trueFor({ expiresAt: null }, 0)).toBeNull();
		expect(trueFor({ expiresAt: 5 }, 5)).toBeNull();
		expect(trueFor({ expiresAt: 49 * HOUR }, 0)).toBe(HOUR);
		expect(trueFor({ expiresAt: 24 * HOUR + 7000 }, 0)).toBe(7000);
		expect(trueFor({ expiresAt: 24 * HOUR }, 0)).toBe(HOUR);
		expect(trueFor({ expiresAt: 7000 }, 0)).toBe(7000);
		const { share } = await offer({ expiresAt: ctx.now() + 24 * HOUR + 9500 });
		const page = await publicSharePage(
			ctx,
			new Request(`${env.APP_ORIGIN}/share/${share.slug}?locale=en`),
		);
		expect(page.headers.get("cache-control")).toMatch(
			/^public, max-age=[89], stale-while-revalidate=0$/,
		);
	});
});
