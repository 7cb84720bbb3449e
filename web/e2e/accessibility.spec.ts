import { expectAccessible } from "./support/axe.ts";
import { SCREENS } from "./support/screens.ts";
import { settle } from "./support/watch.ts";
import { test } from "./support/world.ts";

// Recording every step would cost more than the steps.
test.use({ trace: "off" });

for (const { name, who, open } of SCREENS)
	test(`${name} has nothing axe objects to, in either theme`, async ({ openAs, world }) => {
		const page = await openAs(who, { colorScheme: "light" });
		await open(page, world);
		await settle(page);
		await expectAccessible(page, "all");
		await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
		await settle(page);
		await expectAccessible(page, "colours");
	});
