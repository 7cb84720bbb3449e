import { expectAccessible } from "./support/axe.ts";
import { waitForIdle } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";
import { SCREENS } from "./support/screens.ts";

// Recording every step would cost more than the steps.
test.use({ trace: "off" });

for (const { name, who, open } of SCREENS)
	test(`${name} has nothing axe objects to, in either theme`, async ({ openAs, sampleData }) => {
		const page = await openAs(who, { colorScheme: "light" });
		await open(page, sampleData);
		await waitForIdle(page);
		await expectAccessible(page, "all");
		await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
		await waitForIdle(page);
		await expectAccessible(page, "colours");
	});
