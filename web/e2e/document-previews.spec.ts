import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { readShare, registerCreator } from "./support/accounts.ts";
import { crawl, Originals, routeOf } from "./support/crawler.ts";
import { archiveSamples, documentSamples, drawnSamples } from "./support/document-samples.ts";
import { filmSamples } from "./support/film-samples.ts";
import { hostileFiles } from "./support/hostile-files.ts";
import { openScreen } from "./support/page-checks.ts";
import { previewsMade } from "./support/previews.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { book, photo, prose, type SampleFile } from "./support/sample-files.ts";
import { fillUpload, publishUpload } from "./support/share-form.ts";
import { losslessSounds, soundSamples, wav } from "./support/sound-samples.ts";

// Lets WebGL draw 3D models without a graphics card.
test.use({
	launchOptions: async ({ launchOptions }, use) =>
		use({
			...launchOptions,
			args: [
				...(launchOptions.args ?? []),
				"--enable-unsafe-swiftshader",
				"--use-angle=swiftshader",
			],
		}),
});

// Its own browser would make this file finish last; its long tests keep both workers busy.
test.describe.configure({ mode: "parallel" });

async function publish(page: Page, files: SampleFile[] | string[]): Promise<string> {
	await fillUpload(page, files, "A bit of everything");
	const link = await publishUpload(page);
	await previewsMade(page);
	return link.slice(link.lastIndexOf("/") + 1);
}

/** Kinds that share drawing or reading code with another sample. */
const ALIKE = [
	"logo.ai",
	"plan.ods",
	"notes.pages",
	"icons.sketch",
	"drawing.procreate",
	"readme.md",
	"table.csv",
	"page.html",
	"look.cube",
	"chord.m4a",
	"tone.wav",
	"cut.pdf",
	"noise.ai",
	"bomb.odt",
	"damaged.epub",
	"nothing.obj",
	"lying.aiff",
	"cut.flac",
];
const inThisRun = ({ name }: SampleFile) => DOES_ALL_ROUNDS || !ALIKE.includes(name);

const CLIP = { kind: "clip", clipMs: expect.any(Number), durationMs: expect.any(Number) };

async function previewsOf(request: APIRequestContext, slug: string) {
	const { files } = await readShare(request, slug);
	return new Map(files.map(({ id, originalName, preview }) => [originalName, { id, preview }]));
}

/** In the page: the dark part of a picture. */
function inkOf(page: Page, address: string): Promise<number> {
	return page.evaluate(async (from) => {
		const image = await createImageBitmap(await (await fetch(from)).blob());
		const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
		context.drawImage(image, 0, 0);
		const { data } = context.getImageData(0, 0, image.width, image.height);
		return data.filter((level, at) => at % 4 === 0 && level < 128).length / (data.length / 4);
	}, address);
}

/** In the page: the largest difference of pixels, of 256 levels. */
function largestDifference(page: Page, ...addresses: [string, string]): Promise<number> {
	return page.evaluate(async (both) => {
		const [one, other] = await Promise.all(
			both.map(async (address) => {
				const image = await createImageBitmap(await (await fetch(address)).blob());
				const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
				context.drawImage(image, 0, 0);
				return context.getImageData(0, 0, image.width, image.height).data;
			}),
		);
		return one!.reduce((most, level, at) => Math.max(most, Math.abs(level - other![at]!)), 0);
	}, addresses);
}

/** Requests everything that strangers get, and searches it for runs of the share's files. */
async function expectNoRuns(request: APIRequestContext, slug: string, files: SampleFile[]) {
	const originals = new Originals(files);
	const answers = await crawl(request, slug);
	const shown = answers.filter(({ status }) => status < 300);
	const runs = answers.flatMap(({ address, type, body }) => {
		const run = originals.runIn(body, type);
		return run ? [`${address}: ${run}`] : [];
	});
	expect(runs).toEqual([]);
	// Each file's rendition was among them, in full and in ranges.
	for (const [name, { id, preview }] of await previewsOf(request, slug))
		expect(
			shown.some(
				({ address, status }) =>
					status === 200 && (address === preview?.src || address.startsWith(`/api/files/${id}/`)),
			),
			name,
		).toBe(true);
	expect(shown.some(({ status }) => status === 206)).toBe(true);
	if (DOES_ALL_ROUNDS) expect(shown.length).toBeGreaterThan(files.length * 6);
	const routes = new Set(answers.map(({ address }) => routeOf(address)));
	console.info(
		`${files.length} files, ${routes.size} routes, ${answers.length} answers, ${shown.length} with content`,
	);
}

