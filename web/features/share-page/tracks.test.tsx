import { act, fireEvent, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fileOf, previewOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { Tracks } from "./tracks.tsx";

const track = (originalName: string, clipMs: number | null) =>
	fileOf({
		originalName,
		mimeType: "audio/mpeg",
		preview: clipMs
			? previewOf({
					kind: "clip",
					placeholder: null,
					durationMs: 187_000,
					clipMs,
					waveform: "0az",
				})
			: null,
	});

beforeEach(() => {
	vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
	vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

test("tracks are numbered, named without their extension, and say how much can be heard", () => {
	const files = [track("01 - Harbour at night.mp3", 30_000), track("tide.flac", null)];
	const page = show(<Tracks files={files} cover={null} paid={false} own={null} />);
	const [first, second] = page.getAllByRole("listitem");
	expect(first?.textContent).toBe("1Harbour at night3:0730\u00a0s preview");
	expect(second?.textContent).toContain("tide");
	// Without a clip nothing can be played.
	expect(page.getAllByRole("button")).toHaveLength(1);
});

test("plays one track at a time, named in the bar", async () => {
	const files = [track("a.mp3", 30_000), track("b.mp3", 30_000)];
	const page = show(<Tracks files={files} cover={null} paid={false} own={null} />);
	const audio = page.container.querySelector("audio");
	expect(page.queryByRole("region", { name: "Player" })).toBeNull();
	await page.user.click(page.getByRole("button", { name: "Play a" }));
	expect(audio?.getAttribute("src")).toBe(`/api/files/${files[0]?.id}/stream`);
	await page.user.click(page.getByRole("button", { name: "Play b" }));
	expect(audio?.getAttribute("src")).toBe(`/api/files/${files[1]?.id}/stream`);
	page.getByRole("button", { name: "Play a" });
	const bar = within(page.getByRole("region", { name: "Player" }));
	bar.getByRole("button", { name: "Pause b" });
	await page.user.click(bar.getByRole("button", { name: "Close player" }));
	expect(page.queryByRole("region", { name: "Player" })).toBeNull();
});

test("all tracks that can be played follow each other, and the bar steps through them", async () => {
	const files = [track("a.mp3", 30_000), track("silent.mid", null), track("b.mp3", 30_000)];
	const page = show(<Tracks files={files} cover={null} paid={false} own={null} />);
	await page.user.click(page.getByRole("button", { name: "Play all" }));
	const audio = page.container.querySelector("audio");
	const bar = () => within(page.getByRole("region", { name: "Player" }));
	bar().getByRole("button", { name: "Pause a" });
	if (audio) fireEvent.ended(audio);
	bar().getByRole("button", { name: "Pause b" });
	await page.user.click(bar().getByRole("button", { name: "Previous track" }));
	bar().getByRole("button", { name: "Pause a" });
	await page.user.click(bar().getByRole("button", { name: "Next track" }));
	bar().getByRole("button", { name: "Pause b" });
	if (audio) fireEvent.ended(audio);
	expect(page.queryByRole("region", { name: "Player" })).toBeNull();
});

test("shows the track in the device's controls, which step through the list", async () => {
	const handlers = new Map<string, (details: object) => void>();
	const session = {
		metadata: null as unknown,
		setActionHandler: (action: string, handle: (details: object) => void) =>
			handlers.set(action, handle),
	};
	vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaSession: session }));
	vi.stubGlobal("MediaMetadata", Object);
	const tagged = (title: string) => {
		const file = track(`${title}.mp3`, 30_000);
		if (file.preview) file.preview.tags = { title, artist: "Mara Lind", album: "Slack Water" };
		return file;
	};
	const page = show(
		<Tracks files={["Kelp", "Fog"].map(tagged)} cover={null} paid={false} own={null} />,
	);
	page.getByText("Mara Lind");
	await page.user.click(page.getByRole("button", { name: "Play all" }));
	expect(session.metadata).toEqual({ title: "Kelp", artist: "Mara Lind", album: "Slack Water" });
	act(() => handlers.get("nexttrack")?.({}));
	expect(session.metadata).toMatchObject({ title: "Fog" });
	page.unmount();
	expect(session.metadata).toBeNull();
	vi.unstubAllGlobals();
});

test("loads the next track near the end of one, and plays it from there", async () => {
	const play = vi.spyOn(HTMLMediaElement.prototype, "play");
	const files = [track("a.mp3", 30_000), track("b.mp3", 30_000)];
	const page = show(<Tracks files={files} cover={null} paid={false} own={null} />);
	const [first, second] = page.container.querySelectorAll("audio");
	if (!first || !second) throw new Error("no players");
	await page.user.click(page.getByRole("button", { name: "Play all" }));
	Object.defineProperty(first, "duration", { value: 30 });
	fireEvent.timeUpdate(first);
	expect(second.getAttribute("src")).toBeNull();
	first.currentTime = 20;
	fireEvent.timeUpdate(first);
	expect(second.getAttribute("src")).toBe(`/api/files/${files[1]?.id}/stream`);
	fireEvent.ended(first);
	expect(play.mock.contexts.at(-1)).toBe(second);
	within(page.getByRole("region", { name: "Player" })).getByRole("button", { name: "Pause b" });
	fireEvent.ended(second);
	expect(page.queryByRole("region", { name: "Player" })).toBeNull();
});

test("plays the next track in the first player if the browser refuses the second", async () => {
	const files = [track("a.mp3", 30_000), track("b.mp3", 30_000)];
	const page = show(<Tracks files={files} cover={null} paid={false} own={null} />);
	const [first, second] = page.container.querySelectorAll("audio");
	if (!first || !second) throw new Error("no players");
	vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (
		this: HTMLMediaElement,
	) {
		if (this === second) throw new DOMException("", "NotAllowedError");
	});
	await page.user.click(page.getByRole("button", { name: "Play all" }));
	Object.defineProperty(first, "duration", { value: 10 });
	fireEvent.timeUpdate(first);
	await act(async () => void fireEvent.ended(first));
	expect(first.getAttribute("src")).toBe(`/api/files/${files[1]?.id}/stream`);
	within(page.getByRole("region", { name: "Player" })).getByRole("button", { name: "Pause b" });
});
