import { describe, expect, it } from "vitest";
import { classifyFailure, retryAfterMs, TransferFailure, UnreadableFile } from "./failures.ts";

describe("classifyFailure", () => {
	it.each([
		[new TransferFailure(0, { message: "no network" }), "passing"],
		[new TransferFailure(429, { code: "rate.limited", message: "slow down" }), "passing"],
		[new TransferFailure(503, { message: "away" }), "passing"],
		[new TransferFailure(403, { code: "upload.bad_token", message: "expired" }), "token"],
		[new TransferFailure(400, { code: "upload.crc_mismatch", message: "differs" }), "damaged"],
		[new TransferFailure(409, { code: "upload.part_differs", message: "differs" }), "file"],
		[new TransferFailure(415, { code: "file.type_not_accepted", message: "no" }), "file"],
		[new UnreadableFile("NotFoundError"), "file"],
		[new TransferFailure(409, { code: "upload.not_open", message: "finished" }), "upload"],
		[new TransferFailure(401, { code: "auth.required", message: "sign in" }), "upload"],
		[new TypeError("a bug"), "upload"],
	])("classifies %s as affecting the %s", (error, reach) => {
		expect(classifyFailure(error)).toBe(reach);
	});
});

describe("retryAfterMs", () => {
	it("parses seconds and dates", () => {
		expect(retryAfterMs("12", 0)).toBe(12_000);
		expect(retryAfterMs("Thu, 01 Jan 1970 00:00:30 GMT", 10_000)).toBe(20_000);
		expect(retryAfterMs("Thu, 01 Jan 1970 00:00:30 GMT", 90_000)).toBe(0);
		expect(retryAfterMs(null, 0)).toBeNull();
		expect(retryAfterMs("soon", 0)).toBeNull();
	});
});
