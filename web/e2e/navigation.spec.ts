import type { Page } from "@playwright/test";
import { LOCALES, type Locale } from "../../worker/contract/locales.ts";
import { isOwnDocument } from "../lib/addresses/paths.ts";
import { interceptRequests, openScreen, withJson } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, type SampleData, test, type Who } from "./support/sample-data.ts";
import { expectTranslated } from "./support/translated.ts";

const ID = "unknown-share-id";

/** The status of each address as a document, and its redirects. */
const ROUTES: readonly { path: string; status?: number; visitor: string; creator: string }[] = [
	{ path: "/", visitor: "/", creator: "/" },
	{ path: "/auth", visitor: "/auth", creator: "/" },
	{ path: "/share/{id}", visitor: "/share/{id}", creator: "/share/{id}" },
	{ path: "/payment/{id}", visitor: "/payment/{id}", creator: "/share/{id}" },
	{
		path: "/payment/direct/{id}",
		visitor: "/payment/direct/{id}",
		creator: "/payment/direct/{id}",
	},
	{ path: "/subscribe", visitor: "/subscribe", creator: "/subscribe" },
	{ path: "/terms", visitor: "/terms", creator: "/terms" },
	{ path: "/privacy", visitor: "/privacy", creator: "/privacy" },
	{ path: "/support", visitor: "/support", creator: "/support" },
	{ path: "/report", visitor: "/report", creator: "/report" },
	{ path: "/purchases", visitor: "/purchases", creator: "/purchases" },
	{ path: "/dashboard", visitor: "/auth", creator: "/dashboard" },
	{ path: "/dashboard/sales/{id}", visitor: "/auth", creator: "/dashboard/sales/{id}" },
	{ path: "/sales", visitor: "/auth", creator: "/sales" },
	{ path: "/analytics", visitor: "/auth", creator: "/analytics" },
	{ path: "/discounts", visitor: "/auth", creator: "/discounts" },
	{ path: "/bundles/new", visitor: "/auth", creator: "/bundles/new" },
	{ path: "/customers", visitor: "/auth", creator: "/customers" },
	{ path: "/confirm-correction", visitor: "/confirm-correction", creator: "/confirm-correction" },
	{ path: "/upload", visitor: "/auth", creator: "/upload" },
	{ path: "/payment-setup", visitor: "/auth", creator: "/payment-setup" },
	{ path: "/settings", visitor: "/auth", creator: "/settings" },
	{ path: "/settings/account", visitor: "/auth", creator: "/settings/account" },
	{ path: "/settings/security", visitor: "/auth", creator: "/settings/security" },
	{ path: "/settings/page", visitor: "/auth", creator: "/settings/page" },
	{ path: "/settings/programs", visitor: "/auth", creator: "/settings/programs" },
	{ path: "/decisions", visitor: "/auth", creator: "/decisions" },
	{ path: "/no/such/page", status: 404, visitor: "/no/such/page", creator: "/no/such/page" },
	{ path: `/share/${ID}`, status: 404, visitor: `/share/${ID}`, creator: `/share/${ID}` },
];

/** Like the browser's Back: without a new document. */
async function goTo(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, "", to);
		dispatchEvent(new PopStateEvent("popstate"));
	}, path);
}

async function visit(page: Page, { shares }: SampleData, who: "visitor" | "creator") {
	await openScreen(page, "/terms");
	for (const route of ROUTES) {
		const withId = (path: string) => path.replace("{id}", shares.main);
		const path = withId(route.path);
		const document = await page.request.get(path);
		expect(document.status(), route.path).toBe(route.status ?? 200);
		if (isOwnDocument(path)) await openScreen(page, path);
		else {
			// A screen in between, so that a heading is the next address's.
			if (isOwnDocument(new URL(page.url()).pathname)) await openScreen(page, "/terms");
			else await goTo(page, "/terms");
			await expect(page).toHaveTitle(/^Terms/);
			await goTo(page, path);
		}
		if (path !== "/terms") await expect(page).not.toHaveTitle(/^Terms/);
		await expect(page, `${route.path} for a ${who}`).toHaveURL(
			(url) => url.pathname === withId(route[who]),
		);
		await expect(page.getByRole("heading", { level: 1 }), route.path).toBeVisible();
		expect(await page.title(), route.path).toMatch(/Tillbox$/);
	}
}

for (const who of DOES_ALL_ROUNDS ? (["visitor", "creator"] as const) : [])
	test(`every address lets a ${who} in or leads them on`, async ({ openAs, sampleData }) => {
		await visit(await openAs(who), sampleData, who);
	});

