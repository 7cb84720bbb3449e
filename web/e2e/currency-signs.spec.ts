import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { AUTHORIZE_PATH } from "../../worker/accounts/applications/contract/authorize-path.ts";
import { currencyFormat, currencyPart } from "../../worker/contract/currency-format.ts";
import type { Locale } from "../../worker/contract/locales.ts";
import { DEFAULT_CURRENCY, DIRECT_CURRENCY } from "../../worker/contract/money.ts";
import { paths } from "../../worker/contract/paths.ts";
import { PLANS } from "../../worker/contract/plans.ts";
import { SCREENS } from "../../worker/contract/screens.ts";
import { foreignSigns } from "../../worker/test/fixtures/foreign-signs.ts";
import {
	addDiscount,
	freshEmail,
	freshHandle,
	OWN_PAGE,
	publishShare,
	registerCreator,
} from "./support/accounts.ts";
import { inTurn } from "./support/languages.ts";
import { becomePro, buyByCard } from "./support/money.ts";
import { chooseLanguage, openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { editFromDashboard } from "./support/share-form.ts";
import { waitForLanguage } from "./support/translated.ts";

const TITLE = "Snow lanterns";
const EMAIL = freshEmail("buyer");

type Shop = { slug: string; chosen: string; bundle: string; handle: string };

/**
 * The creator prices in yen, and has a sale, a partly refunded sale, codes and a bundle; the buyer
 * has bought both.
 */
async function openShop(creator: APIRequestContext, buyer: APIRequestContext): Promise<Shop> {
	const send = async (
		method: "post" | "put" | "patch",
		path: string,
		data: unknown,
		headers = {},
	) => {
		const response = await creator[method](path, { headers: { ...OWN_PAGE, ...headers }, data });
		expect(response.ok(), await response.text()).toBe(true);
		return response.json();
	};
	await registerCreator(creator);
	await becomePro(creator);
	await send("post", "/api/setup-currency", { currency: "jpy" });
	const publish = (title: string, price: string) => publishShare(creator, { title, price });
	const slug = await publish(TITLE, "2400.00");
	const other = await publish("Ice", "1800.00");
	const sold = await publish("Hail", "1200.00");
	const chosen = await publish("Rain", "300.00");
	await send("patch", `/api/file-shares/${chosen}`, {
		pricing: "chosen",
		price: "300.00",
		suggestedPrice: "800.00",
	});
	const { fileShare } = await send("post", "/api/bundles", {
		title: "The whole winter",
		price: "3600.00",
		ownedParts: "less",
		parts: [slug, other],
	});
	const handle = freshHandle("yuki");
	await send("put", "/api/creator-page", { handle });
	for (const listed of [slug, chosen, fileShare.shareId])
		await send("patch", `/api/file-shares/${listed}`, { listed: true });
	await addDiscount(creator, { code: "SNOW", amount: "500.00" });
	await addDiscount(creator, { code: "ICE", percent: 20 });

	await buyByCard(buyer, slug, EMAIL);
	await buyByCard(buyer, sold, EMAIL);
	const sales = await (await creator.get(`/api/file-shares/${sold}/sales`)).json();
	await send(
		"post",
		`/api/purchases/${sales[0].id}/refund`,
		{ amount: "400.00" },
		{ "idempotency-key": "once" },
	);
	return { slug, chosen, bundle: fileShare.shareId, handle };
}

type Who = "creator" | "buyer" | "visitor";
type Visit = {
	/** of `contract/screens.ts`, or of the page of a share or creator */
	screen: string;
	who: Who;
	address?: (shop: Shop) => string;
	/** shown once the amounts are there, in English */
	until: string | RegExp;
	steps?: (page: Page) => Promise<unknown>;
};

const sharePath = paths.share(":shareId");
const creatorPath = paths.creator(":handle");
const click = (page: Page, role: "button" | "menuitem" | "link", name: string | RegExp) =>
	page.getByRole(role, { name }).first().click();
const deleteFromMenu = async (page: Page) => {
	await page.locator(".uplot canvas").waitFor();
	await click(page, "button", "Actions for Hail");
	await click(page, "menuitem", "Delete");
	await page.getByText(/^Refund ¥/).waitFor();
};

const VISITS: readonly Visit[] = [
	{ screen: sharePath, who: "visitor", until: "¥2,400" },
	{
		screen: sharePath,
		who: "visitor",
		address: ({ bundle }) => paths.share(bundle),
		until: "¥3,600",
	},
	{ screen: sharePath, who: "buyer", until: "Purchased" },
	{
		screen: sharePath,
		who: "buyer",
		address: ({ bundle }) => paths.share(bundle),
		until: "The whole winter",
	},
	{ screen: sharePath, who: "creator", until: "¥2,400" },
	{ screen: creatorPath, who: "visitor", until: "¥3,600" },
	{ screen: paths.payment(":shareId"), who: "visitor", until: "Pay ¥2,400" },
	{
		screen: paths.payment(":shareId"),
		who: "visitor",
		address: ({ slug }) => `/payment/${slug}?code=ICE`,
		until: "Pay ¥1,920",
	},
	{
		screen: paths.payment(":shareId"),
		who: "visitor",
		address: ({ chosen }) => paths.payment(chosen),
		until: "¥800",
	},
	{
		screen: paths.payment(":shareId"),
		who: "visitor",
		address: ({ bundle }) => paths.payment(bundle),
		until: "¥3,600",
	},
	{ screen: paths.directPayment(":shareId"), who: "visitor", until: TITLE },
	{ screen: paths.purchases, who: "buyer", until: "¥2,400" },
	{
		screen: paths.receipt,
		who: "buyer",
		address: () => paths.purchases,
		until: "¥2,400",
		steps: async (page) => {
			await click(page, "link", "Receipt for Hail");
			await page.getByText("¥400").first().waitFor();
		},
	},
	{
		screen: paths.withdraw,
		who: "buyer",
		address: () => paths.purchases,
		until: "¥2,400",
		steps: async (page) => {
			await click(page, "link", `Withdraw from the contract for ${TITLE}`);
			await page.getByRole("button", { name: "Confirm withdrawal" }).waitFor();
		},
	},
	{ screen: paths.dashboard, who: "creator", until: "¥2,400", steps: deleteFromMenu },
	{
		screen: paths.dashboard,
		who: "creator",
		until: "¥2,400",
		steps: async (page) => {
			await click(page, "button", `Actions for ${TITLE}`);
			await click(page, "menuitem", "Share and embed");
			await page.getByText("Buy button", { exact: true }).waitFor();
		},
	},
	{
		screen: paths.edit(":shareId"),
		who: "creator",
		address: () => paths.dashboard,
		until: "¥2,400",
		steps: (page) => editFromDashboard(page, TITLE),
	},
	{
		screen: paths.edit(":shareId"),
		who: "creator",
		address: () => paths.dashboard,
		until: "¥3,600",
		steps: (page) => editFromDashboard(page, "The whole winter"),
	},
	{ screen: paths.allSales, who: "creator", until: "¥2,400" },
	{
		screen: paths.sales(":shareId"),
		who: "creator",
		until: "¥2,400",
		steps: async (page) => {
			await click(page, "button", "Refund");
			await page.getByRole("dialog").getByLabel("Amount").waitFor();
		},
	},
	{ screen: paths.analytics, who: "creator", until: /¥3,[26]00/ },
	{
		screen: paths.discounts,
		who: "creator",
		until: "¥500",
		steps: async (page) => {
			await click(page, "button", "New code");
			await page.getByLabel("Percent off").fill("99");
			await page.getByText(/share costs/).waitFor();
		},
	},
	{
		screen: paths.newBundle,
		who: "creator",
		until: "¥2,400",
		steps: async (page) => {
			for (const title of [TITLE, "Ice"]) await page.getByRole("checkbox", { name: title }).check();
			await page.getByLabel("Price (¥) *").fill("3000");
			await page.getByRole("radio", { name: "Pay only for the rest" }).check();
		},
	},
	{ screen: paths.customers, who: "creator", until: "¥" },
	{
		screen: paths.customers,
		who: "creator",
		until: "¥",
		steps: async (page) => {
			await click(page, "link", EMAIL);
			await page.getByText("¥2,400").first().waitFor();
		},
	},
	{
		screen: paths.upload,
		who: "creator",
		until: "Price (¥) *",
		steps: async (page) => {
			await page.getByLabel("Price (¥) *").fill("10");
			await page.getByText(/nline payments start at/).waitFor();
		},
	},
	{ screen: paths.settings, who: "creator", until: "Subscription" },
	{
		screen: paths.settingsAccount,
		who: "creator",
		until: "Your data",
		steps: async (page) => {
			await click(page, "button", "Delete account");
			await page.getByText(/We’re holding ¥/).waitFor();
		},
	},
	{ screen: paths.paymentSetup, who: "creator", until: "Payment link" },
	{ screen: paths.home, who: "visitor", until: "$19.99" },
	{ screen: paths.auth, who: "visitor", address: () => paths.signUp, until: "$19.99" },
	{ screen: paths.subscribe, who: "visitor", until: "$19.99" },
	{ screen: paths.terms, who: "visitor", until: "$19.99" },
];

/** Their texts are in the catalogues, which are searched for currency signs. */
const WITHOUT_AMOUNTS: readonly string[] = [
	paths.resetPassword,
	paths.verifyEmail,
	paths.confirmAddress,
	paths.privacy,
	paths.support,
	paths.report,
	paths.claim,
	paths.confirmCorrection,
	paths.settingsSecurity,
	paths.settingsPage,
	paths.settingsPrograms,
	paths.confirm,
	AUTHORIZE_PATH,
	paths.decisions,
];
const OURS: readonly string[] = [paths.home, paths.auth, paths.subscribe, paths.terms];

/** Including those of charts. */
function textsOf(): string[] {
	const found = [document.title];
	const nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
	for (let node = nodes.nextNode(); node; node = nodes.nextNode())
		if (!node.parentElement?.closest("script:not([type='application/ld+json']), style, option"))
			found.push(node.textContent ?? "");
	const attributes = ["title", "aria-label", "aria-valuetext", "placeholder", "alt", "content"];
	for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join()))
		for (const name of attributes) found.push(element.getAttribute(name) ?? "");
	for (const { value } of document.querySelectorAll<HTMLInputElement>("input, textarea"))
		found.push(value);
	return [...found, ...(Reflect.get(window, "drawnTexts") ?? [])];
}

