import { expect, test } from "vitest";
import { proposedName } from "./seller-name.ts";

test.each([
	["mara.lindholm@example.test", "Mara Lindholm"],
	["jo_van-dyke@example.test", "Jo Van Dyke"],
	["mara@example.test", "Mara"],
	["mara.lindholm84@example.test", "Mara Lindholm"],
	["mara.lindholm+shop@example.test", "Mara Lindholm"],
	["çağla.öz@example.test", "Çağla Öz"],
	["info@example.test", ""],
	["hello.studio@example.test", ""],
	["x7k2p@example.test", ""],
	["ml@example.test", ""],
	["2019@example.test", ""],
])("proposes for %s the name “%s”", (email, name) => {
	expect(proposedName(email)).toBe(name);
});
