import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../lib/server/failure.ts";
import * as zipListings from "../upload-engine/archives/zip-listing.ts";
import { browserNetwork } from "../upload-engine/transport/browser-network.ts";
import { TimeLimitError } from "./in-worker.ts";
import { type Delivery, makePreviews } from "./make-previews.ts";

vi.mock("../upload-engine/archives/zip-listing.ts", { spy: true });

const SHOWN = { images: "blur", clip: "30", mark: "Casey" } as const;
const zip = new File([new Uint8Array(zipSync({ "a.txt": new Uint8Array(3) }))], "fine.zip");
const damaged = new File(["no archive"], "damaged.zip");
const files = (...sources: File[]) =>
	sources.map((source) => ({ id: source.name, name: source.name, source }));

describe("makePreviews", () => {
	beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => undefined));
	afterEach(() => vi.restoreAllMocks());

	async function made(put: Delivery["put"], ...sources: File[]) {
		const failures: [string, string][] = [];
		const fail = async (id: string, reason: string) => void failures.push([id, reason]);
		await makePreviews(files(...sources), SHOWN, { put, fail }, new AbortController().signal);
		return failures;
	}

	it("tells of each file that has none why, and goes on with the others", async () => {
		const put = vi.fn<Delivery["put"]>(async () => undefined);
		expect(await made(put, damaged, zip)).toEqual([["damaged.zip", "unreadable"]]);
		expect(put.mock.calls.map(([id, { kind }]) => [id, kind])).toEqual([["fine.zip", "listing"]]);
	});

	it.each([
		[
			"the server refuses",
			new ApiFailure(413, { message: "Too large." }),
			[["fine.zip", "refused"]],
		],
		["the network loses", new ApiFailure(0, { message: "Away." }), []],
		["has no file any more", new ApiFailure(404, { message: "Gone." }), []],
	])("tells what %s, where trying again does not help", async (_, error, expected) => {
		expect(await made(() => Promise.reject(error), zip)).toEqual(expected);
	});

	it("tries a file that takes too long once more, after the others", async () => {
		const listing = vi.spyOn(zipListings, "zipListing");
		const put = vi.fn<Delivery["put"]>(async () => undefined);
		const slow = new File([await zip.arrayBuffer()], "slow.zip");
		listing.mockRejectedValueOnce(new TimeLimitError("the time limit is over"));
		expect(await made(put, slow, zip)).toEqual([]);
		expect(put.mock.calls.map(([id]) => id)).toEqual(["fine.zip", "slow.zip"]);
		listing.mockRejectedValueOnce(new TimeLimitError("the time limit is over"));
		listing.mockRejectedValueOnce(new TimeLimitError("the time limit is over"));
		expect(await made(put, slow)).toEqual([["slow.zip", "slow"]]);
	});

	it("makes a preview after the time limit when it had to wait for the connection", async () => {
		const limit = new AbortController();
		vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
		vi.spyOn(zipListings, "zipListing").mockRejectedValueOnce(
			new TypeError("Failed to fetch dynamically imported module: /assets/zip-listing.js"),
		);
		vi.spyOn(browserNetwork, "whenOnline").mockImplementation(async (signal) => {
			limit.abort();
			signal.throwIfAborted();
		});
		const put = vi.fn<Delivery["put"]>(async () => undefined);
		expect(await made(put, zip)).toEqual([]);
		expect(put.mock.calls.map(([id]) => id)).toEqual(["fine.zip"]);
	});

	it("leaves a file that has gone from the device to a later visit", async () => {
		const gone = new File([await zip.arrayBuffer()], "gone.zip");
		const unreadable = new DOMException("It was moved.", "NotReadableError");
		const piece = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(unreadable) });
		gone.slice = () => piece;
		const put = vi.fn<Delivery["put"]>(async () => undefined);
		expect(await made(put, gone, zip)).toEqual([]);
		expect(put.mock.calls.map(([id]) => id)).toEqual(["fine.zip"]);
	});

	it("ends when it is told to, also before it has begun", async () => {
		const put = vi.fn<Delivery["put"]>();
		const fail = vi.fn<Delivery["fail"]>();
		await makePreviews(files(zip), SHOWN, { put, fail }, AbortSignal.abort());
		expect(put).not.toHaveBeenCalled();
	});
});
