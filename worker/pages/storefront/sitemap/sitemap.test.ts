import { beforeEach, expect, it } from "vitest";
import { randomId } from "../../../platform/ids.ts";
import { requestPage } from "../../../test/fixtures/pages.ts";
import { makeShare } from "../../../test/fixtures/sales.ts";
import { makeCreator, ORIGIN, testCtx } from "../../../test/fixtures/test-app.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { ROWS_PER_PAGE, sitemapIndex, sitemapPage } from "./sitemap.ts";

const ctx = testCtx();
const AT = Date.UTC(2026, 9, 3);

async function creatorWithPage(fields: Parameters<typeof makeCreator>[0] = {}) {
	const creator = await makeCreator(fields);
	const { id: userId } = creator.user;
	const handle = `h-${randomId().toLowerCase().replaceAll("_", "-")}`;
	await ctx.db.batch([
		ctx.db.insert(creatorPages).values({ userId, links: [], createdAt: AT }),
		ctx.db.insert(creatorHandles).values({ handle, userId, createdAt: AT }),
	]);
	return { ...creator, handle };
}

it("names the addresses for reporting a weakness and changing a password", async () => {
	const security = await requestPage("/.well-known/security.txt");
	const lines = new Map(
		(await security.text())
			.trim()
			.split("\n")
			.map((line) => line.split(/: (.*)/) as [string, string]),
	);
	expect(security.headers.get("content-type")).toMatch(/^text\/plain; ?charset=utf-8$/i);
	expect(lines.get("Contact")).toBe(`mailto:${ctx.config.OPERATOR_EMAIL}`);
	expect(lines.get("Canonical")).toBe(`${ORIGIN}/.well-known/security.txt`);
	const days = (Date.parse(lines.get("Expires") ?? "") - Date.now()) / 86_400_000;
	expect(days).toBeGreaterThan(170);
	expect(days).toBeLessThan(366);
	const moved = await requestPage("/.well-known/change-password");
	expect([moved.status, moved.headers.get("location")]).toEqual([302, "/settings/security"]);
});

it.each(["/c/nobody/feed.xml", "/unsubscribe/x/y"])("shows people a page at %s", async (path) => {
	const page = await requestPage(path, {}, { accept: "text/html,*/*;q=0.8" });
	expect(page.status).toBe(404);
	expect(page.headers.get("content-type")).toMatch(/^text\/html/);
	const forPrograms = await requestPage(path, {}, { accept: "*/*" });
	expect(await forPrograms.json()).toHaveProperty("code");
});

/** Everything of a kind in the sitemap. */
async function named(kind: "shares" | "creators"): Promise<string> {
	const index = await sitemapIndex(ctx);
	const pages = [...index.matchAll(new RegExp(`/sitemap/${kind}-(\\d+)\\.xml`, "g"))];
	const bodies = await Promise.all(pages.map(([, n]) => sitemapPage(ctx, kind, Number(n))));
	// Pages named by the index are never empty.
	expect(bodies).not.toContain(null);
	return bodies.join("");
}

beforeEach(async () => {
	await caches.default.delete(`https://sitemaps.invalid/${encodeURIComponent(ORIGIN)}/index`);
});

it("answers 404 for an empty page of the sitemap", async () => {
	const { user } = await makeCreator();
	await makeShare(user.id, { listed: true });
	expect(await sitemapIndex(ctx)).toBe(
		`<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${ORIGIN}/sitemap/screens.xml</loc></sitemap></sitemapindex>`,
	);
	for (let nth = 0; nth < 2; nth++)
		expect((await requestPage("/sitemap/shares-2.xml")).status).toBe(404);
	expect(await sitemapPage(ctx, "creators", 1)).toBeNull();
});

it("lists the shares on creators' pages, with the time of the last change", async () => {
	const { user, handle } = await creatorWithPage();
	const listed = { listed: true, publishedAt: AT };
	const share = await makeShare(user.id, listed);
	const changed = await makeShare(user.id, { ...listed, changedAt: AT + 1000 });
	const text = await named("shares");
	const lastmod = new Date(AT).toISOString();
	expect(text).toContain(
		`<url><loc>${ORIGIN}/share/${share.slug}</loc><lastmod>${lastmod}</lastmod></url>`,
	);
	expect(text).toContain(
		`${changed.slug}</loc><lastmod>${new Date(AT + 1000).toISOString()}</lastmod>`,
	);
	expect(await named("creators")).toContain(
		`<url><loc>${ORIGIN}/c/${handle}</loc><lastmod>${lastmod}</lastmod></url>`,
	);
});

// G11
it("leaves everything else out of the sitemap", async () => {
	const { user, handle } = await creatorWithPage();
	const hidden = [
		{ listed: false },
		{ listed: true, indexed: false },
		{ listed: true, saleMode: "link" },
		{ listed: true, passwordHash: "of no password", unlockHash: "of no token" },
		{ listed: true, opensAt: Date.now() + 60_000 },
		{ listed: true, status: "taken_down" },
		{ listed: true, status: "deleted" },
		{ listed: true, status: "uploading" },
		{ listed: true, selling: false },
		{ listed: true, expiresAt: Date.now() - 1 },
	] as const;
	const slugs = [];
	for (const fields of hidden) slugs.push((await makeShare(user.id, fields)).slug);
	const suspended = await creatorWithPage({ suspendedAt: AT });
	slugs.push((await makeShare(suspended.user.id, { listed: true })).slug);
	const pageless = await makeCreator();
	slugs.push((await makeShare(pageless.user.id, { listed: true })).slug);
	const text = await named("shares");
	for (const slug of slugs) expect(text).not.toContain(slug);
	const creators = await named("creators");
	for (const one of [handle, suspended.handle]) expect(creators).not.toContain(one);
});

it("announces the sitemap in robots.txt, and begins with an index", async () => {
	const robots = await (await requestPage("/robots.txt")).text();
	expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
	const { user } = await creatorWithPage();
	await makeShare(user.id, { listed: true });
	const index = await requestPage("/sitemap.xml");
	expect(index.headers.get("content-type")).toContain("application/xml");
	const text = await index.text();
	expect(text).toContain(`<loc>${ORIGIN}/sitemap/screens.xml</loc>`);
	const screens = await (await requestPage("/sitemap/screens.xml")).text();
	expect(screens).toContain(`<loc>${ORIGIN}/terms</loc>`);
	expect((await requestPage("/sitemap/shares-1.xml")).status).toBe(200);
	for (const name of ["shares-0.xml", "shares-1", "users-1.xml", "screens-1.xml"])
		expect((await requestPage(`/sitemap/${name}`)).status).toBe(404);
});

it("names no more addresses on a page than a sitemap may", () => {
	expect(ROWS_PER_PAGE).toBeLessThanOrEqual(50_000);
});
