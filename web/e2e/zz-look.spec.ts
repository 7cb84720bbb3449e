import { waitForIdle } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";
import { SCREENS } from "./support/screens.ts";

for (const name of (process.env.LOOK ?? "").split(",")) {
	test(name, async ({ openAs, sampleData }) => {
		const screen = SCREENS.find((each) => each.name === name);
		if (!screen) throw new Error(name);
		const page = await openAs(screen.who, {
			viewport: { width: 1280, height: 900 },
			colorScheme: "light",
		});
		await screen.open(page, sampleData);
		if (process.env.OPEN)
			await page
				.getByText("More options", { exact: true })
				.first()
				.click()
				.catch(() => {});
		for (const width of [1280, 390]) {
			await page.setViewportSize({ width, height: 900 });
			await waitForIdle(page);
			await page.screenshot({
				path: `test-results/look/${name}.${width}.png`,
				fullPage: true,
				animations: "disabled",
				scale: "css",
			});
		}
	});
}
