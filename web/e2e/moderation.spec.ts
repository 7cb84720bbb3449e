import { type APIRequestContext, expect } from "@playwright/test";
import { freshEmail, publishShare, registerCreator } from "./support/accounts.ts";
import { mailMatching } from "./support/mailbox.ts";
import { openConsole } from "./support/operator.ts";
import { interceptNext, openScreen } from "./support/page-checks.ts";
import { test as base } from "./support/profiles.ts";
import { photo } from "./support/sample-files.ts";

/** The console, and another creator, each in a browser of their own. */
const test = base.extend<{
	operator: Awaited<ReturnType<typeof openConsole>>;
	seller: APIRequestContext;
}>({
	operator: async ({ newRequest }, use) => use(await openConsole(newRequest)),
	seller: async ({ newRequest }, use) => {
		const request = await newRequest();
		await registerCreator(request);
		await use(request);
	},
});

const files = [photo("dusk.png")];

test("a stranger reports a share: missing input shows at its field, and a mail acknowledges it", async ({
	page,
	seller,
}) => {
	const slug = await publishShare(seller, { title: "Copied set", files });

	await openScreen(page, `/share/${slug}`);
	await page.getByRole("link", { name: "Report this share" }).click();
	await expect(page).toHaveURL(`/report?share=${slug}`);
	await expect(page.getByText("Copied set")).toBeVisible();
	const send = page.getByRole("button", { name: "Send report" });
	await send.click();
	await expect(page.getByText("Please choose what it’s about")).toBeVisible();

	const message = page.getByLabel("What did you find?");
	await page.getByRole("radio", { name: "Copyright or trademark" }).check();
	await message.fill("Mine");
	await page.getByLabel("Your email").fill("nobody");
	await send.click();
	await expect(page.getByText("Please explain it in at least 20 characters")).toBeVisible();
	await expect(page.getByText("Please enter a valid email")).toBeVisible();
	await expect(page.getByText("Please describe the work that was copied")).toBeVisible();
	await expect(page.getByText("Please confirm this statement")).toHaveCount(2);
	await expect(message).toBeFocused();
	await expect(message).toHaveValue("Mine");

	const email = freshEmail("reporter");
	await message.fill("All of these photographs are mine, from my own site.");
	await page.getByLabel("The work that was copied").fill("Dusk, https://ada.example.test/dusk");
	await page.getByLabel("Your full name").fill("Ada Meyer");
	await page.getByLabel("Your email").fill(email);
	await page.getByLabel("Postal address").fill("Kirkegata 1, 8300 Svolvær, Norway");
	await page.getByRole("radio", { name: "Something else" }).check();
	await expect(page.getByLabel("Postal address")).toBeHidden();
	await page.getByRole("radio", { name: "Copyright or trademark" }).check();
	await expect(page.getByLabel("Postal address")).toHaveValue("Kirkegata 1, 8300 Svolvær, Norway");
	await page.getByRole("checkbox", { name: /^I believe in good faith/ }).check();
	await page.getByRole("checkbox", { name: /^I state under penalty of perjury/ }).check();
	await page.getByLabel("Signature").fill("Ada Meyer");
	await interceptNext(page, "*/api/reports", "broken");
	await send.click();
	await expect(page.getByRole("alert")).toContainText("We couldn’t send your report");
	await expect(page.getByLabel("Signature")).toHaveValue("Ada Meyer");
	await send.click();
	await expect(
		page.getByRole("heading", { name: "Thank you. Your report has arrived." }),
	).toBeFocused();
	await expect(page.getByText("usually within two working days")).toBeVisible();
	const number = (await page.getByText(/^Case number: /).textContent())?.split(": ")[1] ?? "";
	const [mail] = await mailMatching(page.request, email, /[\s\S]*two working days[\s\S]*/);
	expect(mail).toContain("Copied set");
	expect(mail).toContain(number);
});

test("the report form asks for a link if the address has no share, and says if it is missing", async ({
	page,
	seller,
	baseURL,
}) => {
	const slug = await publishShare(seller, { title: "By its link", files });

	await page.goto("/support");
	await page.getByRole("link", { name: "Report content" }).click();
	await expect(page.getByRole("heading", { name: "Report a share" })).toBeVisible();
	const link = page.getByLabel("Link to the share");
	const send = page.getByRole("button", { name: "Send report" });
	await page.getByRole("radio", { name: "Fraud or a misleading offer" }).check();
	await send.click();
	await expect(page.getByText("Please paste the link to the share")).toBeVisible();
	await link.fill("https://tillbox.test/share/there-is-no-such-share");
	await send.click();
	await expect(page.getByText("We can’t find a share at this link.")).toBeVisible();
	await link.fill(`${baseURL}/share/${slug}?as=buyer`);
	await expect(page.getByText("We can’t find a share at this link.")).toHaveCount(0);
	await send.click();
	await expect(page.getByText(/^You didn’t give an email address/)).toBeVisible();
});

