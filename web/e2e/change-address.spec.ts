import { expect, type Page } from "@playwright/test";
import { freshEmail, PASSWORD } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailMatching, verifiedCreator } from "./support/mailbox.ts";
import { openScreen } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";

const LINK = /\/confirm-address#(\S+)/;
const cardOf = (page: Page) => page.getByRole("region", { name: "Email address" });

async function changing(page: Page) {
	const email = await verifiedCreator(page.request);
	const next = freshEmail("next");
	await openScreen(page, "/settings/account");
	const card = cardOf(page);
	await card.getByLabel("New address").fill(next);
	await card.getByLabel("Your password").fill(PASSWORD);
	await card.getByRole("button", { name: "Change address" }).click();
	await expect(card.getByText(`Waiting for confirmation at ${next}`)).toBeVisible();
	return { email, next, card };
}

const linkTo = async (page: Page, address: string) =>
	`/confirm-address#${(await mailMatching(page.request, address, LINK))[1]}`;

test("a creator changes their address by the links to both mailboxes", async ({ openAs }) => {
	const page = await openAs("visitor");
	const { email, next, card } = await changing(page);
	await expectAccessible(page, "all");
	// The mailbox's owner needn't be signed in there.
	const mailbox = await openAs("visitor");
	await mailbox.goto(await linkTo(page, next));
	await expectAccessible(mailbox, "all");
	await expect(mailbox).toHaveURL(/\/confirm-address$/);
	await mailbox.getByRole("button", { name: "Yes, change it" }).click();
	await expect(mailbox.getByRole("heading", { name: "Confirmed here" })).toBeVisible();
	await page.reload();
	await expect(card.getByText(`Waiting for confirmation at ${email}`)).toBeVisible();
	await mailbox.goto(await linkTo(page, email));
	await mailbox.getByRole("button", { name: "Yes, change it" }).click();
	await expect(
		mailbox.getByRole("heading", { name: "Your address has been changed" }),
	).toBeVisible();
	await page.reload();
	await expect(card.getByText(next)).toBeVisible();
	await expect(card.getByLabel("New address")).toBeVisible();
	await mailMatching(page.request, email, /can no longer sign in with this one/);
	await mailMatching(page.request, next, /From now on, you sign in with this address/);
});

test("a change is refused at the old address, and cancelled in the settings", async ({
	openAs,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const page = await openAs("visitor");
	const { email, next, card } = await changing(page);
	const cancelled = await linkTo(page, email);
	await card.getByRole("button", { name: "Cancel the change" }).click();
	await expect(card.getByLabel("New address")).toBeVisible();
	await card.getByLabel("New address").fill(next);
	await card.getByLabel("Your password").fill(PASSWORD);
	await card.getByRole("button", { name: "Change address" }).click();
	await expect(card.getByText(`Waiting for confirmation at ${next}`)).toBeVisible();
	const mailbox = await openAs("visitor");
	await expect.poll(() => linkTo(page, email)).not.toBe(cancelled);
	await mailbox.goto(await linkTo(page, email));
	await mailbox.getByRole("button", { name: "No, it wasn’t me" }).click();
	await expect(mailbox.getByRole("heading", { name: "The change was cancelled" })).toBeVisible();
	await page.reload();
	await expect(card.getByText(email)).toBeVisible();
	await expect(card.getByLabel("New address")).toBeVisible();
});