const keepDrawnTexts = (page: Page) =>
	page.addInitScript(() => {
		const drawn: string[] = [];
		Reflect.set(window, "drawnTexts", drawn);
		const { fillText } = CanvasRenderingContext2D.prototype;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
			drawn.push(text);
			fillText.call(this, text, ...place);
		};
	});

/** Removes text that stays in dollars: the price of Pro, Cash App handles, and the note about Cash App. */
function withoutDollars(text: string, locale: Locale): string {
	const pro = currencyFormat(locale, DEFAULT_CURRENCY).format(PLANS.pro.priceCents / 100);
	const dollars = currencyPart(locale, DIRECT_CURRENCY, "name");
	const rest = text.replaceAll(pro, "").replaceAll(/(?<!\d\s?)\$(?=\s?\p{L})/gu, "");
	return text.includes("Cash App") ? rest.replaceAll(dollars, "") : rest;
}

/** Returns foreign currency signs with their places. */
async function readScreens(page: Page, shop: Shop, visits: readonly Visit[]): Promise<string[]> {
	await keepDrawnTexts(page);
	const found: string[] = [];
	for (const [turn, { screen, address, until, steps }] of visits.entries()) {
		const usual = screen.replace(":shareId", shop.slug).replace(":handle", shop.handle);
		await openScreen(page, address?.(shop) ?? usual);
		await page
			.getByText(until)
			.or(page.getByRole("button", { name: until }))
			.first()
			.waitFor({ state: "attached" });
		await steps?.(page);
		const foreign = foreignSigns(OURS.includes(screen) ? "usd" : "jpy");
		for (const locale of inTurn(turn)) {
			await chooseLanguage(page, locale);
			await waitForLanguage(page, locale);
			const texts = new Set(await page.evaluate(textsOf));
			for (const text of texts)
				for (const sign of foreign(withoutDollars(text, locale)))
					found.push(`${page.url()} in ${locale}: ${sign}`);
		}
		await chooseLanguage(page, "en");
	}
	return found;
}

