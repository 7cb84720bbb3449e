/**
 * When a page's largest content is painted: a share page with all selling features beside a plain one, and a
 * page of another site with the buy button beside the same page without it. Visits alternate, each with an
 * empty cache, a processor four times slower and a line of 1.6 Mbit/s with 150 ms.
 *
 *   npm run bench paint -- [--visits 15] [--short]
 */
import { type Browser, chromium } from "@playwright/test";
import { openForeignSite } from "../../web/e2e/support/foreign-site.ts";
import { pictures } from "../../web/e2e/support/pictures.ts";
import type { CreatedShare } from "../../worker/contract/catalogue/shares.ts";
import { ensureChromium } from "../local/chromium.ts";
import { mannWhitney } from "./mann-whitney.ts";
import { benchOptions, goalMissed } from "./options.ts";
import { signUp, withServedSite } from "./site.ts";

const { visits: VISITS } = benchOptions({ visits: [15, 2] });
const HOUR = 60 * 60 * 1000;
const PASSWORD = "sand and salt";
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const LINE = {
	offline: false,
	latency: 150,
	downloadThroughput: 200_000,
	uploadThroughput: 90_000,
};
/** Above this ratio of medians, a page is slower unless chance explains it. */
const TOLERANCE = 1.05;

type Cookie = { name: string; value: string; url: string; secure: boolean };
/** A page to visit, and what its visitor has. */
type Target = { name: string; url: string; cookies?: readonly Cookie[] };
/** When the largest content was painted, and when the first byte had come, in ms. */
type Visit = { lcp: number; firstByte: number; element: string };

/** Visits a page for the first time. */
async function visit(browser: Browser, { url, cookies = [] }: Target): Promise<Visit> {
	const context = await browser.newContext(PHONE);
	try {
		await context.addCookies([...cookies]);
		const page = await context.newPage();
		const devtools = await context.newCDPSession(page);
		await devtools.send("Network.enable");
		await devtools.send("Network.emulateNetworkConditions", LINE);
		await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
		await page.goto(url, { waitUntil: "networkidle" });
		return await page.evaluate(
			() =>
				new Promise<Visit>((resolve) => {
					new PerformanceObserver((list) => {
						const last = list.getEntries().at(-1) as
							| (PerformanceEntry & { element?: Element | null })
							| undefined;
						const [document] = performance.getEntriesByType("navigation");
						const firstByte = (document as PerformanceNavigationTiming).responseStart;
						const element = last?.element?.tagName ?? "none";
						resolve({ lcp: last?.startTime ?? 0, firstByte, element });
					}).observe({ type: "largest-contentful-paint", buffered: true });
				}),
		);
	} finally {
		await context.close();
	}
}

/** The middle of the numbers. */
function median(numbers: readonly number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Visits the pages in turns, and prints each beside the first. Returns whether none is slower. */
async function compare(browser: Browser, targets: readonly Target[]): Promise<boolean> {
	const visits = new Map<string, Visit[]>(targets.map(({ name }) => [name, []]));
	// The first visits fill the server's own caches; they are not counted.
	for (const target of targets) await visit(browser, target);
	for (let round = 0; round < VISITS; round++)
		for (const target of round % 2 === 0 ? targets : [...targets].reverse()) {
			visits.get(target.name)?.push(await visit(browser, target));
			console.log(`visit ${round + 1} of ${VISITS}: ${target.name}`);
		}
	const first = targets[0]?.name ?? "";
	const times = (name: string, of: (visit: Visit) => number) => (visits.get(name) ?? []).map(of);
	let isFine = true;
	for (const { name } of targets) {
		const painted = times(name, ({ lcp }) => lcp);
		const plain = times(first, ({ lcp }) => lcp);
		const firstByte = median(times(name, (each) => each.firstByte));
		const ratio = median(painted) / median(plain);
		const p = mannWhitney(painted, plain);
		const isMet = ratio <= TOLERANCE || p > 0.05;
		isFine &&= isMet;
		const elements = [...new Set((visits.get(name) ?? []).map(({ element }) => element))];
		console.log(
			`${name.padEnd(42)} ${median(painted).toFixed(0).padStart(5)} ms, first byte ${firstByte.toFixed(0).padStart(4)} ms  ratio ${ratio.toFixed(2)}  p ${p.toFixed(2)}  ${elements.join(" ")}  ${isMet ? "met" : "MISSED"}`,
		);
	}
	return isFine;
}

/** Publishes shares that differ in how they are sold, and returns the addresses of their pages. */
async function shares(origin: string): Promise<Target[]> {
	const headers = await signUp(origin, "paint@example.test");
	const json = { ...headers, "Content-Type": "application/json" };
	const send = async (method: string, path: string, init: RequestInit) => {
		const response = await fetch(`${origin}${path}`, { ...init, method });
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return response;
	};
	const publish = async () => {
		const form = new FormData();
		form.set("title", "Winter light, Lofoten");
		form.set("price", "24.00");
		for (const { name, mimeType, buffer } of pictures(9))
			form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
		const published = await send("POST", "/api/file-shares", { headers, body: form });
		return ((await published.json()) as CreatedShare).fileShare.shareId;
	};
	const features = {
		pricing: "chosen",
		suggestedPrice: "30.00",
		indexed: true,
		expiresAt: new Date(Date.now() + 20 * HOUR).toISOString(),
	};
	const edit = (slug: string, body: object) =>
		send("PATCH", `/api/file-shares/${slug}`, { headers: json, body: JSON.stringify(body) });
	const [plain, selling, locked] = [await publish(), await publish(), await publish()];
	await edit(selling, features);
	await edit(locked, { ...features, endsAccess: true, password: PASSWORD });
	const code = { code: "WINTER25", percent: 25 };
	await send("POST", "/api/discounts", { headers: json, body: JSON.stringify(code) });
	const unlocked = await send("POST", `/api/file-shares/${locked}/unlock`, {
		headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
		body: JSON.stringify({ password: PASSWORD }),
	});
	const cookies = unlocked.headers.getSetCookie().map((line): Cookie => {
		const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
		// Local addresses count as secure; to set such a cookie, the tool wants to be told of one.
		return { name, value, url: origin.replace("http:", "https:"), secure: true };
	});
	const page = (slug: string) => `${origin}/share/${slug}`;
	return [
		{ name: "share page, plain", url: page(plain) },
		{ name: "with code, chosen price, time left", url: `${page(selling)}?code=WINTER25` },
		{ name: "the same behind a password", url: `${page(locked)}?code=WINTER25`, cookies },
	];
}

const executablePath = await ensureChromium();
await withServedSite(async ({ origin, sharePath }) => {
	const browser = await chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--disable-gpu"],
	});
	const text = `<h1>My work</h1>${"<p>Some words about it.</p>".repeat(60)}`;
	const slug = sharePath.split("/").at(-1);
	const button = `<p><a href="${origin}${sharePath}" data-tillbox="${slug}">Buy my set</a></p>`;
	const policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;
	const headers = { "Content-Security-Policy": policy };
	const plain = await openForeignSite(text, headers);
	const withButton = await openForeignSite(
		`${button}${text}<script async src="${origin}/button.js"></script>`,
		headers,
	);
	try {
		const isShareFine = await compare(browser, await shares(origin));
		const isSiteFine = await compare(browser, [
			{ name: "page of another site, without the button", url: plain.address },
			{ name: "with the button", url: withButton.address },
		]);
		if (!isShareFine || !isSiteFine) goalMissed("time");
	} finally {
		await browser.close();
		await Promise.all([plain.close(), withButton.close()]);
	}
});
