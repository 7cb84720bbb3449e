import { join } from "node:path";
import { expect, it } from "vitest";
import { exportName, ICONS, iconNames, lucideShapes } from "./lucide.ts";

it("the web app's icons are lucide's", async () => {
	const names = iconNames();
	expect(names.length).toBeGreaterThan(100);
	for (const name of names) {
		const { [exportName(name)]: shapes } = await import(join(ICONS, `${name}.ts`));
		expect(shapes, name).toEqual(await lucideShapes(name));
	}
});

it("an icon that lucide does not have is refused", async () => {
	await expect(lucideShapes("no-such-icon")).rejects.toThrow("lucide has no icon no-such-icon.");
});
