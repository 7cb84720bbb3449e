/**
 * The first screens of a new visitor, measured by Lighthouse on the built app: phone, simulated slow 4G,
 * the median of several runs beside the goal.
 *
 *   npm run bench lighthouse -- [--runs 5] [--short]
 */
import { createServer } from "node:net";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { BUDGETS } from "../checks/budgets.ts";
import { ensureChromium } from "../local/chromium.ts";
import { benchOptions, goalMissed } from "./options.ts";
import { withServedSite } from "./site.ts";

const { runs: RUNS } = benchOptions({ runs: [5, 1] });

type Metrics = Record<"performance" | "accessibility" | "practices" | "seo", number> &
	Record<"lcp" | "cls" | "tbt", number>;

async function freePort(): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
	const address = probe.address();
	await new Promise((resolve) => probe.close(resolve));
	if (address === null || typeof address === "string") throw new Error("no free port");
	return address.port;
}

async function measure(url: string, port: number): Promise<Metrics> {
	const result = await lighthouse(url, { port, logLevel: "error", output: "json" });
	if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
	const { audits, categories, runtimeError } = result.lhr;
	if (runtimeError) throw new Error(runtimeError.message);
	const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
	const audit = (id: string) => audits[id]?.numericValue ?? Number.NaN;
	return {
		performance: score("performance"),
		accessibility: score("accessibility"),
		practices: score("best-practices"),
		seo: score("seo"),
		lcp: audit("largest-contentful-paint"),
		cls: audit("cumulative-layout-shift"),
		tbt: audit("total-blocking-time"),
	};
}

function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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
	let missed = 0;
	try {
		for (const [name, path] of [
			["share page", sharePath],
			["landing", "/"],
			["auth", "/auth"],
		] as const) {
			// The first visit warms up the runtime's caches; it is not counted.
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
			const isShare = name === "share page";
			const { lcp, cls, tbt } = { lcp: of("lcp"), cls: of("cls"), tbt: of("tbt") };
			if (isShare) {
				const { paintMs } = BUDGETS.sharePage;
				const isMet = lcp <= paintMs;
				say("LCP", `≤ ${paintMs / 1000} s`, `${(lcp / 1000).toFixed(2)} s`, isMet);
			}
			say("CLS", "0.00", cls.toFixed(2), cls < 0.005);
			if (isShare) say("blocking time", "≤ 100 ms", `${Math.round(tbt)} ms`, tbt <= 100);
			for (const key of ["performance", "accessibility", "practices", "seo"] as const)
				say(key, "100", String(of(key)), of(key) === 100);
		}
	} finally {
		await browser.close();
	}
	if (missed > 0) {
		console.log(`\n${missed} goals missed (median of ${RUNS}).`);
		goalMissed("time");
	}
});
