import { expect, type Page } from "@playwright/test";
import { CHALLENGE_HEADER } from "../../worker/contract/config.ts";
import { publishShare, registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { expectNoSidewaysScroll } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";

test.skip(!DOES_ALL_ROUNDS, "in all rounds");

const TURNSTILE = "https://challenges.cloudflare.com";

/** The part of Turnstile's script that we use. */
const SCRIPT = `
	let solved = 0;
	window.turnstile = {
		render(box, { action, size, callback }) {
			const area = size === "compact" ? "width:150px;height:140px" : "min-width:300px;height:65px";
			box.innerHTML = '<label style="box-sizing:border-box;display:flex;gap:8px;align-items:center;padding:0 16px;border:1px solid #8888;' + area + '"><input type="checkbox"> Verify you are human</label>';
			box.querySelector("input").addEventListener("change", () => callback(action + "-" + ++solved));
			return "widget";
		},
		reset() {},
		remove() {},
	};
`;

/**
 * The responses are those of worker/payments/checkout/begin-limits.test.ts. The second token is
 * accepted.
 */
async function limitCards(page: Page): Promise<void> {
	await page.route(`${TURNSTILE}/**`, (route) =>
		route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
	);
	await page.route("**/api/config", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ json: { ...(await response.json()), turnstileSiteKey: "0x4AAA" } });
	});
	await page.route("**/api/create-payment-intent", async (route) => {
		if (route.request().headers()[CHALLENGE_HEADER.toLowerCase()] === "pay-2")
			return route.continue();
		await route.fulfill({
			status: 403,
			json: {
				code: "challenge.failed",
				message: "We couldn't confirm that you're human. Please repeat the check in the form.",
				requestId: "test",
			},
		});
	});
}

test("a buyer from a network with too many attempts solves a challenge on the payment page, and pays", async ({
	newProfile,
}) => {
	const creator = await newProfile();
	await registerCreator(creator.request);
	const slug = await publishShare(creator.request, {
		title: "Asked first",
	});
	// Without keys the server's policy doesn't allow the script; the policy's own test covers keys.
	const buyer = await newProfile({ bypassCSP: true, viewport: { width: 390, height: 844 } });
	const page = await buyer.newPage();
	await limitCards(page);
	let loads = 0;
	page.on("load", () => loads++);
	await page.goto(`/payment/${slug}`);
	const check = page.getByLabel("Verify you are human");
	const onward = page.getByRole("button", { name: "Continue" });
	await expect(check).toBeVisible();
	await expectNoSidewaysScroll(page);
	await check.check();
	await onward.click();
	await expect(page.getByText(/couldn.t confirm that you.re human/)).toBeVisible();
	await check.check();
	await onward.click();
	await fillCard(page, CARDS.good);
	expect(loads, "the page loads once").toBe(1);
	await page.getByLabel("Email").fill("asked@example.test");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await page.waitForURL(`/share/${slug}`);
	await expect(page.getByRole("link", { name: "Download everything" })).toBeVisible();
});
