import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import {
	codeOf,
	edited,
	lockedOffer,
	SHARE_PASSWORD,
	UNLOCKED,
	unlock,
	unlockedBy,
} from "../../test/fixtures/restrictions.ts";
import { call, cookiesOf, request, testCtx, withVariables } from "../../test/fixtures/test-app.ts";
import { publicSharePage } from "./share-page.ts";

const ctx = testCtx();
type Cookies = Record<string, string>;

describe("a locked share", () => {
	// G9
	it("reveals nothing without the password, on any route", async () => {
		const it = await lockedOffer({ listed: true });
		const { share, creator, picture } = it;
		await ctx.db
			.insert(payoutMethods)
			.values({ userId: creator.user.id, cashAppHandle: "$sea", updatedAt: 1 });
		await call(
			"PUT",
			"/api/creator-page",
			{
				handle: `sea${share.id
					.slice(0, 8)
					.toLowerCase()
					.replace(/[^a-z0-9]/g, "0")}`,
			},
			creator.cookies,
		);
		const own = await (
			await call("GET", `/api/file-shares/${share.slug}`, undefined, creator.cookies)
		).json<ShareResponse>();
		const src = own.files.find(({ id }) => id === picture.id)?.preview?.src ?? own.cover?.src ?? "";
		expect(src).toContain("/api/renditions/");
		const body = { shareId: share.slug };
		const answers = await Promise.all([
			requestPage(`/share/${share.slug}`),
			requestPage(`/share/${share.slug}`, { [UNLOCKED]: "x".repeat(43) }),
			requestPage(`/share/${share.slug}/card.jpg`),
			call("GET", `/api/file-shares/${share.slug}`),
			call("GET", `/api/files/${picture.id}/preview`),
			call("GET", `/api/files/${picture.id}/download`),
			call("POST", "/api/create-payment-intent", body),
			call("POST", "/api/begin-direct-payment", body),
			call("POST", "/api/reports", {
				...body,
				reason: "other",
				message: "What is it?",
				email: "me@example.test",
			}),
		]);
		for (const answer of answers) {
			expect([answer.status, answer.url]).toEqual([403, answer.url]);
			const text = await answer.text();
			for (const secret of ["Lofoten", "Fifty", "10.00", "a.png", creator.user.email])
				expect(text).not.toContain(secret);
			expect(answer.headers.get("cache-control") ?? "").not.toContain("public");
		}
		expect((await request(src)).status).toBe(404);
		const shown = await request(src, { cookies: await unlockedBy(share.slug) });
		expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
		const handle = (
			await (
				await call("GET", "/api/creator-page", undefined, creator.cookies)
			).json<{ page: { handle: string } }>()
		).page.handle;
		expect(await (await requestPage(`/c/${handle}`)).text()).not.toContain("Lofoten");
		await edited(it, { password: null });
		expect(await (await requestPage(`/c/${handle}`)).text()).toContain("Lofoten");
	});

	// G9
	it("reveals nothing in title and metadata, in each language, uncached", async () => {
		const { share } = await lockedOffer();
		const titles = {
			en: "Password needed",
			de: "Passwort nötig",
			es: "Hace falta una contraseña",
		};
		for (const [locale, title] of Object.entries(titles)) {
			const page = await requestPage(`/share/${share.slug}`, { locale });
			expect(page.status).toBe(403);
			expect(page.headers.get("cache-control")).toBe("private, no-store");
			expect(page.headers.get("x-robots-tag")).toBe("noindex");
			const html = await page.text();
			expect(/<title>([^<]*)/.exec(html)?.[1]).toContain(title);
			expect(html).not.toContain("og:");
			expect(html).not.toContain('name="description"');
			expect(html).not.toContain("<script");
			expect(html).toContain(`action="/share/${share.slug}/unlock"`);
		}
		const cached = await publicSharePage(
			ctx,
			new Request(`https://tillbox.test/share/${share.slug}?locale=en`),
		);
		expect(cached.headers.get("cache-control")).toBe("no-store");
	});

	it("opens by a plain form, which leads back to the page", async () => {
		const { share, picture } = await lockedOffer();
		const post = (password: string) =>
			request(`/share/${share.slug}/unlock`, {
				method: "POST",
				body: new URLSearchParams({ password }),
				redirect: "manual",
			});
		const wrong = await post("a guess");
		expect(wrong.status).toBe(403);
		expect(await wrong.text()).toContain("That password isn’t right");
		expect(cookiesOf(wrong)[UNLOCKED]).toBeUndefined();
		const right = await post(SHARE_PASSWORD);
		expect(right.status).toBe(303);
		expect(right.headers.get("location")).toBe(`/share/${share.slug}`);
		expect(right.headers.getSetCookie().find((line) => line.startsWith(UNLOCKED))).toMatch(
			/; HttpOnly; Secure; SameSite=Lax$/i,
		);
		const cookies = { [UNLOCKED]: cookiesOf(right)[UNLOCKED] ?? "" };
		const html = await (await requestPage(`/share/${share.slug}`, cookies)).text();
		expect(html).toContain("Sunrise on Lofoten");
		const preview = await request(`/api/files/${picture.id}/preview`, { cookies });
		expect(preview.status).toBe(200);
	});

	// G9
	it("closes to everyone when its password is set again, and records that", async () => {
		const it = await lockedOffer();
		const cookies = await unlockedBy(it.share.slug);
		const page = () => request(`/api/file-shares/${it.share.slug}`, { cookies });
		expect((await page()).status).toBe(200);
		await edited(it, { title: "Another title" });
		expect((await page()).status).toBe(200);
		await edited(it, { password: SHARE_PASSWORD });
		expect(await codeOf(await page())).toBe("share.locked");
		await edited(it, { password: null });
		expect((await page()).status).toBe(200);
		const acts = await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, it.share.id));
		expect(acts.map(({ act }) => act)).toEqual(
			Array.from({ length: 3 }, () => "share.password_changed"),
		);
	});

	// G10
	it("stores neither the password nor the browsers' token", async () => {
		const { share } = await lockedOffer();
		const cookies = await unlockedBy(share.slug);
		const rows = JSON.stringify(await ctx.db.select().from(shares).where(eq(shares.id, share.id)));
		expect(rows).toContain("scrypt$");
		expect(rows).not.toContain(SHARE_PASSWORD);
		expect(rows).not.toContain(cookies[UNLOCKED]);
	});

	it("still opens after the secret has changed", async () => {
		const { share } = await lockedOffer();
		const before = await unlockedBy(share.slug);
		const secret = { APP_SECRET: "another secret that is long enough for production" };
		await withVariables(secret, async () => {
			const after = await unlockedBy(share.slug);
			expect(after).not.toEqual(before);
			expect((await request(`/api/file-shares/${share.slug}`, { cookies: after })).status).toBe(
				200,
			);
		});
	});

	// G10
	it("limits guesses from one network, and from everywhere", async () => {
		const { share } = await lockedOffer();
		const guess = (network: number, password = "wrong") =>
			request(`/api/file-shares/${share.slug}/unlock`, {
				method: "POST",
				body: JSON.stringify({ password }),
				headers: {
					"content-type": "application/json",
					"cf-connecting-ip": `198.51.100.${network}`,
				},
			});
		await withVariables(
			{ LIMIT_UNLOCK_HERE: "2,60,900,86400", LIMIT_UNLOCK_SHARE: "5,30,60,3600" },
			async () => {
				const here = [
					await guess(1),
					await guess(1),
					await guess(1),
					await guess(1, SHARE_PASSWORD),
				];
				expect(here.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
				expect(here[3]?.headers.get("retry-after")).toMatch(/^5\d$|^60$/);
				const elsewhere = [
					await guess(2),
					await guess(3),
					await guess(4),
					await guess(5, SHARE_PASSWORD),
				];
				expect(elsewhere.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
				expect(Number(elsewhere[3]?.headers.get("retry-after"))).toBeLessThanOrEqual(30);
			},
		);
	});

	it("keeps the ten latest unlocks of a browser", async () => {
		const [first, second] = [await lockedOffer(), await lockedOffer()];
		const before = (await unlockedBy(first.share.slug))[UNLOCKED];
		const others = Array.from({ length: 9 }, (_, n) => String(n).repeat(43));
		const full = { [UNLOCKED]: [...others, before].join(".") };
		const page = (slug: string, cookies: Cookies) =>
			request(`/api/file-shares/${slug}`, { cookies });
		expect((await page(first.share.slug, full)).status).toBe(200);
		const response = await unlock(second.share.slug, SHARE_PASSWORD, full);
		const cookies = { [UNLOCKED]: cookiesOf(response)[UNLOCKED] ?? "" };
		expect(cookies[UNLOCKED]?.split(".")).toHaveLength(10);
		expect((await page(second.share.slug, cookies)).status).toBe(200);
		expect(await codeOf(await page(first.share.slug, cookies))).toBe("share.locked");
	});
});
