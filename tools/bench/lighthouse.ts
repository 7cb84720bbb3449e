/**
 * Measures the first screens of a new visitor and a buyer's page with Lighthouse on the built app: phone, simulated
 * slow 4G, the median of several runs next to the goal.
 *
 *   npm run bench lighthouse -- [--runs 5] [--short]
 */
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { BUDGETS } from "../checks/budgets.ts";
import { ensureChromium } from "../local/chromium.ts";
import { freePort } from "../local/processes.ts";
import { median } from "./byte-client.ts";
import { benchOptions, goalMissed } from "./options.ts";
import { buy, withServedSite } from "./site.ts";

const { runs: RUNS } = benchOptions({ runs: [5, 1] });

type Metrics = Record<"performance" | "accessibility" | "practices" | "seo", number> &
	/** ms, except for layout shift; KB, compressed */
	Record<"lcp" | "cls" | "tbt" | "scriptKb" | "allKb", number>;

/** Gzipped here, since the local server doesn't compress. */
async function gzipKb(urls: readonly string[]): Promise<number> {
	const bodies = await Promise.all(
		urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
	);
	return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0) / 1024;
}

type Requested = { url: string; resourceType: string; transferSize: number };

async function measure(url: string, port: number): Promise<Metrics> {
	const result = await lighthouse(url, { port, logLevel: "error", output: "json" });
	if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
	const { audits, categories, runtimeError } = result.lhr;
	if (runtimeError) throw new Error(runtimeError.message);
	const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
	const audit = (id: string) => audits[id]?.numericValue ?? Number.NaN;
	const details = audits["network-requests"]?.details as { items: Requested[] } | undefined;
	const requested = details?.items ?? [];
	const scripts = requested.filter(({ resourceType }) => resourceType === "Script");
	const others = requested.filter(({ resourceType }) => resourceType !== "Script");
	const scriptKb = await gzipKb(scripts.map((script) => script.url));
	return {
		performance: score("performance"),
		accessibility: score("accessibility"),
		practices: score("best-practices"),
		seo: score("seo"),
		lcp: audit("largest-contentful-paint"),
		cls: audit("cumulative-layout-shift"),
		tbt: audit("total-blocking-time"),
		scriptKb,
		allKb: scriptKb + others.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
	};
}

const executablePath = await ensureChromium();
await withServedSite(async ({ origin, sharePath }) => {
	const port = await freePort();
	const browser = await chromium.launch({
		executablePath,
		args: [
			`--remote-debugging-port=${port}`,
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
		],
	});
	const devtools = await browser.newBrowserCDPSession();
	let missed = 0;
	try {
		for (const [name, path] of [
			["share page", sharePath],
			["landing", "/"],
			["auth", "/auth"],
			["bought", sharePath],
		] as const) {
			if (name === "bought")
				await devtools.send("Storage.setCookies", { cookies: await buy(origin, sharePath) });
			await fetch(`${origin}${path}`).then((response) => response.text());
			const runs: Metrics[] = [];
			for (let n = 0; n < RUNS; n++) runs.push(await measure(`${origin}${path}`, port));
			const of = (key: keyof Metrics) => median(runs.map((run) => run[key]));
			const say = (what: string, goal: string, value: string, isMet: boolean) => {
				if (!isMet) missed++;
				console.log(
					`${name.padEnd(11)} ${what.padEnd(16)} ${goal.padStart(9)} ${value.padStart(9)}  ${isMet ? "met" : "MISSED"}`,
				);
			};
			const { lcp, cls, tbt } = { lcp: of("lcp"), cls: of("cls"), tbt: of("tbt") };
			const { paintMs, scriptKb } = BUDGETS.sharePage;
			const seconds = `${(lcp / 1000).toFixed(2)} s`;
			const script = of("scriptKb");
			say("CLS", "0.00", cls.toFixed(2), cls < 0.005);
			if (name === "share page") {
				say("LCP", `≤ ${paintMs / 1000} s`, seconds, lcp <= paintMs);
				say("blocking time", "≤ 100 ms", `${Math.round(tbt)} ms`, tbt <= 100);
				say("script", `≤ ${scriptKb} KB`, `${script.toFixed(1)} KB`, script <= scriptKb);
			}
			if (name === "bought") {
				say("LCP", "", seconds, true);
				say("script", "", `${script.toFixed(1)} KB`, true);
				say("in all", "", `${of("allKb").toFixed(0)} KB`, true);
			}
			for (const key of ["performance", "accessibility", "practices", "seo"] as const)
				if (name !== "bought") say(key, "100", String(of(key)), of(key) === 100);
		}
	} finally {
		await browser.close();
	}
	if (missed > 0) {
		console.log(`\n${missed} goals missed (median of ${RUNS}).`);
		goalMissed("time");
	}
});
