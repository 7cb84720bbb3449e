import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../../../lib/failure.ts";
import { type Delivery, makePreviews } from "./make-previews.ts";

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

	it("ends when it is told to, also before it has begun", async () => {
		const put = vi.fn<Delivery["put"]>();
		const fail = vi.fn<Delivery["fail"]>();
		await makePreviews(files(zip), SHOWN, { put, fail }, AbortSignal.abort());
		expect(put).not.toHaveBeenCalled();
	});
});