test("a creator whose share was taken down reads why, appeals with a counter-notice, and reads the answer", async ({
	page,
	newProfile,
	operator,
}) => {
	await registerCreator(page.request);
	const slug = await publishShare(page.request, { title: "Taken set", files });
	await publishShare(page.request, { title: "Untouched" });
	await operator.takeDown(slug, { text: "Nine pictures from somebody else’s catalogue." });

	await openScreen(page, "/dashboard");
	const row = page.getByRole("article", { name: "Taken set" });
	await expect(row.getByText("Removed", { exact: true })).toBeVisible();
	await expect(row.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
	await row.getByRole("button", { name: "Actions for Taken set" }).click();
	// It can't be deleted either, since it is evidence.
	await expect(page.getByRole("menuitem")).toHaveText(["See why and appeal", "Sales", "Analytics"]);
	await page.keyboard.press("Escape");
	await row.getByRole("link", { name: /^See why/ }).click();

	await expect(page.getByRole("heading", { name: "We removed “Taken set”" })).toBeVisible();
	await expect(page.getByText("Nine pictures from somebody else’s catalogue.")).toBeVisible();
	await expect(page.getByText("Copyright or trademark")).toBeVisible();
	await expect(page.getByText("sell only what you have the right to sell")).toBeVisible();
	await page.getByRole("button", { name: "Appeal" }).click();
	const why = page.getByLabel("Why is this decision wrong?");
	await expect(why).toBeFocused();
	await page.getByRole("checkbox", { name: /^Add a counter-notice/ }).check();
	await page.getByRole("button", { name: "Send appeal" }).click();
	await expect(page.getByText("Please explain it in at least 20 characters")).toBeVisible();
	await expect(page.getByText("Please enter your postal address")).toBeVisible();
	await expect(page.getByText("Please confirm this statement")).toBeVisible();
	await why.fill("I made all nine pictures; these are my raw files.");
	await page.getByLabel("Your full name").fill("Ada Meyer");
	await page.getByLabel("Postal address").fill("Kirkegata 1, 8300 Svolvær, Norway");
	await page.getByLabel("Phone").fill("+47 555 0100");
	await page.getByRole("checkbox", { name: /^I state under penalty of perjury/ }).check();
	await page.getByLabel("Signature").fill("Ada Meyer");
	await page.getByRole("button", { name: "Send appeal" }).click();
	await expect(page.getByText("We’re reviewing your appeal")).toBeVisible();
	await expect(page.getByRole("button", { name: "Appeal" })).toHaveCount(0);

	await operator.rejectAppeal(slug, "The raw files carry another camera’s number.");
	await page.reload();
	await expect(page.getByText("our decision stands")).toBeVisible();
	await expect(page.getByText("The raw files carry another camera’s number.")).toBeVisible();
	await openScreen(page, "/settings/security");
	await expect(
		page.getByRole("region", { name: "Activity" }).getByText("An appeal was sent"),
	).toBeVisible();

	const stranger = await (await newProfile()).newPage();
	expect((await openScreen(stranger, `/share/${slug}`))?.status()).toBe(410);
	await expect(stranger.getByText("This share has been taken down.")).toBeVisible();
});

test("a suspended creator sees it before choosing files, and can appeal", async ({
	page,
	operator,
}) => {
	const { email } = await registerCreator(page.request);
	await publishShare(page.request, { title: "On hold" });
	await operator.suspend(email, { text: "Several buyers got empty files." });

	await openScreen(page, "/dashboard");
	await expect(page.getByText("Your account is suspended")).toBeVisible();
	await expect(page.getByRole("article", { name: "On hold" }).getByText("Stopped")).toBeVisible();
	await expect(page.getByRole("button", { name: "Quick Share" })).toHaveCount(0);
	await openScreen(page, "/upload");
	await expect(page.getByText("You can’t upload while your account is suspended")).toBeVisible();
	await expect(page.locator('input[type="file"]')).toHaveCount(0);
	await page.getByRole("link", { name: "See why and appeal" }).click();
	await expect(page.getByRole("heading", { name: "We suspended your account" })).toBeVisible();
	await expect(page.getByText("Several buyers got empty files.")).toBeVisible();
	await page.getByRole("button", { name: "Appeal" }).click();
	await expect(page.getByRole("checkbox")).toHaveCount(0);
	await page
		.getByLabel("Why is this decision wrong?")
		.fill("The upload failed; it’s repaired now.");
	await page.getByRole("button", { name: "Send appeal" }).click();
	await expect(page.getByText("We’re reviewing your appeal")).toBeVisible();
});
