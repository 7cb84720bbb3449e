import { expect, type Locator, type Page } from "@playwright/test";
import { OWN_PAGE, publishShare, readShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { iconFont, textFont } from "./support/document-samples.ts";
import { filmSamples } from "./support/film-samples.ts";
import { file, packed } from "./support/packed.ts";
import {
	appIsThere,
	collectProblems,
	expectNoSidewaysScroll,
	openScreen,
} from "./support/page-checks.ts";
import { previewsMade } from "./support/previews.ts";
import { type NewProfile, test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { book, photo, prose, type SampleFile } from "./support/sample-files.ts";
import { editFromDashboard, saveShare } from "./support/share-form.ts";
import { taggedSong } from "./support/sound-samples.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function published(page: Page, title: string, files: SampleFile[]): Promise<string> {
	await registerCreator(page.request);
	const slug = await publishShare(page.request, { title, files });
	await openScreen(page, "/dashboard");
	await previewsMade(page);
	return slug;
}

async function openAsStranger(newProfile: NewProfile, slug: string) {
	const stranger = await (await newProfile(PHONE)).newPage();
	const problems = collectProblems(stranger);
	await stranger.goto(`/share/${slug}`);
	await appIsThere(stranger);
	return { stranger, problems };
}

test("an album has the titles of its tags, and plays on in a bar above the one that buys", async ({
	page,
	newProfile,
}) => {
	const cover = photo("cover.png", 300, 300).buffer;
	const songs = ["Low Tide", "Kelp", "Fog Signal"].map((title, at) =>
		taggedSong(
			`${at + 1} 0${at + 1} master.mp3`,
			{ texts: { TIT2: title, TPE1: "Mara Lind", TALB: "Slack Water" }, cover },
			15 + at * 5,
		),
	);
	const slug = await published(page, "Slack Water", songs);
	const { stranger, problems } = await openAsStranger(newProfile, slug);
	await expect(stranger.getByText("Mara Lind · Slack Water")).toBeVisible();
	await stranger.getByRole("button", { name: "Play all" }).click();
	const player = stranger.getByRole("region", { name: "Player" });
	await expect(player.getByRole("button", { name: "Pause Low Tide" })).toBeVisible();
	await player.getByRole("button", { name: "Next track" }).click();
	await expect(player.getByRole("button", { name: "Pause Kelp" })).toBeVisible();
	await stranger.getByText("Report this share").scrollIntoViewIfNeeded();
	await expect(async () => {
		const bar = await player.boundingBox();
		const buy = await stranger.getByRole("link", { name: /^Buy/ }).last().boundingBox();
		const [top = 0, height = 0] = [bar?.y, bar?.height];
		expect(top).toBeGreaterThan(PHONE.viewport.height / 2);
		expect(top + height).toBeLessThanOrEqual(buy?.y ?? 0);
	}).toPass({ timeout: 30_000 });
	await expectAccessible(stranger, "all");
	await stranger.setViewportSize({ width: 320, height: 640 });
	await expectNoSidewaysScroll(stranger);
	problems.expectQuiet();
});

test("sixty files are a few folders, which open one by one and by the keyboard", async ({
	page,
	newProfile,
}) => {
	const text = prose(40).join("\n");
	const preset = '<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>';
	// The server renders the folders of the first fifty rows, and leaves the last one to the app.
	const folders = Object.entries({ January: 30, February: 21, March: 8 });
	const files = folders.flatMap(([folder, count]) =>
		Array.from({ length: count }, (_, n) => ({
			// One preview a folder: sixty would take the creator's browser too long.
			...(n === 0 ? file(`${folder} 0.txt`, text) : file(`${folder} ${n}.xmp`, preset)),
			folder,
		})),
	);
	const slug = await published(page, "Notes", [...files, packed("all.zip", { "a/b.txt": text })]);
	const { stranger, problems } = await openAsStranger(newProfile, slug);
	const heightOf = () => stranger.evaluate(() => document.documentElement.scrollHeight);
	expect(await heightOf()).toBeLessThan(2 * PHONE.viewport.height);
	const january = stranger.locator("summary", { hasText: "January" });
	await expect(january).toContainText("30 files");
	await expect(stranger.locator("summary", { hasText: "March" })).toContainText("8 files");
	const first = stranger.getByRole("button", { name: /^Preview January 0.txt/ });
	await expect(first).toBeHidden();
	await january.press("Enter");
	await expect(first).toBeVisible();
	await expect(stranger.getByRole("button", { name: /^Preview February 0.txt/ })).toBeHidden();
	await expectAccessible(stranger, "all");
	await stranger.setViewportSize({ width: 320, height: 640 });
	await expectNoSidewaysScroll(stranger);
	await first.click();
	await expect(stranger.getByRole("dialog", { name: "January 0.txt" })).toBeVisible();
	problems.expectQuiet();
});

test("a book lies open at reading size with a tenth of its pages", async ({ page, newProfile }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const slug = await published(page, "The Coast Road", [book("coast.pdf", 30)]);
	// The first page is the preview; the others follow it.
	await expect
		.poll(async () => {
			const { files } = await readShare(page.request, slug);
			return files[0]?.preview?.morePages?.length;
		})
		.toBe(2);
	const { stranger, problems } = await openAsStranger(newProfile, slug);
	const first = stranger.getByRole("button", { name: "Preview coast.pdf" });
	expect((await first.boundingBox())?.width).toBeGreaterThan(PHONE.viewport.width * 0.7);
	await expect(stranger.getByRole("img", { name: "Page 3" })).toBeAttached();
	await expect(stranger.getByRole("img", { name: "Page 4" })).toHaveCount(0);
	const rest = stranger.getByText("27 more pages when you buy");
	await rest.scrollIntoViewIfNeeded();
	await expect(rest).toBeInViewport();
	await expectAccessible(stranger, "all");
	await stranger.setViewportSize({ width: 320, height: 640 });
	problems.expectQuiet();

	// The creator leaves the second page out.
	await openScreen(page, "/dashboard");
	await editFromDashboard(page, "The Coast Road");
	const pages = page.getByRole("group", { name: "Pages shown of coast.pdf" });
	await expect(pages.getByRole("checkbox", { checked: true })).toHaveCount(3);
	await pages.locator("label", { hasText: "Page 2" }).click();
	await expectAccessible(page, "all");
	await saveShare(page);
	await editFromDashboard(page, "The Coast Road");
	await expect(pages.getByRole("checkbox", { checked: true })).toHaveCount(2);
	await expect(pages.getByRole("checkbox", { name: "Page 2" })).not.toBeChecked();
	await stranger.reload();
	await appIsThere(stranger);
	await expect(stranger.getByRole("img", { name: "Page 3" })).toBeAttached();
	await expect(stranger.getByRole("img", { name: "Page 2" })).toHaveCount(0);
	await expect(stranger.getByText("28 more pages when you buy")).toBeAttached();
});

test("a buyer sets words of their own in each weight of a font", async ({ page, newProfile }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const fonts = [
		textFont("BoldItalic"),
		iconFont("icons.ttf"),
		textFont("Bold"),
		textFont("Regular"),
	];
	const slug = await published(page, "Liberation Sans", fonts);
	const { stranger, problems } = await openAsStranger(newProfile, slug);
	const names = ["Liberation Sans Regular", "Liberation Sans Bold", "Liberation Sans Bold Italic"];
	const drawn = (words: string, name: string) =>
		stranger.getByRole("img", { name: `“${words}” in ${name}`, exact: true });
	const inkOf = (canvas: Locator) =>
		canvas.evaluate((element: HTMLCanvasElement) => {
			const { data } = element.getContext("2d")!.getImageData(0, 0, element.width, element.height);
			const inked = data.filter((_, at) => at % 4 === 0 && (data[at + 3] ?? 0) > 128);
			return { area: inked.length, isLight: inked.every((level) => level > 200) };
		});
	// Until something is typed, the family's name is set in each; the icons have no letters to set.
	for (const name of names) await expect(drawn("Liberation Sans", name)).toBeVisible();
	await expect(stranger.getByRole("img", { name: /^“/ })).toHaveCount(names.length);
	const rows = stranger.getByRole("region", { name: "Try the fonts" }).getByRole("listitem");
	await expect(rows).toContainText(names);

	const field = stranger.getByRole("textbox", { name: "Type your own words" });
	// Decomposed, as text pasted from a Mac can be.
	await field.pressSequentially("Wa\u0308ffles");
	const [regular, bold] = [drawn("Wäffles", names[0]!), drawn("Wäffles", names[1]!)];
	const ink = await inkOf(regular);
	expect(ink.area).toBeGreaterThan(1000);
	expect(ink.isLight).toBe(false);
	expect((await inkOf(bold)).area).toBeGreaterThan(1.2 * ink.area);
	await stranger.emulateMedia({ colorScheme: "dark" });
	await expect.poll(async () => (await inkOf(regular)).isLight).toBe(true);

	const hint = stranger.getByText("A box stands for a letter that isn’t in this preview.");
	await expect(hint).toBeHidden();
	await field.fill("Waffles 漢");
	await expect(hint).toBeVisible();
	await field.fill("W".repeat(100));
	await expect(field).toHaveValue("W".repeat(60));
	await expect(hint).toBeHidden();
	await expectAccessible(stranger, "all");
	await stranger.setViewportSize({ width: 320, height: 640 });
	await expectNoSidewaysScroll(stranger);
	// What is typed stays while a specimen is looked at.
	await stranger.getByRole("button", { name: `Preview ${names[1]}`, exact: true }).click();
	await stranger.getByRole("button", { name: "Close" }).click();
	await expect(drawn("W".repeat(60), names[1]!)).toBeVisible();
	problems.expectQuiet();
});

test("a film's creator makes the frame that is shown its poster", async ({ page }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await openScreen(page, "/");
	const films = await filmSamples(page, 6);
	const film = films.filter(({ name }) => name === "film.webm");
	const slug = await published(page, "A day by the sea", film);
	const posterOf = async () => {
		const { files } = await readShare(page.request, slug);
		return files[0]?.preview?.src;
	};
	const before = await posterOf();
	await openScreen(page, `/share/${slug}`);
	await page.getByRole("button", { name: "Play film.webm" }).click();
	const video = page.getByLabel("film.webm", { exact: true });
	// The end of the film, which the automatic poster doesn't show.
	await video.evaluate(async (element: HTMLVideoElement) => {
		element.pause();
		const seeked = new Promise((resolve) => element.addEventListener("seeked", resolve));
		element.currentTime = 5.5;
		await seeked;
	});
	await page.getByRole("button", { name: "Use this frame as the poster" }).click();
	await expect(page.getByText("This frame is the poster now", { exact: true })).toBeVisible();
	expect(await posterOf()).not.toBe(before);
	await expectAccessible(page, "all");
	// Buyers, and the creator viewing as one, have no such choice.
	await openScreen(page, `/share/${slug}?as=buyer`);
	await page.getByRole("button", { name: "Play film.webm" }).click();
	await expect(page.getByLabel("film.webm", { exact: true })).toBeVisible();
	await expect(page.getByRole("button", { name: "Use this frame as the poster" })).toHaveCount(0);
});

test("a creator chooses where the preview of a track and of a film begins", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await openScreen(page, "/");
	const films = (await filmSamples(page, 6)).filter(({ name }) => name === "film.webm");
	const slug = await published(page, "Tide and film", [
		taggedSong("tide.mp3", { texts: { TIT2: "Low Tide" } }, 30),
		...films,
	]);
	const share = () => readShare(page.request, slug);
	const clipOf = async (name: string) => {
		const file = (await share()).files.find(({ originalName }) => originalName === name);
		return file?.preview ?? null;
	};
	await openScreen(page, `/share/${slug}`);
	const problems = collectProblems(page);
	const startAt = async (media: Locator, seconds: number) => {
		await media.evaluate(async (element: HTMLMediaElement, time) => {
			element.pause();
			const seeked = new Promise((resolve) => element.addEventListener("seeked", resolve));
			element.currentTime = time;
			await seeked;
		}, seconds);
		await page.getByRole("button", { name: "Start the preview here" }).click();
	};
	expect(await clipOf("tide.mp3")).not.toHaveProperty("clipStartMs");
	await page.getByRole("button", { name: "Play Low Tide" }).click();
	await expect(page.getByText("It starts at 0:00 now.")).toBeVisible();
	await startAt(page.locator("audio"), 12);
	await expect(page.getByText("The preview starts at 0:12 now", { exact: true })).toBeVisible();
	expect(await clipOf("tide.mp3")).toMatchObject({ clipStartMs: 12_000 });
	await expectAccessible(page, "all");
	await page.getByRole("button", { name: "Close player" }).click();
	await page.getByRole("button", { name: "Play film.webm" }).click();
	// So late that the clip, a third of the film, wouldn't fit.
	await startAt(page.getByLabel("film.webm", { exact: true }), 5.5);
	await expect(page.getByText("The preview starts at 0:04 now", { exact: true })).toBeVisible();
	const film = await clipOf("film.webm");
	expect(Math.round((film?.clipStartMs ?? 0) / 1000)).toBe(4);
	expect(film?.clipMs).toBeLessThan(2600);
	problems.expectQuiet();

	// A buyer hears that part, and sees in the waveform where it is.
	const { stranger } = await openAsStranger(newProfile, slug);
	const own = new URL(`/api/files/${(await share()).files[0]?.id}/stream`, stranger.url()).href;
	const [original, clip] = [await page.request.get(own), await stranger.request.get(own)];
	const loudness = async (body: Buffer, from: number) =>
		stranger.evaluate(
			async ({ bytes, from }) => {
				const context = new OfflineAudioContext(1, 44_100, 44_100);
				const sound = await context.decodeAudioData(
					Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0)).buffer,
				);
				const rate = sound.sampleRate;
				const samples = sound.getChannelData(0).subarray(from * rate, (from + 4) * rate);
				// One value per tenth of a second.
				return Array.from({ length: 40 }, (_, tenth) => {
					const part = samples.subarray((tenth * rate) / 10, ((tenth + 1) * rate) / 10);
					return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
				});
			},
			{ bytes: body.toString("base64"), from },
		);
	const heard = await loudness(await clip.body(), 0);
	const there = await loudness(await original.body(), 12);
	const difference = (one: number[], other: number[]) =>
		one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0);
	const beginning = await loudness(await original.body(), 0);
	expect(difference(heard, there)).toBeLessThan(difference(heard, beginning) / 2);
	const part = stranger.locator("li").filter({ hasText: "Low Tide" }).locator("stop").nth(1);
	expect(Number(await part.getAttribute("offset"))).toBeCloseTo(12 / 30, 1);
});

