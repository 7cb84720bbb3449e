import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../../lib/server/failure.ts";
import { putSharePicture } from "../../lib/server/queries/pictures.ts";
import { discardUpload } from "../../lib/server/queries/uploads.ts";
import { CoverRefused, sendCover, sendCoverLater } from "./send-cover.ts";

vi.mock("../../lib/server/queries/pictures.ts", () => ({ putSharePicture: vi.fn() }));
vi.mock("../../lib/server/queries/uploads.ts", () => ({
	discardUpload: vi.fn(async () => undefined),
}));
vi.mock("./session-store.ts", () => ({ deleteUpload: vi.fn() }));

const upload = { id: "an-upload", shareId: "a-share" };
const picture = new Blob(["x"]);
const refusal = new ApiFailure(413, { code: "request.too_large", message: "Too large" });
const outage = new ApiFailure(503, { message: "Busy" });
const send = vi.mocked(putSharePicture);

beforeEach(() => {
	send.mockReset();
	vi.mocked(discardUpload).mockClear();
	vi.spyOn(console, "info").mockImplementation(() => undefined);
});

describe("a cover that is sent when its upload begins", () => {
	it("stores the cover", async () => {
		expect(await sendCover(upload, picture)).toBe(true);
		expect(send).toHaveBeenCalledWith("a-share", "cover", picture);
		expect(discardUpload).not.toHaveBeenCalled();
	});

	it("leaves the cover for later if the server can't be reached", async () => {
		send.mockRejectedValue(outage);
		expect(await sendCover(upload, picture)).toBe(false);
		expect(discardUpload).not.toHaveBeenCalled();
	});

	it("takes the upload with it when it is refused, so that the form can begin again", async () => {
		send.mockRejectedValue(refusal);
		await expect(sendCover(upload, picture)).rejects.toThrow(CoverRefused);
		expect(discardUpload).toHaveBeenCalledWith("an-upload");
	});
});

describe("a cover that is sent later", () => {
	const clock = () => ({ now: () => 0, random: () => 0, sleep: vi.fn(async () => undefined) });
	const later = (signal = new AbortController().signal, time = clock()) =>
		sendCoverLater("a-share", picture, signal, time);

	it("repeats sending until the cover arrives", async () => {
		send.mockRejectedValueOnce(outage).mockRejectedValueOnce(outage);
		await later();
		expect(send).toHaveBeenCalledTimes(3);
	});

	it("never keeps the share from being published", async () => {
		send.mockRejectedValue(outage);
		await later();
		expect(send).toHaveBeenCalledTimes(6);
		send.mockReset().mockRejectedValue(refusal);
		await later();
		expect(send).toHaveBeenCalledTimes(1);
	});

	it("stops sending once the upload is paused", async () => {
		send.mockRejectedValue(outage);
		const time = clock();
		time.sleep.mockRejectedValue(new Error("paused"));
		await later(undefined, time);
		expect(send).toHaveBeenCalledTimes(1);
	});
});