test("documents, texts, fonts, models and archives are shown, and no run of their bytes", async ({
	page,
	request,
}) => {
	await registerCreator(page.request);
	// Two pages that differ only in unreadable details.
	const swapped = prose(30).map((line, at) =>
		at < 10 ? line : line.replaceAll(/(\w)(\w)/g, "$2$1"),
	);
	const forms = [book("form.pdf", 1), book("other-form.pdf", 1, swapped)];
	const drawn = [...documentSamples(), ...forms, ...drawnSamples()].filter(inThisRun);
	const archives = archiveSamples();
	const files = [...drawn, ...archives, photo("dusk.png", 640, 427)];
	const slug = await publish(page, files);
	const previews = await previewsOf(request, slug);
	const previewOf = (name: string) => previews.get(name)?.preview;
	for (const { name } of drawn)
		expect(previewOf(name), name).toMatchObject({ kind: "page", src: expect.any(String) });
	for (const { name } of archives) expect(previewOf(name), name).toMatchObject({ kind: "listing" });
	expect(previewOf("book.pdf")).toMatchObject({ pages: 3, width: 673, height: 1024 });
	// A tenth of its thirty pages, each separately.
	const long = previewOf("long.pdf");
	const [second, third, ...rest] = long?.morePages ?? [];
	expect(second).toMatchObject({ width: 791, height: 1024 });
	expect(rest).toEqual([]);
	expect(new Set([long?.src, second?.src, third?.src]).size).toBe(3);
	expect(previewOf("cover-page.epub")).toMatchObject({ width: 300, height: 450 });
	expect(previewOf("letter.docx")).toMatchObject({ pages: 3 });
	expect(previewOf("slides.pptx")).toMatchObject({ pages: 12 });
	// Squares as icons; the device's letters would cover a tenth of that.
	expect(await inkOf(page, previewOf("icons.ttf")?.src ?? "")).toBeGreaterThan(0.3);
	const [one, other] = forms.map(({ name }) => previewOf(name)?.src ?? "");
	// Their squares differ this much; letters differ by 255.
	expect(await largestDifference(page, one ?? "", other ?? "")).toBeLessThan(32);
	await expectNoRuns(request, slug, files);
});

// G2
test("tracks are heard, with the waveform of their music, and no run of their bytes", async ({
	page,
	request,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	const compressed = (await soundSamples()).filter(inThisRun);
	const mp3 = compressed.find(({ name }) => name === "song.mp3")?.buffer ?? Buffer.alloc(0);
	const hertz = 22_050;
	await openScreen(page, "/upload");
	const decoded = await page.evaluate(
		async ([base64, rate]) => {
			const { buffer } = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
			const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(buffer);
			const decoded = new Blob([sound.getChannelData(0)]);
			// Text passes from the page to here much faster than an array of this size.
			return new Promise<string>((resolve) => {
				const reader = new FileReader();
				reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
				reader.readAsDataURL(decoded);
			});
		},
		[mp3.toString("base64"), hertz] as const,
	);
	const sounds = [...compressed, wav("song.wav", hertz, Buffer.from(decoded, "base64"))];
	const slug = await publish(page, sounds);
	const previews = await previewsOf(request, slug);
	// The loudest bar is a "z": all zeros would be silence.
	const waveform = expect.stringMatching(/^(?=.*z)[0-9a-z]{50,400}$/);
	for (const { name } of sounds) {
		const { id, preview } = previews.get(name) ?? {};
		expect(preview, name).toMatchObject({ ...CLIP, ...(name !== "silence.m4a" && { waveform }) });
		const { length } = await (await request.get(`/api/files/${id}/stream`)).body();
		expect((length * 8) / (preview?.clipMs ?? 0), `kbit/s of ${name}`).toBeLessThanOrEqual(96);
	}
	const tagged = previews.get("song.mp3")?.preview;
	expect(tagged?.src).toEqual(expect.any(String));
	const title = expect.stringMatching(/^A title of many .*….* words$/);
	expect(tagged?.tags).toEqual({ title, artist: "Mara Lind", number: 7 });
	const barsOf = (name: string) =>
		[...(previews.get(name)?.preview?.waveform ?? "")].map((digit) => Number.parseInt(digit, 36));
	const [bars, expected] = [barsOf("song.mp3"), barsOf("song.wav")];
	expect(bars).toHaveLength(400);
	// Each of the ten levels shows in its bars.
	expect(new Set(expected).size).toBeGreaterThan(8);
	expect(bars.filter((bar, at) => Math.abs(bar - (expected[at] ?? 0)) > 1)).toEqual([]);
	await expectNoRuns(request, slug, sounds);
});

test("tracks in Apple Lossless are heard, and no run of their bytes", async ({ page, request }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	const sounds = losslessSounds();
	const slug = await publish(page, sounds);
	const previews = await previewsOf(request, slug);
	const waveform = expect.stringMatching(/^(?=.*z)[0-9a-z]{12,24}$/);
	for (const { name } of sounds)
		expect(previews.get(name)?.preview, name).toMatchObject({ ...CLIP, waveform });
	await expectNoRuns(request, slug, sounds);
});

test("films are seen, and no run of their bytes", async ({ page, request }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	const films = await filmSamples(page);
	const slug = await publish(page, films);
	const previews = await previewsOf(request, slug);
	for (const { name } of films) expect(previews.get(name)?.preview, name).toMatchObject(CLIP);
	await expectNoRuns(request, slug, films);
});

test("files made to harm have no preview, and the upload goes on", async ({
	page,
	request,
}, info) => {
	const crashes: string[] = [];
	page.on("crash", () => crashes.push("the tab crashed"));
	await registerCreator(page.request);
	const hostile = hostileFiles().filter(inThisRun);
	const folder = info.outputPath("hostile");
	await mkdir(folder, { recursive: true });
	const paths = hostile.map(({ name }) => join(folder, name));
	await Promise.all(hostile.map(({ buffer }, at) => writeFile(paths[at] ?? "", buffer)));
	const fine = join(folder, "fine.txt");
	await writeFile(fine, "The last one is drawn.\n".repeat(100));
	const slug = await publish(page, [...paths, fine]);
	const previews = await previewsOf(request, slug);
	expect(previews.size).toBe(hostile.length + 1);
	for (const { name } of hostile) expect(previews.get(name)?.preview, name).toBeNull();
	expect(previews.get("fine.txt")?.preview).toMatchObject({ kind: "page" });
	expect(crashes).toEqual([]);
});
