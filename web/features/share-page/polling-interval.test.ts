import { expect, it } from "vitest";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { pollingIntervalMs } from "./use-share.ts";

const page = (fileShare: Partial<ShareResponse["fileShare"]>) =>
	({
		fileShare: { status: "published", isPaid: false, isOwner: false, ...fileShare },
	}) as ShareResponse; // the parts that decide

it("polls while an upload is in progress", () => {
	expect(pollingIntervalMs(page({ status: "uploading" }), "none")).toBe(3_000);
});

it("polls while a payment settles, less often once that takes long", () => {
	expect(pollingIntervalMs(page({}), "settling")).toBe(1_500);
	expect(pollingIntervalMs(page({}), "slow")).toBe(10_000);
});

it("stops once the viewer may download, and never starts if nothing is expected", () => {
	expect(pollingIntervalMs(page({ isPaid: true }), "settling")).toBe(0);
	expect(pollingIntervalMs(page({}), "none")).toBe(0);
	expect(pollingIntervalMs(page({}), "failed")).toBe(0);
	expect(pollingIntervalMs(page({}), "refunded")).toBe(0);
	expect(pollingIntervalMs(undefined, "none")).toBe(0);
});
