import { describe, expect, it } from "vitest";
import { claimLinkOf, claimViewOf } from "./claim-link.ts";

const id = "abcDEF123_-abcDEF123_-";
const token = "t".repeat(43);

describe("claimLinkOf", () => {
	it("takes the mailed link apart", () => {
		expect(claimLinkOf(`${id}.${token}`)).toEqual({ id, token });
	});

	it.each([
		null,
		"",
		id,
		`${id}.`,
		`.${token}`,
		`${id}.short`,
		`${id}.${token}.more`,
		`${id}/../x.${token}`,
		`${id}.${token}?next=//elsewhere`,
	])("refuses %j", (text) => {
		expect(claimLinkOf(text)).toBeNull();
	});
});

describe("claimViewOf", () => {
	it("asks only while the claim waits", () => {
		expect(claimViewOf("claimed")).toBe("asks");
		expect(claimViewOf("paid")).toBe("approved");
		expect(claimViewOf("declined")).toBe("declined");
		expect(claimViewOf("refunded")).toBe("closed");
		expect(claimViewOf("cancelled")).toBe("closed");
	});
});
