import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { becomePro, sandboxUrl } from "./support/money.ts";
import { expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";

async function subscriptionOf(creator: APIRequestContext): Promise<string> {
	const { id } = await (await creator.get("/api/user")).json();
	const response = await fetch(`${sandboxUrl()}/v1/subscriptions?limit=100&status=all`, {
		headers: { authorization: "Bearer sk_test_sandbox" },
	});
	const { data } = (await response.json()) as {
		data: { id: string; metadata: { creatorId?: string } }[];
	};
	const found = data.find(({ metadata }) => metadata.creatorId === id);
	if (!found) throw new Error("the creator has no subscription at the provider");
	return found.id;
}

async function failRenewal(creator: APIRequestContext): Promise<void> {
	const renewed = await fetch(
		`${sandboxUrl()}/_sandbox/subscriptions/${await subscriptionOf(creator)}/renew`,
		{
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ outcome: "fails" }),
		},
	);
	expect(renewed.status, await renewed.text()).toBe(200);
	await expect
		.poll(async () => (await (await creator.get("/api/subscription-status")).json()).status)
		.toBe("past_due");
}

async function statusOf(page: Page): Promise<string> {
	return (await (await page.request.get("/api/subscription-status")).json()).status;
}

const pay = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

test("a creator whose renewal failed pays with another card, from the dashboard and the settings", async ({
	page,
}) => {
	await registerCreator(page.request);
	await becomePro(page.request);
	await failRenewal(page.request);
	await openScreen(page, "/dashboard");
	await expect(page.getByText("Your last Pro payment failed")).toBeVisible();
	await expect(page.getByRole("link", { name: "Pay with another card" })).toHaveAttribute(
		"href",
		"/subscribe",
	);
	await page.setViewportSize({ width: 320, height: 720 });
	await openScreen(page, "/settings");
	const card = page.getByRole("region", { name: "Subscription" });
	await expect(card).toContainText(/Pro ends on .+ unless you pay before then/);
	await expectNoSidewaysScroll(page);
	await card.getByRole("link", { name: "Pay with another card" }).click();
	await page.waitForURL("/subscribe");
	await expect(page.getByRole("heading", { level: 1, name: "Pay for Pro" })).toBeVisible();
	await expect(page.getByText(/Pro ends on .+ unless you pay before then/)).toBeVisible();
	await expect(page.getByLabel("Card number")).toBeVisible();
	await expectNoSidewaysScroll(page);
	await page.setViewportSize({ width: 1280, height: 900 });
	await fillCard(page, CARDS.declined);
	await pay(page, "Pay $19.99 and keep Pro");
	await expect(page.getByRole("alert").getByText("Your card was declined.")).toBeVisible();
	expect(await statusOf(page)).toBe("past_due");
	await fillCard(page, CARDS.good);
	await pay(page, "Pay $19.99 and keep Pro");
	await expect(page.getByRole("heading", { name: "You're Subscribed!" })).toBeVisible();
	expect(await statusOf(page)).toBe("active");
	await openScreen(page, "/settings");
	await expect(card.getByText(/Renews on/)).toBeVisible();
	await expect(card.getByText("Your last payment failed")).toHaveCount(0);
});

test("cancelling an unpaid month ends Pro at once and shows it", async ({ page }) => {
	await registerCreator(page.request);
	await becomePro(page.request);
	await failRenewal(page.request);
	await openScreen(page, "/settings");
	await page.getByRole("button", { name: "Cancel Plan" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toContainText("Pro ends right away and you won’t be charged again");
	await dialog.getByRole("button", { name: "Cancel Plan" }).click();
	await expect(page.getByRole("link", { name: "Upgrade Now" })).toBeVisible();
	expect(await statusOf(page)).toBe("canceled");
});

test("a first payment that needs the bank's confirmation can be completed after the page was closed", async ({
	page,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	await openScreen(page, "/subscribe");
	await pay(page, "Subscribe Now");
	await fillCard(page, CARDS.authentication);
	await pay(page, /^Complete Payment/);
	await expect(page.getByRole("heading", { name: "3-D Secure" })).toBeVisible();
	const later = await page.context().newPage();
	await page.close();
	await openScreen(later, "/settings");
	await later.getByRole("link", { name: "Finish payment" }).click();
	await later.waitForURL("/subscribe");
	await expect(later.getByText("Finish your upgrade")).toBeVisible();
	await fillCard(later, CARDS.authentication);
	await pay(later, /^Complete Payment/);
	await pay(later, "Fail");
	await expect(later.getByText("Your bank didn’t confirm the payment.")).toBeVisible();
	await expect(later, "the payment's secret leaves the address").toHaveURL("/dashboard");
	expect(await statusOf(later)).toBe("incomplete");
	await later.getByRole("link", { name: "Try again" }).click();
	await later.waitForURL("/subscribe");
	await fillCard(later, CARDS.authentication);
	await pay(later, /^Complete Payment/);
	await pay(later, "Complete");
	await expect(later.getByText("Subscription Activated!")).toBeVisible();
	await expect(later).toHaveURL("/dashboard");
	await expect(later.getByText("Pro", { exact: true })).toBeVisible();
	expect(await statusOf(later)).toBe("active");
});
