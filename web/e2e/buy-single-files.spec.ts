import { expect, type Page } from "@playwright/test";
import {
	addDiscount,
	freshEmail,
	OWN_PAGE,
	publishShare,
	readShare,
	registerCreator,
} from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { appIsThere, openScreen } from "./support/page-checks.ts";
import { pictures } from "./support/pictures.ts";
import { test } from "./support/profiles.ts";
import { note } from "./support/sample-files.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const heart = (page: Page, nth: number) =>
	page.getByRole("button", { name: `Favorite evening-0${nth}.png` });

test("a phone buys three pictures in seven taps, and the rest later for what is left", async ({
	request,
	newProfile,
}) => {
	await registerCreator(request);
	const slug = await publishShare(request, {
		title: "Wedding of Ines & Tom",
		price: "20.00",
		files: pictures(6),
	});
	const edited = await request.patch(`/api/file-shares/${slug}`, {
		headers: OWN_PAGE,
		data: { singles: { filePrice: "6.00", packages: [{ files: 3, price: "15.00" }] } },
	});
	expect(edited.status(), await edited.text()).toBe(200);
	const { files } = await readShare(request, slug);
	const idOf = (nth: number) =>
		files.find(({ originalName }) => originalName.includes(`0${nth}`))?.id;

	const page = await (await newProfile(PHONE)).newPage();
	await page.goto(`/share/${slug}`);
	await appIsThere(page);
	let taps = 0;
	const tap = async (target: ReturnType<Page["locator"]>) => {
		taps++;
		await target.tap();
	};
	for (const nth of [1, 2, 3]) await tap(heart(page, nth));
	await expect(page.getByRole("status").filter({ hasText: "3 photos" })).toHaveText(
		"3 photos · 3 for $15",
	);
	await expect(page.getByRole("link", { name: "All 6 for $5 more" })).toBeVisible();
	await page.reload();
	await appIsThere(page);
	await expect(heart(page, 3)).toHaveAttribute("aria-pressed", "true");
	await tap(page.getByRole("link", { name: "Pay · $15" }));
	await expect(page.getByText("3 photos in full size")).toBeVisible();
	await page.reload();
	await tap(page.getByLabel("Email"));
	await page.keyboard.type(freshEmail("guest"));
	await tap(page.getByLabel("Card number"));
	await page.keyboard.type(CARDS.good);
	await page.keyboard.press("Tab");
	await page.keyboard.type("1234");
	await page.keyboard.press("Tab");
	await page.keyboard.type("123");
	await tap(page.getByRole("button", { name: "Pay $15.00" }));
	expect(taps).toBeLessThanOrEqual(7);
	await page.waitForURL(`/share/${slug}`);

	await expect(page.getByText("You have 3 of 6")).toBeVisible();
	for (const nth of [1, 2, 3, 4, 5, 6]) {
		const response = await page.request.get(`/api/files/${idOf(nth)}/download`);
		expect(response.status()).toBe(nth <= 3 ? 200 : 402);
	}
	await page.getByText("Bought · 3").tap();
	await expect(page.getByRole("button", { name: /^Preview / })).toHaveCount(3);
	await page.getByText("All", { exact: true }).tap();
	await heart(page, 4).tap();
	await expect(page.getByRole("link", { name: "Pay · $5" })).toBeVisible();
});

test("opens shared favorites in another browser without replacing its own", async ({
	request,
	newProfile,
}) => {
	await registerCreator(request);
	const slug = await publishShare(request, { title: "Harbor", files: pictures(3) });
	const edited = await request.patch(`/api/file-shares/${slug}`, {
		headers: OWN_PAGE,
		data: { singles: { filePrice: "4.00" } },
	});
	expect(edited.status(), await edited.text()).toBe(200);
	const context = await newProfile();
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	const page = await context.newPage();
	await page.goto(`/share/${slug}`);
	await appIsThere(page);
	await page.getByRole("button", { name: "Preview evening-02.png" }).click();
	await expect(page.locator(".pswp--open")).toBeVisible();
	await page.keyboard.press("f");
	await expect(page.getByRole("dialog").getByRole("button", { pressed: true })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();
	await page.getByRole("button", { name: "Copy link to my favorites" }).click();
	await expect(page.getByText("Link copied")).toBeVisible();
	const link = await page.evaluate(() => navigator.clipboard.readText());

	const other = await (await newProfile()).newPage();
	await other.goto(`/share/${slug}`);
	await appIsThere(other);
	await heart(other, 1).click();
	await other.goto(link);
	await other.reload();
	await appIsThere(other);
	await other.getByRole("button", { name: "Add to my favorites" }).click();
	await expect(other.getByText("Favorites · 2")).toBeVisible();
});

test("sells files for nothing, with a code, and directly, and takes a refunded one back", async ({
	request,
	newProfile,
}) => {
	await registerCreator(request);
	const ask = async (method: string, path: string, data: object = {}) => {
		const response = await request.fetch(path, { method, headers: OWN_PAGE, data });
		expect(response.ok(), await response.text()).toBe(true);
		return response.json();
	};
	const names = ["a", "b", "c", "d"];
	const files = names.map((name) => note(`${name}.txt`));
	const slug = await publishShare(request, { title: "Stems", price: "20.00", files });
	await ask("PATCH", `/api/file-shares/${slug}`, { singles: { filePrice: "5.00", included: 1 } });
	await ask("POST", "/api/setup-cashapp", { cashAppHandle: "$adameyer" });
	await addDiscount(request, { code: "HALF", percent: 50 });
	const page = await (await newProfile()).newPage();
	const choose = async (name: string, query = "") => {
		await openScreen(page, `/share/${slug}${query}`);
		await page.getByRole("button", { name: `Favorite ${name}.txt` }).click();
	};
	const expectBought = (n: number) => expect(page.getByText(`You have ${n} of 4`)).toBeVisible();
	const email = freshEmail("buyer");

	await choose("a");
	await page.getByRole("link", { name: "Get it for free" }).click();
	await page.getByLabel("Email").fill(email);
	await page.getByRole("button", { name: "Get the files for free" }).click();
	await expectBought(1);

	await choose("b", "?code=HALF");
	await page.getByRole("link", { name: "Pay · $2.50" }).click();
	await page.getByLabel("Email").fill(email);
	await fillCard(page, CARDS.good);
	await page.getByRole("button", { name: "Pay $2.50" }).click();
	await expectBought(2);

	await choose("c");
	await page.getByRole("link", { name: "Pay · $5" }).click();
	await page.getByRole("link", { name: "Send it to the creator with Cash App instead" }).click();
	await expect(page.getByRole("heading", { name: "Send $5.00 to $adameyer" })).toBeVisible();
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Transaction ID").fill("#D-STEMS");
	await page.getByRole("button", { name: "Confirm payment" }).click();
	await expect(page.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeVisible();
	const [claim] = await ask("GET", "/api/direct-claims");
	await ask("POST", `/api/direct-claims/${claim.id}/approve`);
	await page.waitForURL(`**/share/${slug}`);
	await expectBought(3);

	const { sales } = await ask("GET", "/api/sales");
	const sold = sales.find(({ price }: { price: string }) => price === "2.50");
	const lines = sold.lines.map(({ file, edition }: { file: string; edition: string }) => ({
		file,
		edition,
	}));
	await ask("POST", `/api/purchases/${sold.id}/refund`, { lines });
	await openScreen(page, `/share/${slug}`);
	await expectBought(2);
	// Its heart has stayed.
	await expect(page.getByRole("link", { name: "Pay · $5" })).toBeVisible();
});