test("presets show a picture before and after, which a line draws apart", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const names = ["dunes-before.png", "dunes-after.png"];
	const slug = await published(page, "Warm presets", [
		...names.map((name, at) => photo(name, 1500, 1000, at * 90)),
		file("warm.xmp", '<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'),
	]);
	const share = () => readShare(page.request, slug);
	const samples = (await share()).files
		.filter(({ originalName }) => names.includes(originalName))
		.map(({ id }) => id);
	const edited = await page.request.patch(`/api/file-shares/${slug}`, {
		headers: OWN_PAGE,
		data: { samples },
	});
	expect(edited.status()).toBe(200);
	await openScreen(page, "/dashboard");
	await previewsMade(page);

	const { stranger, problems } = await openAsStranger(newProfile, slug);
	await expect(stranger.getByRole("heading", { name: "Before and after" })).toBeVisible();
	const line = stranger.getByRole("slider", { name: "Before and after: dunes-before.png" });
	await line.focus();
	const shownOfAfter = () =>
		line.evaluate((slider) => {
			const clipped = slider.parentElement?.querySelector<HTMLElement>('[style*="clip-path"]');
			return clipped?.style.clipPath;
		});
	expect(await shownOfAfter()).toBe("inset(0px 0px 0px 50%)");
	await stranger.keyboard.press("End");
	expect(await shownOfAfter()).toBe("inset(0px 0px 0px 100%)");
	await expectAccessible(stranger, "all");
	await stranger.setViewportSize({ width: 320, height: 640 });
	await expectNoSidewaysScroll(stranger);
	await stranger.locator("main").screenshot({ path: "test-results/before-after.png" });
	problems.expectQuiet();
});
