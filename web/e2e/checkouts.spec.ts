import { spawn } from "node:child_process";
import { expect, type Page } from "@playwright/test";
import { publishShare } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { expectNoSidewaysScroll } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { newToken } from "./support/tokens.ts";

type Shop = { address: string; slug: string; token: string; stop: () => void };

/** The shop is the program of `examples/own-shop`. */
async function openShop(page: Page, site: string): Promise<Shop> {
	const { request } = page.context();
	const { token } = await newToken(request, ["checkouts:write", "sales:read"]);
	const slug = await publishShare(request, {
		title: "Summer presets",
		price: "20.00",
	});
	const shop = spawn(process.execPath, ["examples/own-shop/own-shop.mjs"], {
		env: {
			...process.env,
			TILLBOX_SERVER: site,
			TILLBOX_TOKEN: token,
			TILLBOX_SHARE: slug,
			PORT: "0",
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	const said = await new Promise<string>((resolve) =>
		shop.stdout.once("data", (data) => resolve(String(data))),
	);
	const address = `http://localhost:${/port (\d+)/.exec(said)?.[1]}`;
	return { address, slug, token, stop: () => shop.kill() };
}

test("a buyer pays in a shop's checkout, at its price, and comes back to the shop", async ({
	newProfile,
	baseURL,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const owner = await (await newProfile()).newPage();
	const shop = await openShop(owner, String(baseURL));
	try {
		const page = await (await newProfile({ viewport: { width: 390, height: 844 } })).newPage();

		await test.step("paid on the page", async () => {
			await page.goto(shop.address);
			await page.getByRole("button", { name: "studio" }).click();
			await expect(page).toHaveURL(new RegExp(`/payment/${shop.slug}\\?checkout=`));
			await expect(page.getByText("$49.00").first()).toBeVisible();
			await expect(page.getByText("Have a discount code?")).toHaveCount(0);
			await expect(page.getByRole("link", { name: "Back" })).toHaveCount(0);
			await page.getByLabel("Email").fill("studio@example.test");
			await fillCard(page, CARDS.good);
			await expectNoSidewaysScroll(page);
			await page.getByRole("button", { name: "Pay $49.00" }).click();
			await expect(page.getByText("Your studio license is paid.")).toBeVisible();
		});

		await test.step("paid on the bank's page", async () => {
			const other = await (await newProfile()).newPage();
			await other.goto(shop.address);
			await other.getByRole("button", { name: "personal" }).click();
			await other.getByLabel("Email").fill("personal@example.test");
			await fillCard(other, CARDS.bankPage);
			await other.getByRole("button", { name: "Pay $12.00" }).click();
			await other.getByRole("button", { name: "Fail" }).click();
			await expect(other.getByText("Payment Failed")).toBeVisible();
			await fillCard(other, CARDS.bankPage);
			await other.getByRole("button", { name: "Pay $12.00" }).click();
			await other.getByRole("button", { name: "Complete" }).click();
			await expect(other.getByText("Your personal license is paid.")).toBeVisible();
		});

		await test.step("a checkout that is paid, or over, says so and the way on", async () => {
			const sales = await owner.request.get("/api/sales");
			const [{ checkout }] = (await sales.json()).sales;
			expect(checkout).toMatchObject({ metadata: { licence: "personal" } });
			const csv = await (await owner.request.get("/api/sales.csv")).text();
			expect(csv).toContain(checkout.externalId);
			await owner.goto(`/dashboard/sales/${shop.slug}`);
			await expect(owner.getByText(`Order ${checkout.externalId}`)).toBeVisible();
			const stranger = await (await newProfile()).newPage();
			await stranger.goto(`/checkout/${checkout.id}`);
			await expect(stranger.getByText("This is already paid")).toBeVisible();
			await stranger.goto(`/payment/${shop.slug}?checkout=${checkout.id.replace(/.$/, "_")}`);
			await expect(stranger.getByText("This checkout is no longer open")).toBeVisible();
			await stranger.getByRole("link", { name: "Open the page" }).click();
			await expect(stranger).toHaveURL(new RegExp(`/share/${shop.slug}$`));
		});
	} finally {
		shop.stop();
	}
});
