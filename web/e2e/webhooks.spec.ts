import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { publishShare } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { verifiedCreator } from "./support/mailbox.ts";
import { expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";
import { receiver } from "./support/webhook-receiver.ts";

test("an endpoint is added, tested, gets events with a valid signature, and is managed", async ({
	openAs,
}) => {
	const page = await openAs("visitor");
	await verifiedCreator(page.request);
	const hook = await receiver();
	await openScreen(page, "/settings/programs#webhooks");
	const card = page.getByRole("region", { name: "Webhooks" });
	await expect(card.getByText("No endpoints yet.")).toBeVisible();
	await expectAccessible(page, "all");
	await card.getByRole("button", { name: "Add endpoint" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Address").fill("http://hooks.example.com/");
	await dialog.getByRole("button", { name: "Add endpoint" }).click();
	await expect(dialog.getByText("The address must start with https://")).toBeVisible();
	await dialog.getByLabel("All events").uncheck();
	await dialog.getByRole("button", { name: "Add endpoint" }).click();
	await expect(dialog.getByText("Choose at least one event")).toBeVisible();
	await expectAccessible(page, "all");
	await dialog.getByLabel("Your own plan changes").check();
	await dialog.getByLabel("A share is published").check();
	await dialog.getByLabel("Address").fill(hook.url);
	await dialog.getByLabel("Name (optional)").fill("License keys");
	await dialog.getByRole("button", { name: "Add endpoint" }).click();
	const secret = await dialog.getByRole("textbox", { name: "Signing secret" }).inputValue();
	await expectAccessible(page, "all");
	await dialog.getByRole("button", { name: "I’ve saved it" }).click();
	await expect(card.getByText("License keys")).toBeVisible();
	await expect(card.getByText("2 events")).toBeVisible();
	await expect(card.getByRole("link", { name: "Read the webhooks documentation" })).toHaveAttribute(
		"href",
		"/docs/api/webhooks",
	);

	await card.getByRole("button", { name: "Send a test to License keys" }).click();
	await expect(page.getByText("The endpoint accepted it (204)").first()).toBeVisible();
	expect(hook.verified(secret)).toMatchObject([{ type: "webhook.test" }]);

	// Events are sent immediately.
	await publishShare(page.request, { title: "Low tide", price: "12.00" });
	await expect.poll(() => hook.received.length).toBe(2);
	expect(hook.verified(secret)[1]).toMatchObject({
		type: "share.published",
		data: { share: { title: "Low tide", price: "12.00" } },
	});

	hook.answer.status = 500;
	hook.answer.body = "the database is away";
	await card.getByRole("button", { name: "Log of License keys" }).click();
	const message = dialog.getByRole("listitem").filter({ hasText: "share.published" });
	await message.getByText("share.published", { exact: true }).click();
	await expect(message.getByText("webhook-signature:")).toBeVisible();
	await message.getByRole("button", { name: "Send again" }).click();
	await expect(message.getByText("the database is away")).toBeVisible();
	await expect(message.getByText("It responded 500")).toBeVisible();
	await expectAccessible(page, "all");
	await page.setViewportSize({ width: 360, height: 740 });
	await expectNoSidewaysScroll(page);
	await page.setViewportSize({ width: 1280, height: 800 });
	const ids = hook.received.map(({ headers }) => headers["webhook-id"]);
	expect(ids[2]).toBe(ids[1]);
	await dialog.getByRole("button", { name: "Close" }).click();
	await expect(card.getByText("The last request failed")).toBeVisible();

	const more = card.getByRole("button", { name: "More for License keys" });
	await more.click();
	await page.getByRole("menuitem", { name: "New secret" }).click();
	await dialog.getByRole("button", { name: "Create a new secret" }).click();
	const next = await dialog.getByRole("textbox", { name: "Signing secret" }).inputValue();
	await dialog.getByRole("button", { name: "I’ve saved it" }).click();
	hook.answer.status = 200;
	await card.getByRole("button", { name: "Send a test to License keys" }).click();
	// After a minute, the failed one is sent again by itself.
	const tests = () => hook.received.filter(({ body }) => body.includes('"webhook.test"'));
	await expect.poll(() => tests().length).toBe(2);
	const last = tests().at(-1);
	for (const key of [secret, next])
		new Webhook(key).verify(last?.body ?? "", last?.headers as Record<string, string>);

	await more.click();
	await page.getByRole("menuitem", { name: "Edit" }).click();
	await dialog.getByLabel("Your own plan changes").uncheck();
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(card.getByText("A share is published")).toBeVisible();
	await more.click();
	await page.getByRole("menuitem", { name: "Switch off" }).click();
	await expect(card.getByText("Switched off", { exact: true })).toBeVisible();
	await more.click();
	await page.getByRole("menuitem", { name: "Delete" }).click();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await expect(card.getByText("No endpoints yet.")).toBeVisible();
	await hook.close();
});
