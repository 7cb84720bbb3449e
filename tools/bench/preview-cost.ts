/**
 * What previews cost an upload: forty photographs of 12 megapixels, sent from Chromium over a line of
 * 100 Mbit/s, with watermarked previews and with none, in turns.
 *
 *   npm run bench preview-cost [-- --rounds 3] [--short]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { registerCreator } from "../../web/e2e/support/accounts.ts";
import { previewsMade } from "../../web/e2e/support/previews.ts";
import { ensureChromium } from "../local/chromium.ts";
import { withServer } from "../local/with-server.ts";
import { benchOptions, goalMissed } from "./options.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8872);
const SANDBOX_PORT = Number(process.env.BENCH_SANDBOX_PORT ?? 12196);
const { rounds, photos } = benchOptions({ rounds: [3, 1], photos: [40, 6] });
/** Different pictures; the others repeat them under other names. */
const DIFFERENT = Math.min(8, photos);
const LINE_BYTES_PER_SECOND = 100_000_000 / 8;
const GOAL = 1.1;

/** In the page: a photograph's worth of detail, 4000 × 3000, as JPEG in base64. */
async function drawPhoto(seed: number): Promise<string> {
	const [width, height] = [4000, 3000];
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	const image = context.createImageData(width, height);
	let random = seed + 1;
	for (let pixel = 0; pixel < width * height; pixel++) {
		random = (random * 1_103_515_245 + 12_345) & 0x7fffffff;
		const [x, y] = [pixel % width, Math.floor(pixel / width)];
		const grain = ((random >> 16) % 24) - 12;
		const wave = 60 * Math.sin((x + seed * 300) / 90) + 40 * Math.cos(y / 70);
		image.data.set(
			[128 + wave + grain, 110 + wave / 2 + grain, 90 + y / 40 + grain, 255],
			pixel * 4,
		);
	}
	context.putImageData(image, 0, 0);
	const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
	const { promise, resolve } = Promise.withResolvers<string>();
	const reader = new FileReader();
	reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
	reader.readAsDataURL(blob);
	return promise;
}

/** Writes the photographs into a folder; returns their paths and bytes. */
async function writePhotos(page: Page, folder: string) {
	const pictures: Buffer[] = [];
	for (let seed = 0; seed < DIFFERENT; seed++)
		pictures.push(Buffer.from(await page.evaluate(drawPhoto, seed), "base64"));
	let bytes = 0;
	const paths = Array.from({ length: photos }, (_, n) => {
		const path = join(folder, `photo-${n}.jpg`);
		const picture = pictures[n % DIFFERENT] ?? Buffer.alloc(0);
		bytes += picture.length;
		writeFileSync(path, picture);
		return path;
	});
	return { paths, bytes };
}

/** Seconds from the click on the button until the share is published. */
async function upload(
	browser: Browser,
	origin: string,
	paths: readonly string[],
	hasPreviews: boolean,
): Promise<number> {
	const context = await browser.newContext({ baseURL: origin });
	try {
		const page = await context.newPage();
		if (!hasPreviews)
			await page.addInitScript(() => {
				const Native = window.Worker;
				window.Worker = class extends Native {
					constructor(address: string | URL, options?: WorkerOptions) {
						if (/picture\.worker/.test(String(address))) throw new Error("no previews");
						super(address, options);
					}
				};
			});
		await registerCreator(page.request);
		await page.goto("/upload");
		await page.locator('input[type="file"]').setInputFiles([...paths]);
		await page.getByLabel("Title *").fill("Forty photographs");
		await page.getByLabel("Price ($) *").fill("9");
		if (hasPreviews) {
			await page.getByText("More options", { exact: true }).click();
			await page.getByLabel("With your name across it").check();
			await page.getByRole("button", { name: "Show all and arrange" }).click();
			// The list's own thumbnails are made while the creator types.
			const shown = page.getByRole("list", { name: "Files" }).locator("img");
			await shown.nth(photos - 1).waitFor({ timeout: 120_000 });
		}
		const session = await context.newCDPSession(page);
		await session.send("Network.emulateNetworkConditions", {
			offline: false,
			latency: 20,
			downloadThroughput: LINE_BYTES_PER_SECOND,
			uploadThroughput: LINE_BYTES_PER_SECOND,
		});
		const began = performance.now();
		await page.getByRole("button", { name: "Upload & List for Sale" }).click();
		await page.getByText("Files Uploaded Successfully!").waitFor({ timeout: 300_000 });
		const seconds = (performance.now() - began) / 1000;
		if (hasPreviews) await previewsMade(page);
		const link = await page.getByLabel("Share Link for Buyers").inputValue();
		const response = await page.request.get(link.replace("/share/", "/api/file-shares/"));
		const { files }: { files: { preview: { kind: string } | null }[] } = await response.json();
		const marked = files.filter(({ preview }) => preview?.kind === "watermarked").length;
		if (hasPreviews && marked !== photos) throw new Error(`${marked} of ${photos} previews`);
		return seconds;
	} finally {
		await context.close();
	}
}

const folder = mkdtempSync(join(tmpdir(), "tillbox-photos-"));
const executablePath = await ensureChromium();
try {
	await withServer({ port: PORT, sandboxPort: SANDBOX_PORT }, async (origin) => {
		const browser = await chromium.launch({
			executablePath,
			args: ["--no-sandbox", "--disable-gpu"],
		});
		try {
			const { paths, bytes } = await writePhotos(
				await browser.newPage({ baseURL: origin }),
				folder,
			);
			console.log(`${photos} photographs of 12 megapixels, ${(bytes / 1e6).toFixed(0)} MB in all`);
			const [without, withThem]: [number[], number[]] = [[], []];
			for (let round = 0; round < rounds; round++) {
				// Each comes first in turn, since the machine's speed drifts.
				const turns = round % 2 === 0 ? [false, true] : [true, false];
				for (const hasPreviews of turns)
					(hasPreviews ? withThem : without).push(
						await upload(browser, origin, paths, hasPreviews),
					);
				console.log(
					`  without ${without.at(-1)?.toFixed(1)} s, with previews ${withThem.at(-1)?.toFixed(1)} s`,
				);
			}
			// The best of each: other load on the machine only ever adds time.
			const ratio = Math.min(...withThem) / Math.min(...without);
			const isMet = ratio <= GOAL;
			console.log(
				`time with previews ÷ without: ${ratio.toFixed(2)} (goal ≤ ${GOAL}), ${isMet ? "met" : "MISSED"}`,
			);
			if (!isMet) goalMissed("time");
		} finally {
			await browser.close();
		}
	});
} finally {
	rmSync(folder, { recursive: true, force: true });
}
