import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { ApiFailure, type FailureCode } from "../../lib/server/failure.ts";
import { type ClaimPageStatus, claimPageStatusOf, pollEvery } from "./claim-page-status.ts";

const aPage = (changes: Partial<ShareResponse["fileShare"]> = {}) => shareOf([], changes);

const failed = (status: number, code?: FailureCode) =>
	new ApiFailure(status, {
		message: "No",
		...(code && code !== "network" && code !== "unknown" && { code }),
	});

type ClaimPageState = Parameters<typeof claimPageStatusOf>[0];
const nothing: ClaimPageState = {
	page: undefined,
	pageFailure: undefined,
	hasBegun: false,
	beginFailure: undefined,
	claim: null,
	reason: null,
	isClosed: false,
	wantsForm: false,
};
const open: ClaimPageState = { ...nothing, page: aPage(), hasBegun: true };
const unbegun = (status: number, code?: FailureCode): ClaimPageState => ({
	...open,
	hasBegun: false,
	beginFailure: failed(status, code),
});

describe("claimPageStatusOf", () => {
	const cases: [string, ClaimPageState, ClaimPageStatus][] = [
		[
			"another payment opened the files first",
			{
				...open,
				page: aPage({ isPaid: true, saleMode: "link" }),
				claim: "declined",
				reason: "already_open",
			},
			"opened",
		],
		["it sold out after the reference was given", { ...open, isClosed: true }, "late"],
		[
			"a claim waits on a share that has sold out",
			{ ...open, isClosed: true, claim: "claimed" },
			"waiting",
		],
		["nothing is known yet", nothing, "loading"],
		["the share is there, its code not yet", { ...nothing, page: aPage() }, "loading"],
		["the share is gone", { ...nothing, pageFailure: failed(404, "share.not_found") }, "missing"],
		[
			"the share was taken down",
			{ ...nothing, pageFailure: failed(410, "share.taken_down") },
			"missing",
		],
		["there is no connection", { ...nothing, pageFailure: failed(0) }, "failed"],
		["the server is away", { ...nothing, pageFailure: failed(503) }, "failed"],
		["everything is there", open, "form"],
		["direct payments are paused", unbegun(503, "direct_payments.paused"), "closed"],
		["it has been bought before", { ...open, page: aPage({ isPaid: true }) }, "already"],
		[
			"it was bought in another tab meanwhile",
			{ ...open, beginFailure: failed(409, "payment.already_paid") },
			"already",
		],
		["its creator looks at it", { ...open, page: aPage({ isOwner: true }) }, "own"],
		["the creator takes no direct payments", unbegun(409, "share.no_payment_route"), "closed"],
		["it is sold out", unbegun(409, "share.sold_out"), "closed"],
		["the code could not be made", unbegun(503), "failed"],
		["one was too quick", unbegun(429), "failed"],
		["the claim waits", { ...open, claim: "claimed" }, "waiting"],
		["the claim waits and is corrected", { ...open, claim: "claimed", wantsForm: true }, "form"],
		["the claim was declined", { ...open, claim: "declined" }, "declined"],
		["it is sent again", { ...open, claim: "declined", wantsForm: true }, "form"],
		["the claim was approved", { ...open, claim: "paid" }, "paid"],
		[
			"it was approved while it was being corrected",
			{ ...open, claim: "paid", wantsForm: true },
			"paid",
		],
		[
			"the share sold out while the claim waits",
			{ ...open, claim: "claimed", beginFailure: failed(409, "share.sold_out") },
			"waiting",
		],
		["an attempt was closed for its age", { ...open, claim: "cancelled" }, "form"],
	];
	it.each(cases)("%s", (_name, state, status) => {
		expect(claimPageStatusOf(state)).toBe(status);
	});
});

describe("pollEvery", () => {
	it("polls often at first, then less, and not at all once the claim is decided", () => {
		expect(pollEvery("claimed", 0)).toBe(3_000);
		expect(pollEvery(undefined, 0)).toBe(3_000);
		expect(pollEvery("claimed", 119_999)).toBe(3_000);
		expect(pollEvery("claimed", 120_000)).toBe(10_000);
		expect(pollEvery("paid", 0)).toBe(0);
		expect(pollEvery("declined", 500_000)).toBe(0);
	});
});
