import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import { freshEmail, OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailMatching, verifiedCreator } from "./support/mailbox.ts";
import { openScreen } from "./support/page-checks.ts";
import { type NewProfile, test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { pdf, photo } from "./support/sample-files.ts";

const longTest = DOES_ALL_ROUNDS ? test : test.skip;

const HANDLE = "$adameyer";
const PRICE = "24.00";

type Sale = { creator: APIRequestContext; email: string; slug: string };

/** The test closes the contexts. */
async function aSale(context: BrowserContext, title = "Golden hour"): Promise<Sale> {
	const creator = context.request;
	// Buyers of direct payments get mail on behalf of creators whose address is verified.
	const email = await verifiedCreator(creator);
	const setup = await creator.post("/api/setup-cashapp", {
		headers: OWN_PAGE,
		data: { cashAppHandle: HANDLE },
	});
	expect(setup.ok(), await setup.text()).toBe(true);
	const slug = await publishShare(creator, {
		title,
		price: PRICE,
		files: [photo("dusk.png", 240, 160), pdf("licence.pdf")],
	});
	return { creator, email, slug };
}

async function aVisitor(newProfile: NewProfile): Promise<Page> {
	return (await newProfile()).newPage();
}

let codes = 0;
const newCode = () => `#D-${Date.now().toString(36)}${++codes}`;

async function confirm(page: Page, email: string, code: string) {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Transaction ID").fill(code);
	await page.getByRole("button", { name: "Confirm payment" }).click();
}

async function claims(creator: APIRequestContext, state: string) {
	const all: { id: string; state: string; reference: string; buyerEmail: string }[] = await (
		await creator.get("/api/direct-claims")
	).json();
	return all.filter((claim) => claim.state === state);
}

async function response(creator: APIRequestContext, verb: "approve" | "decline") {
	const [claim] = await claims(creator, "claimed");
	const decided = await creator.post(`/api/direct-claims/${claim?.id}/${verb}`, {
		headers: OWN_PAGE,
		data: verb === "decline" ? { reason: "not_found" } : {},
	});
	expect(decided.ok(), await decided.text()).toBe(true);
}

async function isPaid(page: Page, slug: string): Promise<boolean> {
	const share = await (await page.request.get(`/api/file-shares/${slug}`)).json();
	return share.fileShare.isPaid;
}

async function bought(newProfile: NewProfile, sale: Sale): Promise<{ page: Page; email: string }> {
	const page = await aVisitor(newProfile);
	const email = freshEmail("buyer");
	await openScreen(page, `/payment/direct/${sale.slug}`);
	await confirm(page, email, newCode());
	await expect(page.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeVisible();
	await response(sale.creator, "approve");
	await page.waitForURL(`**/share/${sale.slug}`);
	return { page, email };
}

test("a claim waits for the creator, and the approved page opens by itself", async ({
	context,
	newProfile,
}) => {
	const sale = await aSale(context);
	const page = await aVisitor(newProfile);
	const email = freshEmail("buyer");
	await openScreen(page, `/payment/direct/${sale.slug}`);
	await expect(page.getByRole("heading", { name: `Send $${PRICE} to ${HANDLE}` })).toBeVisible();
	await expect(
		page.getByText("The creator receives the full amount, with no platform fee."),
	).toBeVisible();
	const link = `https://cash.app/${HANDLE}/${PRICE}`;
	await expect(page.getByRole("img", { name: `QR code of ${link}` })).toBeVisible();
	await expect(page.getByRole("link", { name: "Open Cash App" })).toHaveAttribute("href", link);
	const reference = await page.getByLabel("Reference code").innerText();
	expect(reference).toMatch(/^[A-Z2-9]{8}$/);

	const button = page.getByRole("button", { name: "Confirm payment" });
	await expect(button).toBeDisabled();
	await page.getByLabel("Email").fill(email);
	await expect(button).toBeDisabled();
	await page.getByLabel("Transaction ID").fill("   ");
	await expect(button).toBeDisabled();
	await page.getByLabel("Transaction ID").fill(newCode());
	await expect(button).toBeEnabled();
	await button.click();

	await expect(page.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeFocused();
	await expect(page.getByText(`for ${reference} in the note`)).toBeVisible();
	await expect(page.getByText(`email ${email} the receipt`)).toBeVisible();
	expect(await isPaid(page, sale.slug)).toBe(false);
	await page.reload();
	await expect(page.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeVisible();
	expect(await claims(sale.creator, "claimed")).toMatchObject([{ reference, buyerEmail: email }]);

	await response(sale.creator, "approve");
	await page.waitForURL(`**/share/${sale.slug}`);
	expect(await isPaid(page, sale.slug)).toBe(true);

	await openScreen(page, `/payment/direct/${sale.slug}`);
	await expect(page.getByRole("heading", { name: "Already Purchased" })).toBeVisible();
	await page.getByRole("link", { name: "Open files" }).click();
	await page.waitForURL(`**/share/${sale.slug}`);

	const own = await context.newPage();
	await openScreen(own, `/payment/direct/${sale.slug}`);
	await expect(own.getByRole("heading", { name: "These are your own files" })).toBeVisible();
});

test("a claim declined from the mail says what to do, and can be sent again", async ({
	context,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const sale = await aSale(context);
	const page = await aVisitor(newProfile);
	const email = freshEmail("buyer");
	await openScreen(page, `/payment/direct/${sale.slug}`);
	const reference = await page.getByLabel("Reference code").innerText();
	await confirm(page, email, newCode());
	await expect(page.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeVisible();

	const [, path] = await mailMatching(page.request, sale.email, /https?:\/\/[^/\s]+(\/claim#\S+)/);
	const elsewhere = await aVisitor(newProfile);
	await elsewhere.goto(path ?? "");
	await expect(elsewhere.getByRole("heading", { name: `Did you get $${PRICE}?` })).toBeVisible();
	await expect(elsewhere.getByText(email)).toBeVisible();
	await expect(elsewhere).toHaveURL(/\/claim$/);
	await expectAccessible(elsewhere, "all");
	expect(await claims(sale.creator, "claimed")).toHaveLength(1);
	await elsewhere.getByRole("button", { name: "Decline" }).click();
	const tell = elsewhere.getByRole("button", { name: "Tell buyer" });
	await expect(tell).toBeDisabled();
	await elsewhere.getByLabel("I couldn’t find the payment").check();
	await tell.click();
	await expect(elsewhere.getByRole("heading", { name: "Declined" })).toBeVisible();

	const refusal = page.getByRole("heading", { name: "The creator couldn’t find your payment" });
	await expect(refusal).toBeVisible();
	await expectAccessible(page, "all");
	expect(await isPaid(page, sale.slug)).toBe(false);
	await page.reload();
	await expect(refusal).toBeVisible();
	await page.getByRole("button", { name: "Send the transaction ID again" }).click();
	await confirm(page, email, newCode());
	await expect(page.getByText(`for ${reference} in the note`)).toBeVisible();

	await elsewhere.goto("about:blank");
	await elsewhere.goto(path ?? "");
	await elsewhere.getByRole("button", { name: "Approve" }).click();
	await expect(elsewhere.getByRole("heading", { name: "Approved" })).toBeVisible();
	await page.waitForURL(`**/share/${sale.slug}`);
	expect(await isPaid(page, sale.slug)).toBe(true);
	expect(await isPaid(elsewhere, sale.slug)).toBe(false);
});

longTest(
	"a code that was used before is refused, and an invented link opens nothing",
	async ({ context, newProfile }) => {
		const sale = await aSale(context);
		const code = newCode();
		const [first, second] = [await aVisitor(newProfile), await aVisitor(newProfile)];
		await openScreen(first, `/payment/direct/${sale.slug}`);
		await confirm(first, freshEmail("buyer"), code);
		await expect(first.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeVisible();
		await openScreen(second, `/payment/direct/${sale.slug}`);
		await confirm(second, freshEmail("buyer"), code.toLowerCase());
		const refusal = second.getByRole("main").getByRole("alert");
		await expect(refusal).toContainText("Confirmation Failed");
		await expect(refusal).toContainText("This confirmation code has already been used.");
		expect(await claims(sale.creator, "claimed")).toHaveLength(1);

		const [claim] = await claims(sale.creator, "claimed");
		await second.goto(`/claim#${claim?.id}.${"A".repeat(43)}`);
		await expect(second.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
	},
);

test("the receipt's link opens the purchase in another browser, after one click", async ({
	context,
	newProfile,
}) => {
	const sale = await aSale(context);
	const { email } = await bought(newProfile, sale);
	const page = await aVisitor(newProfile);
	const [, path] = await mailMatching(page.request, email, /https?:\/\/[^/\s]+(\/receipt#\S+)/);
	await page.goto(path ?? "");
	const open = page.getByRole("button", { name: "Show receipt" });
	await expect(open).toBeVisible();
	await expect(page).toHaveURL(/\/receipt$/);
	expect(await isPaid(page, sale.slug)).toBe(false);
	await open.click();

	await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
	for (const detail of ["Golden hour", "Ada Meyer", email, "Cash App", `$${PRICE}`])
		await expect(page.getByText(detail, { exact: true }).first()).toBeVisible();
	expect(await isPaid(page, sale.slug)).toBe(true);
	await expectAccessible(page, "all");
	await page.reload();
	await expect(page.getByText(email, { exact: true })).toBeVisible();

	await page.emulateMedia({ media: "print", colorScheme: "dark" });
	await expect(page.getByRole("banner")).toBeHidden();
	await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
	await expect(page.getByRole("heading", { name: "Receipt" })).toHaveCSS("color", "rgb(0, 0, 0)");
	await page.emulateMedia({ media: "screen", colorScheme: "light" });

	await page.getByRole("link", { name: "Open files" }).click();
	await page.waitForURL(`**/share/${sale.slug}`);
	await expect(page.getByRole("link", { name: /^Download/ }).first()).toBeVisible();
});

test("two taps lead from the receipt's mail to the files, and one to look at them", async ({
	context,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const sale = await aSale(context);
	const { email } = await bought(newProfile, sale);
	const phone = await aVisitor(newProfile);
	const [, path = ""] = await mailMatching(
		phone.request,
		email,
		/https?:\/\/[^/\s]+(\/receipt#\S+)/,
	);
	await phone.goto(path);
	const [download] = await Promise.all([
		phone.waitForEvent("download"),
		phone.getByRole("button", { name: "Download everything" }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/\.zip$/);
	await expect(phone.getByText("Your files are open in this browser")).toBeVisible();

	const tablet = await aVisitor(newProfile);
	await tablet.goto(path);
	await tablet.getByRole("button", { name: "Open files" }).click();
	await tablet.waitForURL(`**/share/${sale.slug}`);
	expect(await isPaid(tablet, sale.slug)).toBe(true);
});

test("an invalid receipt link leads to finding purchases", async ({ page }) => {
	await page.goto(`/receipt#${"x".repeat(43)}`);
	await page.getByRole("button", { name: "Show receipt" }).click();
	await expect(page.getByRole("heading", { name: "We can’t open this receipt" })).toBeVisible();
	await page.getByRole("link", { name: "Find my purchases" }).first().click();
	await expect(page).toHaveURL(/\/purchases$/);
	await expect(page.getByRole("heading", { name: "Find my purchases" })).toBeFocused();
});

test("purchases are found by a code from the mailbox", async ({ context, newProfile }) => {
	const sale = await aSale(context, "Beats, vol. 3");
	const { page: buyer, email } = await bought(newProfile, sale);
	await openScreen(buyer, "/purchases");
	await expect(buyer.getByRole("link", { name: "Files of Beats, vol. 3" })).toBeVisible();

	const page = await aVisitor(newProfile);
	await openScreen(page, "/purchases");
	await expect(page.getByRole("heading", { name: "Find by email" })).toBeVisible();
	await page.getByRole("textbox", { name: "Email" }).fill(email);
	await page.getByRole("button", { name: "Send me a code" }).click();
	const field = page.getByLabel("Six-digit code");
	await expect(field).toBeFocused();
	await expect(field).toHaveAttribute("autocomplete", "one-time-code");
	const [code] = await mailMatching(page.request, email, /\b\d{6}\b/);

	await field.fill(code === "000000" ? "000001" : "000000");
	await page.getByRole("button", { name: "Show my purchases" }).click();
	await expect(field).toHaveAccessibleDescription(/right or has expired/);
	await expectAccessible(page, "all");
	expect(await isPaid(page, sale.slug)).toBe(false);

	await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
	await page.getByRole("button", { name: "Show my purchases" }).click();
	await expect(page.getByText(`We found 1 purchase for ${email}.`)).toBeVisible();
	await expectAccessible(page, "all");
	await page.getByRole("link", { name: "Receipt for Beats, vol. 3" }).click();
	await expect(page.getByText(email, { exact: true })).toBeVisible();
	await page.goBack();
	await page.getByRole("link", { name: "Files of Beats, vol. 3" }).click();
	await page.waitForURL(`**/share/${sale.slug}`);
	expect(await isPaid(page, sale.slug)).toBe(true);
});

longTest("an iPhone tries the app first, then the website", async ({ context, newProfile }) => {
	const sale = await aSale(context);
	const phone = await newProfile({
		userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15",
		viewport: { width: 390, height: 844 },
	});
	const page = await phone.newPage();
	await page.route("https://cash.app/**", (route) =>
		route.fulfill({ contentType: "text/html", body: "<h1>Cash App</h1>" }),
	);
	await openScreen(page, `/payment/direct/${sale.slug}`);
	await expect(page.getByRole("img", { name: /QR code/ })).toBeHidden();
	const begun = Date.now();
	await page.getByRole("link", { name: "Open Cash App" }).click();
	// This browser doesn't report an unknown URL scheme; it does report the website, opened after the delay.
	await page.waitForURL(`https://cash.app/${HANDLE}/${PRICE}`);
	expect(Date.now() - begun).toBeGreaterThanOrEqual(1_400);
});

test("the page says why it can’t be paid without a handle, and offers the card", async ({
	context,
	newProfile,
}) => {
	await registerCreator(context.request);
	const slug = await publishShare(context.request);
	const page = await aVisitor(newProfile);
	await openScreen(page, `/payment/direct/${slug}`);
	await expect(page.getByText("This creator doesn’t take direct payments.")).toBeVisible();
	await expect(page.getByRole("link", { name: "Pay online instead" })).toHaveAttribute(
		"href",
		`/payment/${slug}`,
	);
});
