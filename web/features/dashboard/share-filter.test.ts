import { describe, expect, it } from "vitest";
import { myShareOf as share } from "../../test/my-share.ts";
import { type Sort, selectShares, statusOf } from "./share-filter.ts";

const shares = [
	share({ title: "Café sounds", price: "9.00", earned: "90.00", sales: 10, isPaid: true }),
	share({
		title: "Tromsø at night",
		price: "10.00",
		earned: "100.00",
		views: 7,
		createdAt: "2026-03-01T00:00:00Z",
		isPaid: true,
		selling: false,
	}),
	share({ title: "Being sent", createdAt: "2026-02-01T00:00:00Z", status: "uploading" }),
];
const titles = (search: string, sort: Sort = "newest") =>
	selectShares(shares, { search, status: "all", sort }).map((one) => one.title);

describe("selectShares", () => {
	it("finds words in any order, without regard to case and accents", () => {
		expect(titles("NIGHT tromso")).toEqual(["Tromsø at night"]);
		expect(titles("cafe")).toEqual(["Café sounds"]);
		expect(titles("cafe night")).toEqual([]);
	});

	it("sorts amounts as numbers", () => {
		expect(titles("", "price")[0]).toBe("Tromsø at night");
		expect(titles("", "earned")[0]).toBe("Tromsø at night");
	});

	it.each([
		["newest", ["Tromsø at night", "Being sent", "Café sounds"]],
		["oldest", ["Café sounds", "Being sent", "Tromsø at night"]],
		["title", ["Being sent", "Café sounds", "Tromsø at night"]],
	] as const)("sorts by %s", (sort, expected) => {
		expect(titles("", sort)).toEqual(expected);
	});

	it("filters by the displayed status", () => {
		const only = (status: "live" | "stopped" | "uploading") =>
			selectShares(shares, { search: "", status, sort: "newest" }).map((one) => one.title);
		expect(only("live")).toEqual(["Café sounds"]);
		expect(only("stopped")).toEqual(["Tromsø at night"]);
		expect(only("uploading")).toEqual(["Being sent"]);
	});

	it("does not change the given list", () => {
		const before = [...shares];
		titles("", "title");
		expect(shares).toEqual(before);
	});
});

describe("statusOf", () => {
	it("is pending for a share in link mode until it is paid, then completed", () => {
		const link = { saleMode: "link" } as const;
		expect(statusOf(share(link))).toBe("pending");
		expect(statusOf(share({ ...link, selling: false }))).toBe("stopped");
		expect(statusOf(share({ ...link, isPaid: true, soldOut: true, selling: false }))).toBe(
			"completed",
		);
	});

	it("is removed whatever else holds for a share that was taken down", () => {
		const down = { status: "taken_down", selling: false } as const;
		expect(statusOf(share({ ...down, soldOut: true }))).toBe("removed");
		expect(statusOf(share({ ...down, saleMode: "link", isPaid: true }))).toBe("removed");
	});

	it("is live for a share that sells to many, sold or not, until it is sold out or stopped", () => {
		expect(statusOf(share({}))).toBe("live");
		expect(statusOf(share({ isPaid: true }))).toBe("live");
		expect(statusOf(share({ selling: false }))).toBe("stopped");
		expect(statusOf(share({ isPaid: true, soldOut: true, selling: false }))).toBe("sold-out");
	});
});
