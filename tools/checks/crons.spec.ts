import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CRONS } from "../../worker/core/crons.ts";

test("wrangler.toml triggers exactly the crons that have jobs", () => {
	const toml = readFileSync(new URL("../../wrangler.toml", import.meta.url), "utf8");
	const [, list = "[]"] = /^crons = (\[.*\])$/m.exec(toml) ?? [];
	const expressions = Object.values(CRONS).map(({ expression }) => expression);
	expect(JSON.parse(list)).toEqual(expressions);
});
