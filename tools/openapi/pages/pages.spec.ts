import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { htmlFaults } from "../../../worker/test/fixtures/html-faults.ts";
import { ROOT } from "../../local/processes.ts";
import { publishedDescription } from "../build.ts";
import { buildClient } from "../client.ts";
import { areasOf } from "./document.ts";
import { markdown } from "./markdown.ts";
import { renderPages } from "./pages.ts";
import { samplesOf } from "./samples.ts";

const run = promisify(execFile);
const description = JSON.parse(await publishedDescription(""));
const pages = renderPages(description);
const areas = areasOf(description);
const operations = areas.flatMap((area) => area.operations);
const html = [...pages].filter(([name]) => name.endsWith(".html"));
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");

describe("the pages", () => {
	it("shows every operation and event once", () => {
		const all = Object.values(description.paths).flatMap((methods) =>
			Object.values(methods as object).map(({ operationId }) => operationId),
		);
		const shown = html.flatMap(([, text]) =>
			[...text.matchAll(/<section class="operation" id="([^"]+)"/g)].map(([, id]) => id),
		);
		expect(shown.toSorted()).toEqual([...all, ...Object.keys(description.webhooks)].toSorted());
	});

	it("links only to existing places, and repeats no id", () => {
		const known = new Map(
			html.map(([name, text]) => [`/docs/${name.replace(".html", "")}`, new Set(idsOf(text))]),
		);
		const broken: string[] = [];
		const check = (from: string, href: string) => {
			const [path, id] = href.split("#");
			const ids = known.get(path || from);
			if (!ids || (id && !ids.has(id))) broken.push(`${from} → ${href}`);
		};
		for (const [name, text] of html) {
			const ids = idsOf(text);
			expect(new Set(ids).size).toBe(ids.length);
			for (const [, href = ""] of text.matchAll(/<a [^>]*href="((?:\/docs\/api|#)[^"]*)"/g))
				check(`/docs/${name.replace(".html", "")}`, href);
		}
		for (const [, , href] of JSON.parse(pages.get("api/search.json") ?? "")) check("", href);
		expect(broken).toEqual([]);
	});

	it.each(html)("renders valid HTML: %s", async (_, text) => {
		expect(await htmlFaults(text)).toEqual([]);
	});

	it("contains no inline script or style, and nothing from other sites", () => {
		for (const [, text] of html) {
			const tags = [...text.matchAll(/<[a-z][^>]*>/g)].join("\n");
			expect(tags).not.toMatch(/<style| style=| on\w+=|<script>/);
			expect(tags).not.toMatch(/<(?!a )[^>]* (?:src|href)="(?!\/\w)/);
		}
	});
});

it("shows Markdown, and nothing that a description contains as markup", () => {
	expect(
		String(markdown('Use `a<b>` & **c**, see [d](#d).\n\n- e\n- f\n\n```sh\ncurl "<g>"\n```')),
	).toBe(
		'<p>Use <code>a&lt;b&gt;</code> &amp; <strong>c</strong>, see <a href="#d">d</a>.</p><ul><li>e</li><li>f</li></ul><figure><figcaption>Shell</figcaption><pre tabindex="0" role="group" aria-label="Shell"><code>curl <b>&quot;&lt;g&gt;&quot;</b></code></pre></figure>',
	);
});

describe("the samples", () => {
	it("shows samples of everything that programs may call", () => {
		const callable = operations.filter(({ caller }) => caller !== "browser");
		expect(callable.length).toBeGreaterThan(50);
		for (const operation of operations)
			expect(samplesOf(operation) !== null).toBe(callable.includes(operation));
	});

	it("shows JavaScript samples that compile with the client", async () => {
		await buildClient();
		const folder = join(ROOT, "node_modules/.cache/samples");
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
		for (const operation of operations) {
			const samples = samplesOf(operation);
			if (samples) write(`${operation.id}.ts`, samples.javascript);
		}
		const [first] = operations.flatMap((operation) => samplesOf(operation) ?? []);
		write("typo.ts", `${first?.javascript.replace(/"\/api\/v1\/\w+/, "$&x")}`);
		const compilerOptions = {
			module: "esnext",
			moduleDetection: "force",
			moduleResolution: "bundler",
			noEmit: true,
			skipLibCheck: true,
			strict: true,
			lib: ["es2024", "dom", "dom.iterable"],
			types: ["node"],
		};
		write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
		const tsc = join(ROOT, "node_modules/.bin/tsc");
		const { stdout } = await run(tsc, ["-p", folder, "--pretty", "false"]).catch((error) => error);
		expect(stdout.trim().split("\n")).toEqual([expect.stringMatching(/^\S*typo\.ts\b.*"\/api/)]);
	});
});
