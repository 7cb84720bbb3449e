import { expect } from "@playwright/test";
import { readShare, registerCreator } from "./support/accounts.ts";
import { filmSamples } from "./support/film-samples.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { pdf, photo } from "./support/sample-files.ts";
import { fillUpload, publishUpload } from "./support/share-form.ts";
import { taggedSong } from "./support/sound-samples.ts";

test("the buyer's first screen is complete when the creator closes the tab as the link appears", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	// Publishing waits twenty seconds for these previews: enough, but not on a busy machine.
	await page.addInitScript(() => {
		const { timeout } = AbortSignal;
		AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 6 * ms);
	});
	await openScreen(page, "/upload");
	const [film] = await filmSamples(page, 3);
	const photos = Array.from({ length: 24 }, (_, at) => photo(`photo${at}.png`, 900 + at, 600));
	const tracks = [1, 2].map((at) =>
		taggedSong(`track${at}.mp3`, { texts: { TIT2: `Track ${at}` } }, 20),
	);
	// Nothing is sent while the share is being published.
	const conflicts: string[] = [];
	page.on("response", (response) => {
		if (response.status() === 409) conflicts.push(response.url());
	});
	await fillUpload(page, [film!, ...tracks, pdf("deed.pdf"), ...photos], "All at once");
	const link = await publishUpload(page);
	await page.close();
	expect(conflicts).toEqual([]);

	const stranger = await (await newProfile()).newPage();
	const { files } = await readShare(stranger.request, link);
	const first = files.slice(0, 24);
	const seen = first.map(({ icon, preview }) =>
		icon === "audio" ? preview?.tags?.title : Boolean(preview?.src ?? preview?.placeholder),
	);
	expect(seen).toEqual([true, "Track 1", "Track 2", ...new Array<boolean>(21).fill(true)]);
	const played = first.filter(({ icon }) => icon === "video" || icon === "audio");
	expect(played.every(({ preview }) => Number(preview?.durationMs) > 0)).toBe(true);
});
