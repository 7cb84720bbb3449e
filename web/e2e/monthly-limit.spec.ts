import { expect } from "@playwright/test";
import { OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { note } from "./support/sample-files.ts";

test("a free creator's fourth upload of the month is refused in the spec's words", async ({
	page,
}) => {
	await registerCreator(page.request);
	for (let n = 1; n <= 3; n++)
		await publishShare(page.request, { title: `Upload ${n}`, files: [{ file: note(`${n}.txt`) }] });

	const refused = await page.request.post("/api/file-shares", {
		headers: OWN_PAGE,
		multipart: {
			title: "Upload 4",
			price: "5.00",
			files: { name: "4.txt", mimeType: "text/plain", buffer: Buffer.from("four") },
		},
	});
	expect(refused.status()).toBe(403);
	expect((await refused.json()).message).toContain("monthly transaction limit");
	expect(await (await page.request.get("/api/user/transaction-limits")).json()).toMatchObject({
		remaining: 0,
		limit: 3,
		used: 3,
	});

	await openScreen(page, "/upload");
	await expect(page.getByText("Monthly Upload Limit Reached")).toBeVisible();
	await expect(
		page.getByText(
			"You've used all 3 uploads for this month. Upgrade to Pro for unlimited uploads.",
		),
	).toBeVisible();
	await expect(page.getByText("0 uploads left this month")).toBeVisible();
	await page.getByRole("link", { name: "Upgrade to Pro" }).click();
	await expect(page).toHaveURL(/\/subscribe$/);
	await expect(page.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
});