test("no screen shows a sign of another currency than the share's", async ({
	page,
	newProfile,
}) => {
	const listed = new Set([...VISITS.map(({ screen }) => screen), ...WITHOUT_AMOUNTS]);
	expect(SCREENS.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([]);

	const visitor = await newProfile();
	const buyer = await newProfile();
	const shop = await openShop(page.request, buyer.request);
	const pages = { creator: page, buyer: await buyer.newPage(), visitor: await visitor.newPage() };
	const found = await Promise.all(
		(Object.keys(pages) as Who[]).map((who) =>
			readScreens(
				pages[who],
				shop,
				VISITS.filter((visit) => visit.who === who),
			),
		),
	);
	expect(found.flat()).toEqual([]);

	await test.step("nor does what programs read", async () => {
		const foreign = foreignSigns("jpy");
		const { slug, bundle, handle } = shop;
		for (const address of [
			paths.share(slug),
			paths.share(bundle),
			`/embed/${slug}`,
			`/oembed?url=${encodeURIComponent(new URL(paths.share(slug), page.url()).href)}`,
			paths.creatorFeed(handle),
			"/api/sales.csv",
			"/api/customers.csv",
			"/api/ledger.csv",
			"/api/analytics.csv",
		]) {
			const response = await page.request.get(address);
			expect(response.ok(), address).toBe(true);
			const text = (await response.text())
				// Comments made by React, and scripts.
				.replaceAll(/<!--.*?-->|<script(?! type="application\/ld).*?<\/script>/gs, "")
				// The amount that the provider converted a payment to, at the end of a line.
				.replaceAll(/"USD",[\d.]+(?=,"[A-Z]{3}"\r?$)/gm, "");
			expect(foreign(text), address).toEqual([]);
		}
	});
});
