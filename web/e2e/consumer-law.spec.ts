import type { BrowserContext, Page } from "@playwright/test";
import { freshEmail, OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { CARDS, fillCard, keepConfirmation } from "./support/card.ts";
import { mailMatching } from "./support/mailbox.ts";
import type { NewProfile, ProfileOptions } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";

async function visitorFrom(
	newProfile: NewProfile,
	country: string,
	options: ProfileOptions = {},
): Promise<Page> {
	const context = await newProfile(options);
	await context.route(
		(url) => url.pathname.startsWith("/api/"),
		(route) =>
			route.continue({ headers: { ...route.request().headers(), "cf-ipcountry": country } }),
	);
	return context.newPage();
}

async function offer(context: BrowserContext, cashAppHandle?: string): Promise<string> {
	await registerCreator(context.request);
	if (cashAppHandle)
		await context.request.post("/api/setup-cashapp", {
			headers: OWN_PAGE,
			data: { cashAppHandle },
		});
	return publishShare(context.request, {
		title: "Harbour at dawn",
		price: "12.50",
	});
}

const box = (page: Page) => page.getByRole("checkbox");

/** Opens the receipt's mail in the same browser; returns the address. */
async function pay(page: Page, card: string): Promise<string> {
	const email = freshEmail("buyer");
	await page.getByLabel("Email").fill(email);
	await fillCard(page, card);
	await page.getByRole("button", { name: "Pay $12.50" }).click();
	// Earlier, the files would open instead of the receipt.
	await page.waitForURL("**/share/*");
	const [, path = ""] = await mailMatching(page.request, email, /(\/receipt#\S+)/);
	await page.goto(path);
	await page.getByRole("button", { name: "Show receipt" }).click();
	await expect(page.getByText("S-00001").first()).toBeVisible();
	return email;
}

// G33
test("a buyer in Germany agrees before paying, keeps the proof, and can withdraw from the receipt", async ({
	context,
	page: creator,
	newProfile,
}) => {
	const slug = await offer(context);
	const page = await visitorFrom(newProfile, "DE", { locale: "de-DE" });
	await page.goto(`/payment/${slug}`);
	await expect(box(page)).not.toBeChecked();
	await expect(page.getByText(/Ich verlange ausdrücklich, dass Sie/)).toBeVisible();
	// Without the box ticked, there is no payment form.
	await page.getByRole("button", { name: "Weiter zur Zahlung" }).click();
	await expect(page.getByText("Bitte setze das Häkchen, um fortzufahren.")).toBeVisible();
	await expect(page.getByLabel("Card number")).toHaveCount(0);
	await expectAccessible(page, "all");
	await box(page).check();
	await page.getByRole("button", { name: "Weiter zur Zahlung" }).click();
	const email = freshEmail("buyer");
	await page.getByLabel("E-Mail").fill(email);
	await fillCard(page, "4000002760000016");
	const open = await keepConfirmation(page);
	await page.getByRole("button", { name: /12,50\s*\$/ }).click();
	await expect(page.getByText(email).first()).toBeVisible();
	open();
	await page.waitForURL("**/share/*");
	const [, path = ""] = await mailMatching(
		page.request,
		email,
		/(\/receipt#\S+)[\s\S]*Ich verlange ausdrücklich/,
	);
	await page.goto(path);
	await page.getByRole("button", { name: "Beleg anzeigen" }).click();
	await expect(page.getByText(/Vor dem Bezahlen zugestimmt.*Ich verlange/)).toBeVisible();

	await page
		.getByRole("link", { name: /widerrufen/ })
		.first()
		.click();
	await expect(page.getByText(/über eine Erstattung entscheidet der Anbieter/)).toBeVisible();
	await page.getByLabel("Dein Name").fill("Erika Muster");
	await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
	await expect(page.getByText("Dein Widerruf ist eingegangen")).toBeVisible();
	await mailMatching(page.request, email, /Hiermit widerrufe ich[\s\S]*Erika Muster/);

	await creator.goto(`/dashboard/sales/${slug}`);
	await expect(creator.getByText("They gave up that right.")).toBeVisible();
	await expect(creator.getByText("From DE")).toBeVisible();
	await expect(creator.getByRole("button", { name: "Refund" })).toBeVisible();
});

test("a buyer in the United States pays as ever, without a box", async ({
	context,
	newProfile,
}) => {
	const slug = await offer(context);
	const page = await visitorFrom(newProfile, "US");
	await page.goto(`/payment/${slug}`);
	await expect(page.getByLabel("Card number")).toBeVisible();
	await expect(box(page)).toHaveCount(0);
	await pay(page, CARDS.good);
	await expect(page.getByText(/Agreed before paying/)).toHaveCount(0);
});

test("the handle for a direct payment is shown once a buyer in Spain has agreed", async ({
	context,
	newProfile,
}) => {
	const slug = await offer(context, "$harbour");
	const page = await visitorFrom(newProfile, "ES", { locale: "es-ES" });
	await page.goto(`/payment/direct/${slug}`);
	await expect(box(page)).not.toBeChecked();
	await expect(page.getByText("$harbour")).toHaveCount(0);
	await box(page).check();
	await page.getByRole("button", { name: "Continuar al pago" }).click();
	await expect(page.getByText("$harbour").first()).toBeVisible();
	await page.reload();
	await expect(page.getByText("$harbour").first()).toBeVisible();
});

test("a receipt prints as an invoice on one page, with seller, buyer and number", async ({
	context,
	newProfile,
}) => {
	const slug = await offer(context);
	const saved = await context.request.put("/api/invoice-details", {
		headers: OWN_PAGE,
		data: {
			name: "Ada Meyer Photography",
			address: "Lindenstraße 5\n10969 Berlin",
			country: "Germany",
			taxNumber: "DE 123 456 789",
		},
	});
	expect(saved.ok(), await saved.text()).toBe(true);
	const page = await visitorFrom(newProfile, "US");
	await page.goto(`/payment/${slug}`);
	await pay(page, CARDS.good);
	await page.getByRole("button", { name: "Need your name and address on it?" }).click();
	await page.getByLabel("Name or company").fill("Muster GmbH");
	await page.getByLabel("Address").fill("Hauptplatz 1\n1010 Wien");
	await page.getByLabel("Country").fill("Austria");
	await expectAccessible(page, "all");
	await page.getByRole("button", { name: "Put it on the receipt" }).click();
	await expect(page.getByText("Muster GmbH")).toBeVisible();
	await page.reload();
	for (const part of ["S-00001", "Muster GmbH", "Ada Meyer Photography", "$12.50"])
		await expect(page.getByText(part).first()).toBeVisible();
	await expect(page.getByText("Tax number: DE 123 456 789")).toBeVisible();
	await expect(page.getByText(/No tax is shown on this receipt/)).toBeVisible();
	await page.emulateMedia({ media: "print" });
	for (const hidden of ["Withdraw from the contract", "Withdraw from a contract"])
		await expect(page.getByText(hidden)).toBeHidden();
	for (const format of ["A4", "Letter"]) {
		const pdf = await page.pdf({ format });
		expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
	}
});

test("the link below every page leads to the form without the cookie", async ({
	context,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const slug = await offer(context);
	const buyer = await visitorFrom(newProfile, "US");
	await buyer.goto(`/payment/${slug}`);
	const email = await pay(buyer, CARDS.good);
	const [, reference = ""] = await mailMatching(buyer.request, email, /Reference: (\w{8})/);
	const page = await (await newProfile()).newPage();
	await page.goto(`/share/${slug}`);
	await page.getByRole("link", { name: "Withdraw from a contract" }).click();
	await page.getByLabel("Your name").fill("John Doe");
	await page.getByLabel("Email you paid with").fill(email);
	await page.getByLabel("Purchase reference").fill(reference.toLowerCase());
	await page.getByRole("button", { name: "Confirm withdrawal" }).click();
	await expect(page.getByText(/you’ll get the confirmation at/)).toBeVisible();
	await mailMatching(page.request, email, /I hereby withdraw[\s\S]*John Doe/);
	await buyer.goto("/purchases");
	await expect(buyer.getByText(/^You withdrew from this contract on/)).toBeVisible();
});
