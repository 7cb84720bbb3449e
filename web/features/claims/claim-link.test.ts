import { describe, expect, it } from "vitest";
import type { DirectClaim } from "../../../worker/payments/direct/contract/direct.ts";
import { claimLinkOf, claimViewOf } from "./claim-link.ts";

const id = "abcDEF123_-abcDEF123_-";
const token = "t".repeat(43);

describe("claimLinkOf", () => {
	it("parses the mailed link", () => {
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
	const view = (state: DirectClaim["state"], reason: DirectClaim["reason"] = null) =>
		claimViewOf({ state, reason });

	it("asks for a decision while the claim waits or its money may have to be returned", () => {
		expect(view("claimed")).toBe("asks");
		expect(view("declined", "already_open")).toBe("asks");
	});

	it("shows the result of any other claim", () => {
		expect(view("paid")).toBe("approved");
		expect(view("declined", "not_found")).toBe("declined");
		expect(view("refunded")).toBe("closed");
		expect(view("cancelled")).toBe("closed");
	});
});
