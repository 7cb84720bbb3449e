import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

/* D1 takes a trigger from `BEGIN` to the first `END;`, in upper case. Locally any form works. */
it("writes each trigger as D1 can read it: on one line, with one BEGIN and one END", () => {
	const lines = globSync("migrations/*.sql", { cwd: ROOT })
		.map((path) => readFileSync(join(ROOT, path), "utf8"))
		.flatMap((text) => text.split("\n"))
		.filter((line) => /create\s+trigger/i.test(line));
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) {
		expect(line).toMatch(
			/^CREATE TRIGGER \w+ AFTER .* BEGIN .*; END;(?:--> statement-breakpoint)?$/,
		);
		expect(line.match(/\b(?:begin|end|case)\b/gi)).toEqual(["BEGIN", "END"]);
	}
});
