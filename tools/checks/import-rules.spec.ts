import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "tillbox-imports-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function violationsOf(files: Record<string, string>) {
	for (const [path, source] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), source);
	}
	const { output } = await cruise(["."], { ...(await rules), baseDir: folder });
	const { summary } = output as ICruiseResult;
	expect(summary.totalCruised).toBeGreaterThan(0);
	return summary.violations;
}

const broken = async (files: Record<string, string>) =>
	(await violationsOf(files)).map(({ rule }) => rule.name);

const rules = extractDepcruiseOptions(join(import.meta.dirname, "import-rules.mjs"));
const value = "export const value = 1;";
const importing = (path: string) => `import { value } from "${path}";\nexport const other = value;`;
const importingType = (path: string) =>
	`import type { value } from "${path}";\nexport type Other = typeof value;`;

const IMPORTS: [from: string, to: string, rule: string | null][] = [
	["worker/platform/a.ts", "worker/catalogue/b.ts", "platform-imports-lower-floors"],
	["worker/catalogue/a.ts", "worker/files/deep/b.ts", "catalogue-imports-lower-floors"],
	["worker/payments/a.ts", "worker/files/b.ts", "payments-imports-lower-floors"],
	["worker/accounts/a.ts", "worker/core/context.ts", null],
	["worker/platform/a.ts", "worker/core/context.ts", "platform-imports-lower-floors"],
	["worker/payments/a.ts", "worker/purchases/b.ts", null],
	["worker/contract/a.ts", "worker/platform/b.ts", "contract-imports-zod-only"],
	["worker/newcomer/a.ts", "worker/catalogue/b.ts", "every-room-has-a-floor"],
	["worker/catalogue/a.ts", "worker/test/b.ts", "only-tests-import-tests"],
	["worker/platform/a.test.ts", "worker/catalogue/b.ts", null],
	["worker/files/a.ts", "worker/files/b.docs.ts", "product-has-no-descriptions-of-routes"],
	["worker/test/a.ts", "worker/files/b.docs.ts", null],
	["worker/files/a.docs.ts", "worker/files/b.ts", "descriptions-import-contracts-and-types"],
	["worker/files/a.docs.ts", "worker/files/contract.ts", null],
	["web/ui/a.tsx", "web/features/upload/b.ts", "web-ui-imports-lower-layers"],
	["web/features/upload/a.ts", "web/upload-engine/b.ts", null],
	["web/features/upload/a.ts", "web/preview-engine/b.ts", null],
	["web/upload-engine/a.ts", "web/preview-engine/b.ts", "web-upload-engine-imports-lower-layers"],
	["web/preview-engine/a.ts", "web/preview-engine/b.tsx", "preview-engine-has-no-components"],
	["web/ui/a.tsx", "web/shared/b.tsx", "web-ui-imports-lower-layers"],
	["web/features/upload/a.ts", "web/features/claims/b.ts", "features-are-independent"],
	["web/routes/a.ts", "worker/files/b.ts", "web-imports-the-contract-only"],
	["web/routes/a.ts", "worker/contract/b.ts", null],
	["web/routes/a.ts", "worker/files/contract.ts", null],
	["web/routes/a.ts", "worker/files/previews/contract/b.ts", null],
	["worker/core/a.ts", "worker/files/contract.ts", null],
	["worker/files/previews/contract.ts", "worker/files/b.ts", "contract-imports-zod-only"],
	["web/features/upload/a.ts", "web/lib/server/client.ts", "calls-are-in-queries"],
	["web/lib/server/queries/a.ts", "web/lib/server/client.ts", null],
	["web/features/upload/queries.ts", "web/lib/server/client.ts", null],
	["web/features/upload/queries/a.ts", "web/lib/server/client.ts", null],
	["worker/core/mail-texts.ts", "locales/de/a.ts", null],
	["worker/payments/a.ts", "locales/de/a.ts", "two-files-read-the-workers-texts"],
	["locales/de/a.ts", "worker/contract/b.ts", "catalogues-import-catalogues-only"],
	[
		"packages/stripe-sandbox/a.ts",
		"worker/contract/b.ts",
		"sandbox-imports-nothing-of-the-product",
	],
	["packages/cli/a.ts", "worker/contract/b.ts", null],
	["packages/cli/a.ts", "worker/core/b.ts", "command-line-imports-contract-and-engine"],
];

test("each import that breaks a rule is reported, and no other", async () => {
	// One project for all, since each takes half a second.
	const cases = IMPORTS.map(([from, to, rule], at) => ({
		from: from.replace(/\/a\./, `/a${at}.`),
		to,
		rule,
	}));
	const importers = cases.map(({ from, to }): [string, string] => [
		from,
		importing(`${"../".repeat(from.split("/").length - 1)}${to}`),
	]);
	const files = Object.fromEntries([...importers, ...cases.map(({ to }) => [to, value])]);
	const violations = await violationsOf(files);
	for (const { from, to, rule } of cases) {
		const found = violations.filter((one) => one.from === from).map((one) => one.rule.name);
		expect(found, `${from} importing ${to}`).toEqual(
			rule === null ? [] : expect.arrayContaining([rule]),
		);
	}
	const named = new Set(cases.map(({ from }) => from));
	expect(violations.filter(({ from }) => !named.has(from))).toEqual([]);
});

test.each([
	["tools/start.ts", importing("tool"), ["product-runs-without-dev-packages"]],
	["tools/local/a.ts", importing("tool"), ["product-runs-without-dev-packages"]],
	["tools/start.ts", importingType("tool"), []],
	["tools/start.spec.ts", importing("tool"), []],
	["tools/verify.ts", importing("tool"), []],
])("%s may need packages of development or not", async (from, source, expected) => {
	const found = await broken({
		"package.json": JSON.stringify({ devDependencies: { tool: "1.0.0" } }),
		"node_modules/tool/package.json": JSON.stringify({ name: "tool", main: "index.js" }),
		"node_modules/tool/index.js": "exports.value = 1;",
		[from]: source,
	});
	expect(found).toEqual(expected);
});

test("the API of the Worker reaches the web app as a type only", async () => {
	const app = { "worker/app.ts": value };
	expect(
		await broken({ ...app, "web/lib/server/client.ts": importingType("../../../worker/app.ts") }),
	).toEqual([]);
	expect(
		await broken({ ...app, "web/lib/server/client.ts": importing("../../../worker/app.ts") }),
	).toEqual(["web-imports-the-api-as-a-type"]);
});

test("a cycle is refused, also one of types only", async () => {
	const cycle = {
		"worker/catalogue/a.ts": `${value}\n${importingType("./b.ts").replace("value }", "other }").replace("typeof value", "typeof other")}`,
		"worker/catalogue/b.ts": importing("./a.ts"),
	};
	expect(await broken(cycle)).toContain("no-cycles");
});
