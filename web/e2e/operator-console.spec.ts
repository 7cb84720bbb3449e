import { expect } from "@playwright/test";
import {
	freshEmail,
	freshHandle,
	publishShare,
	registerCreator,
	signIn,
} from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailMatching } from "./support/mailbox.ts";
import { buyByCard } from "./support/money.ts";
import { becomeOperator } from "./support/operator.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";
import { note, photo } from "./support/sample-files.ts";

test("an operator looks at a report, takes the share down, refunds its buyer, and finds it all in the audit log", async ({
	openAs,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const creator = await openAs("visitor");
	await registerCreator(creator.request);
	const title = `Reported set ${freshHandle()}`;
	const slug = await publishShare(creator.request, {
		title,
		files: [photo("dusk.png"), note("a.txt")],
	});
	const buyer = await openAs("visitor");
	const buyerEmail = freshEmail("buyer");
	await buyByCard(buyer.request, slug, buyerEmail);
	const report = await buyer.request.post("/api/reports", {
		headers: { "sec-fetch-site": "same-origin" },
		data: { shareId: slug, reason: "scam", message: "The files are empty.", email: buyerEmail },
	});
	expect(report.status()).toBe(201);

	const page = await openAs("visitor");
	// Others can't see that there is a console.
	expect((await creator.goto("/operator"))?.status()).toBe(404);
	const { email, recoveryCodes } = await becomeOperator(page.request);

	await page.goto("/operator");
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
	await expectAccessible(page, "all");
	await page.getByRole("link", { name: "Cases" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Open cases" })).toBeVisible();
	await expectAccessible(page, "all");
	await page.getByRole("link", { name: title }).click();
	await expect(page.getByText("The files are empty.")).toBeVisible();
	await page.getByText("Take the share down").click();
	const act = page.getByRole("group").filter({ hasText: "An authority has ordered it" });
	await expect(act.getByLabel("Category")).toHaveValue("scam");
	await act.getByLabel("What was found").fill("Every file of this share has no content.");
	await expectAccessible(page, "all");
	await page.getByRole("button", { name: "Take down" }).click();
	await expect(page.getByRole("status")).toContainText("The share is taken down");
	await expectAccessible(page, "all");
	expect((await buyer.goto(`/share/${slug}`))?.status()).toBe(410);
	await mailMatching(page.request, buyerEmail, /took it down/);

	await page.getByRole("searchbox").fill(buyerEmail);
	await page.getByRole("button", { name: "Search" }).click();
	await expect(page.getByRole("link", { name: `: ${title}` })).toBeVisible();
	await expectAccessible(page, "all");
	await page.getByRole("link", { name: `: ${title}` }).click();
	await page.getByText("Refund", { exact: true }).first().click();
	await expect(page.getByLabel("Amount in US dollars")).toHaveValue("9.99");
	await page.getByLabel("Reason").fill("The share was taken down.");
	await page.getByRole("button", { name: "Refund" }).click();
	await expect(page.getByRole("status")).toContainText("The refund is made");
	await expectAccessible(page, "all");
	await mailMatching(page.request, buyerEmail, /refunded in full/);

	for (const name of ["Queue", "Jobs", "Audit log"]) {
		await page.getByRole("link", { name }).click();
		await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
		await expectAccessible(page, "all");
	}
	for (const act of ["share.taken_down", "purchase.refund_ordered"])
		await expect(page.getByRole("cell", { name: act }).first()).toBeVisible();

	// Signing in with a recovery code proves the second factor as well.
	await page.request.post("/api/logout", { headers: { "sec-fetch-site": "same-origin" } });
	await page.goto("/operator/cases");
	await signIn(page, email);
	await page.getByLabel("Code from your authenticator app").fill(recoveryCodes[0] ?? "");
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Open cases" })).toBeVisible();
});
