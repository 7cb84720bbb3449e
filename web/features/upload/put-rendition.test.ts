import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { putRendition } from "./put-rendition.ts";

const clip = { kind: "clip", body: new Blob(["clip"]), durationMs: 90_000 } as const;
const refusal = (status: number, code: string) =>
	Response.json({ code, message: "No.", requestId: "1" }, { status });

describe("putRendition", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});

	it("sends a clip again a minute after the server's limit was reached", async () => {
		const fetch = vi
			.fn()
			.mockResolvedValueOnce(refusal(429, "rate.limited"))
			.mockResolvedValueOnce(Response.json({}));
		vi.stubGlobal("fetch", fetch);
		const sent = putRendition("upload", "file", clip, new AbortController().signal);
		await vi.advanceTimersByTimeAsync(59_000);
		expect(fetch).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(1000);
		await sent;
		expect(fetch).toHaveBeenCalledTimes(2);
		expect(fetch.mock.calls[1]?.[0]).toBe(
			"/api/uploads/upload/files/file/preview?kind=clip&durationMs=90000",
		);
	});

	it("sends a preview again when a pause has ended", async () => {
		const fetch = vi
			.fn()
			.mockResolvedValueOnce(refusal(503, "uploads.paused"))
			.mockResolvedValueOnce(refusal(503, "maintenance"))
			.mockResolvedValueOnce(Response.json({}));
		vi.stubGlobal("fetch", fetch);
		vi.stubGlobal("document", { documentElement: { getAttribute: () => null } });
		const sent = putRendition("upload", "file", clip, new AbortController().signal);
		await vi.advanceTimersByTimeAsync(20_000);
		await sent;
		expect(fetch).toHaveBeenCalledTimes(3);
	});

	it.each([
		["a moment", 5, "sent"],
		["longer", 6, "network"],
	])("waits for a network that fails for %s", async (_, times, outcome) => {
		vi.stubGlobal("navigator", { onLine: true });
		let calls = 0;
		vi.stubGlobal("fetch", async () => {
			if (++calls <= times) throw new TypeError("Failed to fetch");
			return Response.json({});
		});
		const sent = putRendition("upload", "file", clip, new AbortController().signal).then(
			() => "sent",
			({ code }: { code: string }) => code,
		);
		await vi.advanceTimersByTimeAsync(120_000);
		expect(await sent).toBe(outcome);
	});

	it("stops waiting once the upload is abandoned", async () => {
		vi.stubGlobal("fetch", vi.fn().mockResolvedValue(refusal(429, "rate.limited")));
		const run = new AbortController();
		const sent = putRendition("upload", "file", clip, run.signal);
		const failed = expect(sent).rejects.toThrow("given up");
		await vi.advanceTimersByTimeAsync(1000);
		run.abort(new Error("given up"));
		await failed;
	});

	it("throws the server's refusal", async () => {
		vi.stubGlobal("fetch", vi.fn().mockResolvedValue(refusal(415, "file.type_not_accepted")));
		const sent = putRendition("upload", "file", clip, new AbortController().signal);
		await expect(sent).rejects.toMatchObject({ code: "file.type_not_accepted" });
	});
});
