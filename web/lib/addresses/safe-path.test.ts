import { describe, expect, it } from "vitest";
import { safePath, safeSlug } from "./safe-path.ts";

describe("safePath", () => {
	it.each(["/", "/upload", "/settings?tab=1#pay", "/share/abcdefgh"])("keeps %s", (path) => {
		expect(safePath(path)).toBe(path);
	});

	// G80
	it.each([
		"",
		"upload",
		"//evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"https://evil.example/upload",
		"javascript:alert(1)",
		"/\t/evil.example",
		"/\n/evil.example",
		" /upload",
		"/\u007fevil",
	])("refuses %j", (path) => {
		expect(safePath(path)).toBeNull();
	});

	// G80
	it.each(["/a/../..//evil.example", "/.//evil.example", "/..//evil.example"])(
		"refuses %s, whose dots leave a host behind",
		(path) => {
			expect(safePath(path)).toBeNull();
		},
	);

	it("returns null for an empty value", () => {
		expect(safePath(null)).toBeNull();
		expect(safePath(undefined)).toBeNull();
	});
});

describe("safeShareId", () => {
	it("accepts ids and refuses anything with path characters", () => {
		expect(safeSlug("abcDEF123_-x")).toBe("abcDEF123_-x");
		expect(safeSlug("../upload")).toBeNull();
		expect(safeSlug("abc")).toBeNull();
		expect(safeSlug(null)).toBeNull();
	});
});
