import { expect, it } from "vitest";
import { COMMANDS } from "./index.ts";
import { manPage } from "./man.ts";

it("has every command, option and example, and nothing that roff would take for a request", () => {
	const page = manPage(COMMANDS);
	for (const { name, options, examples } of COMMANDS) {
		expect(page).toContain(`.SS tillbox ${name}`);
		for (const option of Object.keys(options))
			expect(page).toContain(`\\fB\\-\\-${option.replaceAll("-", "\\-")}\\fR`);
		for (const { line } of examples)
			expect(page.replaceAll("\\-", "-").replaceAll("\\[u2026]", "…")).toContain(line);
	}
	expect(page).toMatch(/^[\n -~]*$/);
	const requests = page.match(/^[.'].*/gm) ?? [];
	for (const line of requests) expect(line).toMatch(/^\.(TH|SH|SS|TP|PP|RS|RE|nf|fi|B|I)\b/);
});
