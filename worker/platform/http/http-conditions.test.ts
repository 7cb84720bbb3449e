import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, httpDate, parseHttpDate } from "./http-conditions.ts";

const changed = Date.UTC(2026, 2, 4, 5, 6, 7, 890);
const file = { etag: '"abc"', lastModified: changed, size: 100 };
const ask = (headers: Record<string, string>, method = "GET") =>
	evaluate(method, new Headers(headers), file);
const at = (offsetMs: number) => httpDate(changed + offsetMs);

describe("without conditions", () => {
	it("responds with the whole, a range, or 416", () => {
		expect(ask({})).toEqual({ status: 200 });
		expect(ask({ Range: "bytes=5-9" })).toEqual({ status: 206, range: { offset: 5, length: 5 } });
		expect(ask({ Range: "bytes=100-" })).toEqual({ status: 416 });
	});

	it("ignores the range of a HEAD", () => {
		expect(ask({ Range: "bytes=5-9" }, "HEAD")).toEqual({ status: 200 });
		expect(ask({ Range: "bytes=100-" }, "HEAD")).toEqual({ status: 200 });
	});
});

describe("If-None-Match and If-Modified-Since", () => {
	it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"a,b" ,, W/"abc"', "*"])("304 for %s", (tags) => {
		expect(ask({ "If-None-Match": tags })).toEqual({ status: 304 });
		expect(ask({ "If-None-Match": tags, Range: "bytes=0-1" }, "HEAD")).toEqual({ status: 304 });
	});

	it.each(['"x"', "abc", '"abc', '"abc" "x"', 'w/"abc"', ""])("200 for %j", (tags) => {
		expect(ask({ "If-None-Match": tags })).toEqual({ status: 200 });
	});

	it("takes linear time for many blanks", () => {
		const tags = `"abc"${" ".repeat(100_000)}x`;
		expect(ask({ "If-None-Match": tags })).toEqual({ status: 200 });
		expect(ask({ "If-None-Match": `,${tags.trim()}` })).toEqual({ status: 200 });
		expect(ask({ "If-None-Match": `,${" ".repeat(100_000)}"abc"` })).toEqual({ status: 304 });
		expect(ask({ "If-None-Match": `,${" ".repeat(100_000)}x` })).toEqual({ status: 200 });
	}, 2000);

	it("evaluates the date only without an ETag", () => {
		expect(ask({ "If-Modified-Since": at(0) })).toEqual({ status: 304 });
		expect(ask({ "If-Modified-Since": at(5000) })).toEqual({ status: 304 });
		expect(ask({ "If-Modified-Since": at(-1000) })).toEqual({ status: 200 });
		expect(ask({ "If-Modified-Since": "yesterday" })).toEqual({ status: 200 });
		expect(ask({ "If-Modified-Since": at(0), "If-None-Match": '"x"' })).toEqual({ status: 200 });
	});
});

describe("If-Match and If-Unmodified-Since", () => {
	it("gives 412 unless the ETag matches strongly", () => {
		expect(ask({ "If-Match": '"abc"' })).toEqual({ status: 200 });
		expect(ask({ "If-Match": "*" })).toEqual({ status: 200 });
		expect(ask({ "If-Match": 'W/"abc"' })).toEqual({ status: 412 });
		expect(ask({ "If-Match": '"x"', "If-None-Match": '"abc"' })).toEqual({ status: 412 });
	});

	it("gives 412 when the resource changed since", () => {
		expect(ask({ "If-Unmodified-Since": at(-1000) })).toEqual({ status: 412 });
		expect(ask({ "If-Unmodified-Since": at(0) })).toEqual({ status: 200 });
		expect(ask({ "If-Unmodified-Since": at(-1000), "If-Match": '"abc"' })).toEqual({ status: 200 });
	});
});

describe("If-Range", () => {
	const range = { Range: "bytes=0-1" };

	it.each(['"abc"', httpDate(changed)])("honours the range for %s", (value) => {
		expect(ask({ ...range, "If-Range": value })).toMatchObject({ status: 206 });
	});

	it.each(['"x"', 'W/"abc"', '"abc", "x"', "abc", at(1000), at(-1000), "*", ""])(
		"sends the whole for %j",
		(value) => {
			expect(ask({ ...range, "If-Range": value })).toEqual({ status: 200 });
			expect(ask({ Range: "bytes=100-", "If-Range": value })).toEqual({ status: 200 });
		},
	);

	it("never matches a weak ETag, nor an unknown date", () => {
		const headers = (value: string) => new Headers({ ...range, "If-Range": value });
		const weak = { etag: 'W/"abc"', lastModified: null, size: 100 };
		expect(evaluate("GET", headers('W/"abc"'), weak)).toEqual({ status: 200 });
		expect(evaluate("GET", headers(at(0)), weak)).toEqual({ status: 200 });
	});
});

describe("dates", () => {
	it("parses the preferred format and nothing else", () => {
		expect(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
		expect(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT")).toBeNull();
		expect(parseHttpDate("1994-11-06T08:49:37Z")).toBeNull();
		expect(parseHttpDate("Sun, 06 Nov 1994 08:49:37 CET")).toBeNull();
		expect(parseHttpDate("Sun, 99 Nov 1994 08:49:37 GMT")).toBeNull();
	});

	it("parses the dates it formats", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
				expect(parseHttpDate(httpDate(seconds * 1000))).toBe(seconds * 1000);
			}),
		);
	});
});
