/**
 * What a buyer's browser fetches before and after the share page has painted, in bytes and calls.
 *
 *   npm run bench page-weight
 */
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../local/chromium.ts";
import { withServedSite } from "./site.ts";

const KB = 1024;

type Seen = { path: string; at: number; gzip: number };

const executablePath = await ensureChromium();
await withServedSite(async ({ origin, sharePath }) => {
	const browser = await chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--disable-gpu"],
	});
	const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
	const seen: Promise<Seen>[] = [];
	const began = Date.now();
	page.on("response", (response) => {
		const at = Date.now() - began;
		const path = new URL(response.url()).pathname;
		if (response.url().startsWith(origin))
			seen.push(
				response.body().then(
					(body) => ({ path, at, gzip: gzipSync(body, { level: 6 }).length }),
					() => ({ path, at, gzip: 0 }),
				),
			);
	});
	try {
		await page.goto(`${origin}${sharePath}`, { waitUntil: "networkidle" });
		await page.getByRole("heading", { level: 1 }).waitFor();
		const responses = await Promise.all(seen);
		const scripts = responses.filter(({ path }) => path.endsWith(".js"));
		const calls = responses.filter(({ path }) => path.startsWith("/api/"));
		const sum = (list: readonly Seen[]) => list.reduce((total, { gzip }) => total + gzip, 0);
		const strangers = await page.evaluate(() =>
			performance
				.getEntriesByType("resource")
				.map(({ name }) => name)
				.filter((name) => /stripe|upload|uppy|mediabunny/i.test(new URL(name).pathname)),
		);
		const javascript = sum(scripts);
		const rows: [what: string, goal: string, value: string, isMet: boolean][] = [
			[
				"JavaScript, gzip",
				"≤ 100 KB",
				`${(javascript / KB).toFixed(1)} KB`,
				javascript <= 100 * KB,
			],
			["API calls", "0", String(calls.length), calls.length === 0],
			["Stripe.js or upload code", "none", strangers.join(" ") || "none", strangers.length === 0],
			[
				"all files, gzip",
				"",
				`${(sum(responses) / KB).toFixed(1)} KB in ${responses.length}`,
				true,
			],
		];
		for (const [what, goal, value, isMet] of rows) {
			console.log(
				`${what.padEnd(26)} ${goal.padStart(9)} ${value.padStart(16)}  ${isMet ? "met" : "MISSED"}`,
			);
			if (!isMet) process.exitCode = 1;
		}
		console.log(
			`\n${scripts.map(({ path, gzip }) => `  ${gzip.toString().padStart(6)} ${path}`).join("\n")}`,
		);
	} finally {
		await browser.close();
	}
});
