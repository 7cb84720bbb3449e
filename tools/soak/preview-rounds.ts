import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { publishShare, registerCreator } from "../../web/e2e/support/accounts.ts";
import { documentSamples, drawnSamples } from "../../web/e2e/support/document-samples.ts";
import { filmSamples } from "../../web/e2e/support/film-samples.ts";
import type { SampleFile } from "../../web/e2e/support/sample-files.ts";
import { loops, losslessSounds, soundSamples } from "../../web/e2e/support/sound-samples.ts";
import type { ShareResponse } from "../../worker/contract/catalogue/shares.ts";
import type { MissingPreviews } from "../../worker/contract/files/previews.ts";
import { ensureChromium } from "../local/chromium.ts";
import { withServer } from "../local/with-server.ts";

/** How many files of each family are published at once. */
type Counts = { documents: number; tracks: number; films: number };

/** The page's own thread; web workers only become slower with fewer processors. */
const TIMES_SLOWER = 4;
const FILM_SECONDS = 20;
/** A song of three minutes, in loops of five seconds. */
const SONG_LOOPS = 36;
const LIMIT_MS = 45 * 60_000;
const STEP_MS = 10 * 60_000;

/** So many files, of these kinds in turn, each with a name of its own. */
function manyOf(kinds: readonly SampleFile[], count: number): SampleFile[] {
	return Array.from({ length: count }, (_, n) => kinds[n % kinds.length]).flatMap((file, n) =>
		file ? [{ ...file, name: `${n + 1}-${file.name}` }] : [],
	);
}

async function sampleFiles(page: Page, { documents, tracks, films }: Counts) {
	const seen = (await filmSamples(page, FILM_SECONDS)).filter(({ mimeType }) =>
		mimeType.startsWith("video/"),
	);
	const heard = [loops("song.mp3", SONG_LOOPS), ...losslessSounds(), ...(await soundSamples())];
	return [
		...manyOf([...documentSamples(), ...drawnSamples()], documents),
		...manyOf(heard, tracks),
		...manyOf(seen, films),
	];
}

/** Chooses the files in the form and publishes them; returns the slug. */
async function uploadByForm(page: Page, files: SampleFile[], folder: string): Promise<string> {
	const paths = files.map(({ name }) => join(folder, name));
	for (const [at, { buffer }] of files.entries()) writeFileSync(paths[at] ?? "", buffer);
	await page.goto("/upload");
	await page.locator('input[type="file"]').setInputFiles(paths);
	await page.getByLabel("Title *").fill("Everything");
	await page.getByLabel("Price ($) *").fill("9");
	await page.getByRole("button", { name: "Upload & List for Sale" }).click();
	await page.getByText("Files Uploaded Successfully!").waitFor();
	const link = await page.getByLabel("Share Link for Buyers").inputValue();
	return link.slice(link.lastIndexOf("/") + 1);
}

/** Publishes the files without a browser, and opens the dashboard, which makes their previews. */
async function uploadByApi(page: Page, files: SampleFile[]): Promise<string> {
	const slug = await publishShare(page.request, { files: files.map((file) => ({ file })) });
	await page.goto("/");
	return slug;
}

async function missingOf({ request }: Page): Promise<MissingPreviews["shares"][number]["files"]> {
	const { shares }: MissingPreviews = await (await request.get("/api/missing-previews")).json();
	return shares.flatMap(({ files }) => files);
}

/** Waits until a browser has tried everything. False when the time limit is over. */
async function allTried(page: Page): Promise<boolean> {
	for (const end = Date.now() + LIMIT_MS; Date.now() < end; await page.waitForTimeout(1000))
		if ((await missingOf(page)).every(({ failure }) => failure !== null)) return true;
	return false;
}

/**
 * Publishes the files in one way; false when one of them has in the end neither a preview nor a reason, or
 * another reason than the time it takes, since all of them can be shown.
 */
async function round(
	context: BrowserContext,
	name: string,
	files: SampleFile[],
	upload: (page: Page, files: SampleFile[], folder: string) => Promise<string>,
): Promise<boolean> {
	// Previews are made of the files on the device, also after they are published.
	const folder = mkdtempSync(join(tmpdir(), "preview-rounds-"));
	const page = await context.newPage();
	page.setDefaultTimeout(STEP_MS);
	await registerCreator(page.request);
	const session = await context.newCDPSession(page);
	await session.send("Emulation.setCPUThrottlingRate", { rate: TIMES_SLOWER });
	const began = performance.now();
	const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
	const slug = await upload(page, files, folder);
	const published = seconds();
	const inTime = await allTried(page);
	const made = seconds();
	await page.goto("/");
	const missing = await missingOf(page);
	const reasons = page.getByRole("listitem");
	if (missing.length > 0) {
		await page
			.locator("summary")
			.filter({ hasText: /preview/i })
			.click();
		await reasons
			.filter({ hasText: missing[0]?.name ?? "" })
			.first()
			.waitFor();
	}
	const told = (await reasons.allInnerTexts()).map((text) => text.trim());
	const response = await page.request.get(`/api/file-shares/${slug}`);
	const share: ShareResponse = await response.json();
	const lacking = share.files.filter(
		({ originalName, preview }) =>
			preview === null || missing.some((file) => file.name === originalName),
	);
	const silent = lacking.filter(
		({ originalName }) => !told.some((line) => line.startsWith(`${originalName}: `)),
	);
	console.log(
		`${name}: ${share.files.length} of ${files.length} files published after ${published} s, all previews tried after ${made} s${inTime ? "" : " (TIME LIMIT)"}: ${share.files.length - lacking.length} made, ${lacking.length - silent.length} missing with a reason, ${silent.length} without`,
	);
	for (const { name: file, failure } of missing) console.log(`  ${file}: ${failure}`);
	for (const { originalName } of silent) console.log(`  ${originalName}: no reason is shown`);
	await page.close();
	rmSync(folder, { recursive: true, force: true });
	const isHonest = silent.length === 0 && missing.every(({ failure }) => failure === "slow");
	return inTime && share.files.length === files.length && isHonest;
}

/**
 * Publishes many documents, tracks and films on a slow device, by the upload form and by the API, and waits
 * until the browser has made their previews. False as in `round`.
 */
export async function previewRounds(counts: Counts, port: number): Promise<boolean> {
	const executablePath = await ensureChromium();
	return withServer({ port, sandboxPort: port + 1 }, async (origin) => {
		const browser = await chromium.launch({
			executablePath,
			// 3D models are drawn with WebGL, which needs no graphics card this way.
			args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-angle=swiftshader"],
		});
		try {
			const fresh = () => browser.newContext({ baseURL: origin });
			const sampler = await (await fresh()).newPage();
			await sampler.goto("/");
			const files = await sampleFiles(sampler, counts);
			await sampler.close();
			const isFormFine = await round(await fresh(), "upload form", files, uploadByForm);
			return (await round(await fresh(), "API and dashboard", files, uploadByApi)) && isFormFine;
		} finally {
			await browser.close();
		}
	});
}
