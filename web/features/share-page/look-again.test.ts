import { expect, it } from "vitest";
import type { SharePage } from "../../../worker/contract/shares.ts";
import { lookAgainMs } from "./look-again.ts";

const page = (fileShare: Partial<SharePage["fileShare"]>) =>
	({
		fileShare: { status: "published", isPaid: false, isOwner: false, ...fileShare },
	}) as SharePage; // the parts that decide

it("asks again while an upload is under way", () => {
	expect(lookAgainMs(page({ status: "uploading" }), "none")).toBe(3_000);
});

it("asks again while a payment settles, less often once that takes long", () => {
	expect(lookAgainMs(page({}), "settling")).toBe(1_500);
	expect(lookAgainMs(page({}), "slow")).toBe(10_000);
});

it("stops once the viewer may download, and never starts where nothing is awaited", () => {
	expect(lookAgainMs(page({ isPaid: true }), "settling")).toBe(0);
	expect(lookAgainMs(page({}), "none")).toBe(0);
	expect(lookAgainMs(page({}), "failed")).toBe(0);
	expect(lookAgainMs(page({}), "refunded")).toBe(0);
	expect(lookAgainMs(undefined, "none")).toBe(0);
});
