import { LOCALES } from "../../worker/contract/locales.ts";
import { freshHandle, OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { buyByCard } from "./support/money.ts";
import {
	appIsThere,
	chooseLanguage,
	collectProblems,
	expectNoSidewaysScroll,
	waitForIdle,
} from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { note, pdf, photo, song } from "./support/sample-files.ts";
import { editFromDashboard, saveShare } from "./support/share-form.ts";

test("a creator makes a page, lists a share, and a visitor finds it without scripts", async ({
	page,
	newProfile,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request, { firstName: "Ada", lastName: "Byron" });
	const taken = freshHandle("taken");
	const other = await newProfile();
	await registerCreator(other.request);
	await other.request.put("/api/creator-page", { headers: OWN_PAGE, data: { handle: taken } });
	const files = [photo("dunes.png", 600, 400), song("wind.mp3", 3)];
	await publishShare(page.request, { title: "Dunes at dawn", price: "18.00", files });
	await publishShare(page.request, {
		title: "For a friend only",
	});

	const handle = freshHandle("ada");
	await test.step("the handle is checked while it is typed", async () => {
		await page.goto("/settings/page");
		const field = page.getByLabel("Handle", { exact: true });
		await field.fill("ab");
		await expect(page.getByText("A handle must have 3 to 30 characters")).toBeVisible();
		await field.fill("support");
		await expect(page.getByText("This handle is reserved")).toBeVisible();
		await field.fill(taken);
		await expect(page.getByText("This handle is taken. Please choose another one.")).toBeVisible();
		await expectAccessible(page, "all");
		await field.fill(handle.toUpperCase());
		await expect(page.getByText(`/c/${handle} is available`)).toBeVisible();
	});

	await test.step("an error stands at its field", async () => {
		await page.getByRole("textbox", { name: "Link 1" }).fill("http://example.com");
		await page.getByRole("button", { name: "Create page" }).click();
		await expect(page.getByText("Enter a link that starts with https://")).toBeVisible();
		await expect(page.getByRole("textbox", { name: "Link 1" })).toBeFocused();
		await page.getByRole("textbox", { name: "Link 1" }).fill("www.example.com/ada");
	});

	await test.step("picture, line and links are saved together", async () => {
		await page.getByLabel("About you").fill("Deserts, mostly at dawn.");
		await expect(page.getByRole("checkbox", { name: "Dunes at dawn" })).toBeChecked();
		await page.getByRole("checkbox", { name: "For a friend only" }).uncheck();
		const input = page.getByRole("region", { name: "Your page" }).locator('input[type="file"]');
		await input.setInputFiles(note("me.txt"));
		await expect(page.getByText(/We couldn’t open this picture/)).toBeVisible();
		await input.setInputFiles(photo("me.png", 700, 500, 2));
		await expect(
			page.getByRole("region", { name: "Your page" }).locator('img[src^="blob:"]'),
		).toBeVisible();
		await page.getByRole("button", { name: "Create page" }).click();
		await expect(page.getByText("Your page is live", { exact: true })).toBeVisible();
		await expect(
			page.getByRole("region", { name: "Your page" }).locator('img[src^="/avatars/"]'),
		).toBeVisible();
	});

	const plain = await newProfile({ javaScriptEnabled: false });
	await test.step("the page works without scripts", async () => {
		const visitor = await plain.newPage();
		await visitor.goto(`/c/${handle}`);
		await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Ada Byron");
		await expect(visitor.getByText("Deserts, mostly at dawn.")).toBeVisible();
		const link = visitor.getByRole("link", { name: /^example\.com/ });
		await expect(link).toHaveAttribute("href", "https://www.example.com/ada");
		await expect(link).toHaveAttribute("rel", "nofollow noopener ugc");
		await expect(visitor.getByText("1 photo · 1 track")).toBeVisible();
		await expect(visitor.getByText("For a friend only")).toHaveCount(0);
		await visitor.getByRole("link", { name: "Dunes at dawn" }).click();
		await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Dunes at dawn");
		await visitor.getByRole("link", { name: /Ada Byron/ }).click();
		await expect(visitor).toHaveURL(new RegExp(`/c/${handle}$`));
	});

	await test.step("a page without shares is said to be empty", async () => {
		await page.getByRole("checkbox", { name: "Dunes at dawn" }).uncheck();
		await expect(page.getByText(/^Your page is empty/)).toBeVisible();
		await page.getByRole("checkbox", { name: "Dunes at dawn" }).check();
		await expect(page.getByText(/^Your page is empty/)).toHaveCount(0);
	});

	await test.step("a listed share is taken off the page and put back", async () => {
		const listed = page.getByRole("switch", { name: "List on my page" });
		await page.goto("/dashboard");
		await editFromDashboard(page, "Dunes at dawn");
		await listed.uncheck();
		await saveShare(page);
		await editFromDashboard(page, "Dunes at dawn");
		await expect(listed).not.toBeChecked();
		await listed.check();
		await saveShare(page);
	});

	await test.step("a former handle leads to the page, and removing it ends both", async () => {
		const renamed = freshHandle("byron");
		await page.goto("/settings/page");
		await page.getByLabel("Handle", { exact: true }).fill(renamed);
		await expect(page.getByText(/will lead to the new address for a year/)).toBeVisible();
		await page
			.getByRole("region", { name: "Your page" })
			.getByRole("button", { name: "Save" })
			.click();
		await expect(page.getByText(new RegExp(`/c/${handle} \\(until`))).toBeVisible();
		const visitor = await plain.newPage();
		await visitor.goto(`/c/${handle}`);
		await expect(visitor).toHaveURL(new RegExp(`/c/${renamed}$`));
		await page.getByRole("button", { name: "Remove page" }).click();
		const dialog = page.getByRole("dialog", { name: "Remove your page?" });
		await dialog.getByRole("button", { name: "Remove page" }).click();
		await expect(page.getByRole("button", { name: "Create page" })).toBeVisible();
		for (const former of [handle, renamed])
			expect((await visitor.goto(`/c/${former}`))?.status()).toBe(404);
		await expect(visitor.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
	});
	expectQuiet();
});

test("a page with everything that could break it is accessible in either theme and fits 320 px in every language", async ({
	newProfile,
}) => {
	const creator = await newProfile();
	const { request } = creator;
	const name = "Maximiliane-Friederike von Donaudampfschifffahrt";
	await registerCreator(request);
	const change = async (method: "put" | "patch", path: string, data: unknown) => {
		const response = await request[method](path, { headers: OWN_PAGE, data });
		expect(response.status(), await response.text()).toBe(200);
	};
	const handle = freshHandle("max");
	await change("patch", "/api/user", { displayName: name });
	await change("put", "/api/creator-page", {
		handle,
		line: `${"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(2)} 🌌`,
		links: [`https://${"a-very-long-name".repeat(3)}.example.com/`, "https://b.example.com"],
	});
	const titles = ["Kapitänsmützenfotografien".repeat(3), "أضواء الشتاء في الشمال 🌌", "x"];
	const kinds = [[photo("a.png", 300, 900, 1)], [song("b.mp3", 3)], [pdf("c.pdf"), note("d.txt")]];
	const slugs: string[] = [];
	for (const [at, title] of titles.entries()) {
		const files = kinds[at] ?? [];
		const slug = await publishShare(request, { title, price: "999999.99", files });
		await change("patch", `/api/file-shares/${slug}`, { listed: true });
		slugs.push(slug);
	}
	const [first = ""] = slugs;
	const buyer = await newProfile({ reducedMotion: "reduce" });
	await buyByCard(buyer.request, first);
	const page = await buyer.newPage();
	const { expectQuiet } = collectProblems(page);
	for (const [path, heading] of [
		[`/c/${handle}`, name],
		[`/share/${first}`, `More from ${name}`],
	] as const) {
		await page.setViewportSize({ width: 1280, height: 900 });
		await page.goto(path);
		await expect(page.getByRole("heading", { name: heading })).toBeVisible();
		await appIsThere(page);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await waitForIdle(page);
			await expectAccessible(page, colorScheme === "light" ? "all" : "colours");
		}
		for (const locale of Object.keys(LOCALES)) {
			await chooseLanguage(page, locale);
			for (const width of [360, 320]) {
				await page.setViewportSize({ width, height: 740 });
				await test.step(`${path}, ${locale}, ${width} px`, () => expectNoSidewaysScroll(page));
			}
		}
		await chooseLanguage(page, "en");
	}
	expectQuiet();
});

test("a creator's settings fit 320 px in every language, and a share for one client cannot be listed", async ({
	openAs,
	sampleData,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const page = await openAs("creator", { viewport: { width: 320, height: 740 } });
	await page.goto("/settings/page");
	await expect(page.getByLabel("Handle", { exact: true })).toHaveValue(sampleData.pages.creator);
	for (const locale of Object.keys(LOCALES)) {
		await chooseLanguage(page, locale);
		await expectNoSidewaysScroll(page);
	}
	await chooseLanguage(page, "en");
	await page.goto("/dashboard");
	await editFromDashboard(page, "Wedding of Ines & Tom");
	await expect(page.getByRole("switch", { name: "List on my page" })).toBeDisabled();
	await expect(page.getByText("its link opens the files")).toBeVisible();
});
