import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";

const POLICIES = new Map(
	readFileSync(join(ROOT, "web/public/_headers"), "utf8")
		.split(/\n(?=\/)/)
		.flatMap((block) => {
			const name = /^\/assets\/([\w-]+)\.worker-\*/m.exec(block)?.[1];
			const policy = /Content-Security-Policy: (.*)/.exec(block)?.[1];
			return name && policy ? [[name, policy] as const] : [];
		}),
);

// G46
it("web workers run WebAssembly only where a decoder or encoder needs it, and connect to nothing but PDFs' own origin", () => {
	const having = (directive: RegExp) =>
		[...POLICIES].filter(([, policy]) => directive.test(policy)).map(([name]) => name);
	expect([...POLICIES.keys()].toSorted()).toEqual(
		["heif", "media", "model", "page", "pdf-page", "picture"].toSorted(),
	);
	expect(having(/^default-src 'none'; script-src 'self'/)).toEqual([...POLICIES.keys()]);
	expect(having(/'wasm-unsafe-eval'/).toSorted()).toEqual(["heif", "media", "pdf-page"]);
	expect(having(/connect-src 'self'/)).toEqual(["pdf-page"]);
	// A model's textures are read from its file.
	expect(having(/connect-src (?!'self'$)/)).toEqual(["model"]);
	expect(having(/\bhttps?:|\*|'unsafe-inline'|'unsafe-eval'/)).toEqual([]);
});
