import { describe, expect, it } from "vitest";
import { displayedStatus } from "../../../worker/catalogue/shares/contract/share-list.ts";
import { myShareOf as share } from "../../test/my-share.ts";

describe("displayedStatus", () => {
	it("shows a share in link mode as pending until it is paid, then as completed", () => {
		const link = { saleMode: "link" } as const;
		expect(displayedStatus(share(link))).toBe("pending");
		expect(displayedStatus(share({ ...link, selling: false }))).toBe("stopped");
		expect(displayedStatus(share({ ...link, isPaid: true, soldOut: true, selling: false }))).toBe(
			"completed",
		);
	});

	it("shows a share that was taken down as removed, whatever else is true", () => {
		const down = { status: "taken_down", selling: false } as const;
		expect(displayedStatus(share({ ...down, soldOut: true }))).toBe("removed");
		expect(displayedStatus(share({ ...down, saleMode: "link", isPaid: true }))).toBe("removed");
	});

	it("shows a share that sells to many as live until it is sold out or stopped", () => {
		expect(displayedStatus(share({}))).toBe("live");
		expect(displayedStatus(share({ isPaid: true }))).toBe("live");
		expect(displayedStatus(share({ selling: false }))).toBe("stopped");
		expect(displayedStatus(share({ isPaid: true, soldOut: true, selling: false }))).toBe(
			"sold-out",
		);
	});
});
