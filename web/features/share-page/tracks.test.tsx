import { fireEvent } from "@testing-library/react";
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
	const page = show(<Tracks files={files} cover={null} paid={false} />);
	const [first, second] = page.getAllByRole("listitem");
	expect(first?.textContent).toBe("1Harbour at night3:0730\u00a0s preview");
	expect(second?.textContent).toContain("tide");
	// Without a clip nothing can be played.
	expect(page.getAllByRole("button")).toHaveLength(1);
});

test("one track plays at a time", async () => {
	const files = [track("a.mp3", 30_000), track("b.mp3", 30_000)];
	const page = show(<Tracks files={files} cover={null} paid={false} />);
	const audio = page.container.querySelector("audio");
	await page.user.click(page.getByRole("button", { name: "Play a.mp3" }));
	expect(audio?.getAttribute("src")).toBe(`/api/files/${files[0]?.id}/stream`);
	await page.user.click(page.getByRole("button", { name: "Play b.mp3" }));
	expect(audio?.getAttribute("src")).toBe(`/api/files/${files[1]?.id}/stream`);
	page.getByRole("button", { name: "Play a.mp3" });
	page.getByRole("button", { name: "Pause b.mp3" });
});

test("the next track follows at the end of one", async () => {
	const files = [track("a.mp3", 30_000), track("silent.mid", null), track("b.mp3", 30_000)];
	const page = show(<Tracks files={files} cover={null} paid={false} />);
	await page.user.click(page.getByRole("button", { name: "Play a.mp3" }));
	const audio = page.container.querySelector("audio");
	if (audio) fireEvent.ended(audio);
	page.getByRole("button", { name: "Pause b.mp3" });
	if (audio) fireEvent.ended(audio);
	page.getByRole("button", { name: "Play b.mp3" });
});
