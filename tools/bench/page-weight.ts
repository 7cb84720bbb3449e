/**
 * What a buyer's browser fetches before and after the share page has painted, in bytes and calls; and of
 * a page with a cover and twelve sharp previews, what it fetches until its first screen is whole.
 *
 *   npm run bench page-weight [-- --short]
 */
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { BUDGETS } from "../checks/budgets.ts";
import { ensureChromium } from "../local/chromium.ts";
import { goalMissed } from "./options.ts";
import { publishSharp } from "./sharp-share.ts";
import { withServedSite } from "./site.ts";

const KB = 1024;
const { scriptKb } = BUDGETS.sharePage;

type Seen = { path: string; at: number; gzip: number };

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2.625 };

/**
 * The bytes on the wire until the pictures in the first screen are there, and what of them is pictures,
 * with the largest paint and the shift of the layout.
 */
async function firstScreen(browser: Browser, url: string) {
	const page = await browser.newPage(PHONE);
	let bytes = 0;
	let pictures = 0;
	page.on("response", async (response) => {
		const body = await response.body().catch(() => Buffer.alloc(0));
		const isPicture = response.headers()["content-type"]?.startsWith("image/") ?? false;
		// The local server does not compress; those of the network do.
		bytes += isPicture ? body.length : gzipSync(body, { level: 6 }).length;
		if (isPicture) pictures += body.length;
	});
	await page.goto(url, { waitUntil: "commit" });
	await page.waitForFunction(() => {
		const seen = [...document.images].filter((image) => {
			const { top, width } = image.getBoundingClientRect();
			return width > 0 && top < innerHeight;
		});
		return seen.length > 1 && seen.every((image) => image.complete && image.naturalWidth > 0);
	});
	const whole = { bytes, pictures };
	await page.waitForLoadState("networkidle");
	const [lcp, cls] = await page.evaluate(
		() =>
			new Promise<[number, number]>((resolve) => {
				let [largest, shift] = [0, 0];
				new PerformanceObserver((list) => {
					largest = list.getEntries().at(-1)?.startTime ?? largest;
				}).observe({ type: "largest-contentful-paint", buffered: true });
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries())
						shift += (entry as PerformanceEntry & { value: number }).value;
				}).observe({ type: "layout-shift", buffered: true });
				setTimeout(() => resolve([largest, shift]), 500);
			}),
	);
	await page.close();
	return { ...whole, lcp, cls };
}

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
		const sharpPath = await publishSharp(origin, browser);
		const first = await firstScreen(browser, `${origin}${sharpPath}`);
		const rows: [what: string, goal: string, value: string, isMet: boolean][] = [
			[
				"JavaScript, gzip",
				`≤ ${scriptKb} KB`,
				`${(javascript / KB).toFixed(1)} KB`,
				javascript <= scriptKb * KB,
			],
			["API calls", "0", String(calls.length), calls.length === 0],
			["Stripe.js or upload code", "none", strangers.join(" ") || "none", strangers.length === 0],
			[
				"12 sharp: first screen",
				"≤ 250 KB",
				`${(first.bytes / KB).toFixed(1)} KB`,
				first.bytes <= 250 * KB,
			],
			["of it pictures", "", `${(first.pictures / KB).toFixed(1)} KB`, true],
			["largest paint, local", "≤ 1.2 s", `${(first.lcp / 1000).toFixed(2)} s`, first.lcp <= 1200],
			["shift of the layout", "0", first.cls.toFixed(3), first.cls < 0.0005],
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
			if (!isMet) goalMissed(what.startsWith("largest paint") ? "time" : "count");
		}
		console.log(
			`\n${scripts.map(({ path, gzip }) => `  ${gzip.toString().padStart(6)} ${path}`).join("\n")}`,
		);
	} finally {
		await browser.close();
	}
});