test("the root is the landing page for visitors and the dashboard for creators", async ({
	openAs,
}) => {
	const visitor = await openAs("visitor");
	await visitor.goto("/");
	await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(/Upload files\./);
	const creator = await openAs("creator");
	await creator.goto("/");
	await expect(creator.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
});

test("a session unknown to the server counts as signed out", async ({ openAs }) => {
	const page = await openAs("creator");
	await interceptRequests(page, "*/api/user", () => withJson(500, "away"));
	await page.goto("/settings");
	await expect(page).toHaveURL((url) => url.pathname === "/auth");
});

/** Destinations of `redirect` and `share`; entry-query.test.ts has all hostile values. */
const ENTRIES: readonly [query: string, path: string][] = [
	["redirect=/terms", "/terms"],
	["redirect=//evil.example/x", "/privacy"],
	["redirect=javascript:alert(1)", "/privacy"],
	["share=../../evil", "/share/evil"],
];

test("redirect and share lead to pages of this site only, and are removed from the address", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("visitor");
	const creator = await openAs("newcomer");
	const strangers: string[] = [];
	for (const one of [page, creator])
		one.on("request", (request) => {
			if (new URL(request.url()).hostname === "evil.example") strangers.push(request.url());
		});
	for (const [query, path] of ENTRIES) {
		await page.goto(`/privacy?${query}`);
		await expect(page, query).toHaveURL(
			(url) =>
				url.pathname === path &&
				!url.searchParams.has("redirect") &&
				!url.searchParams.has("share"),
		);
	}
	for (const start of [`/share/${ID}`, "/c/nobody"]) {
		await page.goto(`${start}?redirect=/terms`);
		await expect(page, start).toHaveURL("/terms");
	}
	await creator.goto("/?redirect=/support");
	await expect(creator).toHaveURL("/support");
	await creator.goto("/?redirect=//evil.example");
	await expect(creator).toHaveURL("/");
	await expect(creator.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
	await creator.goto(`/?share=${sampleData.shares.main}`);
	await expect(creator).toHaveURL(`/share/${sampleData.shares.main}`);
	expect(strangers).toEqual([]);
});

test("navigation inside the app starts at the top, sets the title and moves the focus", async ({
	openAs,
}) => {
	const page = await openAs("creator");
	await page.goto("/analytics");
	await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
	await page.evaluate(() => scrollTo(0, 600));
	await page.getByRole("banner").getByRole("link", { name: "Upload" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Upload Files" })).toBeFocused();
	await expect(page).toHaveTitle("Upload Files · Tillbox");
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeFocused();
});

test("every screen of a creator has the same sections and the way out in sight", async ({
	openAs,
}) => {
	const page = await openAs("newcomer", { viewport: { width: 1024, height: 768 } });
	const header = page.getByRole("banner");
	const SECTIONS = ["Shares", "Sales", "Customers", "Analytics", "Discounts", "Settings"];
	for (const [path, section] of [
		["/dashboard", "Shares"],
		["/upload", null],
		["/settings/security", "Settings"],
	] as const) {
		await openScreen(page, path);
		const links = header.getByRole("navigation").getByRole("link");
		await expect(links, path).toHaveText(SECTIONS);
		for (const link of await links.all()) await expect(link, path).toBeInViewport({ ratio: 1 });
		await expect(header.getByRole("button", { name: "Log out" }), path).toBeInViewport();
		await expect(header.locator("[aria-current=page]"), path).toHaveText(section ? [section] : []);
	}
});

/**
 * Screens, and the last part of their data to appear. server-rendering.spec.ts has the documents that the server
 * renders, screens.spec.ts all screens.
 */
const BEGINNINGS: readonly [who: Who, path: string, shown: string][] = [
	["visitor", "/payment/{id}", "text=Winter light, Lofoten"],
	["creator", "/dashboard", ".uplot canvas"],
];

const TRANSLATED = Object.keys(LOCALES).filter((code) => code !== "en") as Locale[];

// The language makes no difference to a document, so languages take turns.
for (const [turn, [who, path, shown]] of BEGINNINGS.entries()) {
	const locale = TRANSLATED[turn % TRANSLATED.length] as Locale;
	test(`opens ${path} for a ${who} in ${LOCALES[locale]}, the language of the browser`, async ({
		openAs,
		sampleData,
	}) => {
		const page = await openAs(who, { locale });
		await page.goto(path.replace("{id}", sampleData.shares.main));
		await expect(page.locator(shown).first()).toBeAttached();
		await expect(page.locator("html")).toHaveAttribute("lang", locale);
		await expectTranslated(page, locale);
	});
}
