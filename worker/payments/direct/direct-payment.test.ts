import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { RETENTION } from "../../contract/retention.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { mailsTo, purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { pruneClaims } from "../prune-payments.ts";
import { ledger } from "../tables.ts";
import type { ConfirmDirectResponse, DirectClaim } from "./contract/direct.ts";
import { closeUnclaimed, remindOfClaims } from "./list-claims.ts";

const DAY = 24 * 60 * 60 * 1000;

async function offered(
	fields: Parameters<typeof makeShare>[1] = {},
	payout: { releaseOnConfirmation?: boolean } = {},
) {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const share = await makeShare(creator.user.id, fields);
	const setup = await call(
		"POST",
		"/api/setup-cashapp",
		{ cashAppHandle: "$creator1", ...payout },
		creator.cookies,
	);
	expect(setup.status).toBe(200);
	return { creator, share };
}

let codes = 0;
const newCode = () => `CODE${++codes}`;

async function claim(
	shareId: string,
	options: { code?: string; email?: string; cookies?: Record<string, string> } = {},
) {
	const response = await call(
		"POST",
		"/api/confirm-direct-payment",
		{
			shareId,
			buyerEmail: options.email ?? "buyer@example.test",
			confirmationCode: options.code ?? newCode(),
		},
		options.cookies,
	);
	return {
		status: response.status,
		result: (await response.json()) as ConfirmDirectResponse & { code: string },
		cookies: { ...options.cookies, ...cookiesOf(response) },
	};
}

async function isPaid(shareId: string, cookies: Record<string, string>) {
	const response = await request(`/api/file-shares/${shareId}`, { cookies });
	return ((await response.json()) as { fileShare: { isPaid: boolean } }).fileShare.isPaid;
}

async function maxSalesOf(id: string) {
	const [row] = await testCtx().db.select().from(shares).where(eq(shares.id, id));
	return row?.maxSales;
}

/** Another buyer pays by card first. */
async function sellByCard(shareId: string) {
	const started = await beginCard(shareId);
	await payCard(started.intentId);
	expect((await reportSuccess(started.intentId, started.cookies)).status).toBe(200);
}

describe("a direct payment", () => {
	it("shows a direct payment's reference before it is paid, and keeps it", async () => {
		const { share } = await offered();
		const started = await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
		const result = (await started.json()) as { reference: string };
		expect(result).toEqual({
			reference: expect.stringMatching(/^[A-Z2-9]{8}$/),
			directBy: "Cash App",
			cashAppHandle: "$creator1",
			directLink: null,
			currency: "usd",
			price: "10.00",
			discount: null,
			mailsReceipt: true,
			claim: null,
			closed: null,
		});
		const claimed = await claim(share.slug, { cookies: cookiesOf(started) });
		expect(claimed.result).toEqual({
			status: "pending",
			reference: result.reference,
			claimId: expect.any(String),
		});
	});

	// G29
	it("opens a claim's files to its buyer when the creator approves", async () => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const claimed = await claim(share.slug, { email });
		const path = `/api/direct-claims/${claimed.result.claimId}`;
		expect(await isPaid(share.slug, claimed.cookies)).toBe(false);
		const mine = await request(path, { cookies: claimed.cookies });
		expect(await mine.json()).not.toHaveProperty("buyerEmail");
		expect((await request(path)).status).toBe(404);
		expect((await call("POST", `${path}/approve`)).status).toBe(401);
		const stranger = await makeCreator();
		expect((await call("POST", `${path}/approve`, undefined, stranger.cookies)).status).toBe(404);
		const list = await request("/api/direct-claims", { cookies: creator.cookies });
		expect(await list.json()).toMatchObject([{ buyerEmail: email, state: "claimed" }]);
		for (let repeat = 0; repeat < 2; repeat++) {
			const approved = await call("POST", `${path}/approve`, undefined, creator.cookies);
			expect(((await approved.json()) as DirectClaim).state).toBe("paid");
		}
		expect(
			(await call("POST", `${path}/decline`, { reason: "not_found" }, creator.cookies)).status,
		).toBe(409);
		expect(await isPaid(share.slug, claimed.cookies)).toBe(true);
		expect(await isPaid(share.slug, {})).toBe(false);
		expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(["Your receipt"]);
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.creatorId, creator.user.id));
		expect(lines.map((line) => [line.kind, line.amountCents, line.account])).toEqual([
			["gross", 1000, "outside"],
		]);
	});

	it("accepts a declined claim again with the same reference", async () => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const mistyped = newCode();
		const first = await claim(share.slug, { email, code: mistyped });
		const { cookies } = first;
		const path = `/api/direct-claims/${first.result.claimId}`;
		const decline = () => call("POST", `${path}/decline`, { reason: "not_found" }, creator.cookies);
		expect((await decline()).status).toBe(200);
		expect(await isPaid(share.slug, cookies)).toBe(false);
		const started = await call(
			"POST",
			"/api/begin-direct-payment",
			{ shareId: share.slug },
			cookies,
		);
		expect(await started.json()).toMatchObject({
			reference: first.result.reference,
			claim: { id: first.result.claimId, state: "declined", reason: "not_found" },
		});
		for (const code of [mistyped, newCode()]) {
			const again = await claim(share.slug, { email, code, cookies });
			expect(again.result).toEqual({ ...first.result, status: "pending" });
			if (code === mistyped) expect((await decline()).status).toBe(200);
		}
		const approved = await call("POST", `${path}/approve`, undefined, creator.cookies);
		expect(approved.status).toBe(200);
		expect(await isPaid(share.slug, cookies)).toBe(true);
		expect((await mailsTo(email)).map(({ subject }) => subject).sort()).toEqual([
			"Your Cash App payment was not found",
			"Your receipt",
		]);
		expect(await mailsTo(creator.user.email)).toHaveLength(2);
	});

	// G29
	it("accepts a confirmation code once per creator, in any spelling", async () => {
		const { creator, share } = await offered();
		const other = await makeShare(creator.user.id);
		expect((await claim(share.slug, { code: "#ab c12" })).status).toBe(200);
		const second = await claim(other.slug, { code: "ABC12" });
		expect([second.status, second.result.code]).toEqual([409, "claim.code_used"]);
		const elsewhere = await offered();
		expect((await claim(elsewhere.share.slug, { code: "ABC12" })).status).toBe(200);
	});

	// G29
	it("limits how often one buyer may try", async () => {
		const { share } = await offered();
		let { cookies, status } = await claim(share.slug);
		for (let attempt = 0; attempt < 7; attempt++)
			({ cookies, status } = await claim(share.slug, { cookies }));
		expect(status).toBe(429);
	});

	it("releases claims immediately if chosen, but never beyond the last copy", async () => {
		const { creator, share } = await offered({ maxSales: 1 }, { releaseOnConfirmation: true });
		const late = await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
		const first = await claim(share.slug);
		expect(first.result.status).toBe("paid");
		expect(await isPaid(share.slug, first.cookies)).toBe(true);
		expect((await mailsTo(creator.user.email)).map((mail) => mail.subject)).toEqual([
			"A buyer says they paid you $10.00",
		]);
		const second = await claim(share.slug, { cookies: cookiesOf(late) });
		// A buyer who got a reference while copies were left may have paid, and may still claim.
		expect([second.status, second.result.status]).toEqual([200, "pending"]);
		expect(await isPaid(share.slug, second.cookies)).toBe(false);
		const stranger = await claim(share.slug);
		expect([stranger.status, stranger.result.code]).toEqual([409, "share.sold_out"]);
	});

	it("approves no claim beyond the last copy unconfirmed", async () => {
		const { creator, share } = await offered({ maxSales: 1 });
		const claims = [await claim(share.slug), await claim(share.slug)];
		const responses = await Promise.all(
			claims.map(({ result }) =>
				call("POST", `/api/direct-claims/${result.claimId}/approve`, undefined, creator.cookies),
			),
		);
		const refused = responses.filter(({ status }) => status !== 200);
		expect(await Promise.all(refused.map((each) => each.json()))).toMatchObject([
			{ code: "share.sold_out", reason: "claim.raises_limit" },
		]);
		expect(await maxSalesOf(share.id)).toBe(1);
	});

	it("cannot be approved while the link's payment is disputed", async () => {
		const { creator, share } = await offered({ saleMode: "link" });
		const { result } = await claim(share.slug);
		await makePurchase(share, (await makeBuyer()).id, { state: "disputed" });
		const path = `/api/direct-claims/${result.claimId}/approve`;
		const response = await call("POST", path, { raise: true }, creator.cookies);
		expect(await response.json()).toMatchObject({
			code: "payment.conflict",
			reason: "claim.other_disputed",
		});
	});

	it("lists a claim until it is decided, and for thirty days", async () => {
		const { creator, share } = await offered();
		const [decided, open] = [await claim(share.slug), await claim(share.slug)];
		const path = `/api/direct-claims/${decided.result.claimId}/approve`;
		await call("POST", path, undefined, creator.cookies);
		const listed = async () => {
			const response = await request("/api/direct-claims", { cookies: creator.cookies });
			return (await response.json<DirectClaim[]>()).map(({ id }) => id).toSorted();
		};
		expect(await listed()).toHaveLength(2);
		await testCtx()
			.db.update(purchases)
			.set({ claimedAt: Date.now() - 31 * DAY })
			.where(eq(purchases.shareId, share.id));
		expect(await listed()).toEqual([open.result.claimId]);
	});

	it("deletes claims after their time unless they were approved", async () => {
		const { creator, share } = await offered();
		const [approved, declined, open] = [
			await claim(share.slug),
			await claim(share.slug),
			await claim(share.slug),
		];
		const decide = ({ result }: typeof open, decision: string, body?: object) =>
			call("POST", `/api/direct-claims/${result.claimId}/${decision}`, body, creator.cookies);
		expect((await decide(approved, "approve")).status).toBe(200);
		expect((await decide(declined, "decline", { reason: "not_found" })).status).toBe(200);
		const left = async (days: number) => {
			await pruneClaims(testCtx({ now: () => Date.now() + days * DAY }));
			const rows = await testCtx()
				.db.select({ id: purchases.id })
				.from(purchases)
				.where(eq(purchases.shareId, share.id));
			return rows.map(({ id }) => id).toSorted();
		};
		const ids = [approved, declined, open].map(({ result }) => result.claimId).toSorted();
		expect(await left(RETENTION.claimDays - 1)).toEqual(ids);
		expect(await left(RETENTION.claimDays + 1)).toEqual([approved.result.claimId]);
	});

	it("cancels a direct payment a week after it began without a claim, and no card payment", async () => {
		const { share } = await offered();
		const direct = await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
		const { id } = await purchaseOf((await beginCard(share.slug)).intentId);
		const stateOf = async () => {
			await closeUnclaimed(testCtx());
			const rows = await testCtx()
				.db.select()
				.from(purchases)
				.where(eq(purchases.shareId, share.id));
			return rows.map((row) => [row.id === id, row.state]).toSorted();
		};
		expect(direct.status).toBe(200);
		for (const [days, state] of [
			[6, "started"],
			[8, "cancelled"],
		] as const) {
			await testCtx()
				.db.update(purchases)
				.set({ createdAt: Date.now() - days * DAY })
				.where(eq(purchases.shareId, share.id));
			expect(await stateOf()).toEqual([
				[false, state],
				[true, "started"],
			]);
		}
	});

	it("raises the limit by one for each claim confirmed beyond the last copy", async () => {
		const { creator, share } = await offered({ maxSales: 1 });
		const claims: Awaited<ReturnType<typeof claim>>[] = [];
		for (let buyer = 0; buyer < 4; buyer++) claims.push(await claim(share.slug));
		await sellByCard(share.slug);
		const list = (await (
			await request("/api/direct-claims", { cookies: creator.cookies })
		).json()) as DirectClaim[];
		expect(list.map((one) => one.raisesTo)).toEqual([2, 2, 2, 2]);
		const approve = (of: (typeof claims)[number]) =>
			call(
				"POST",
				`/api/direct-claims/${of.result.claimId}/approve`,
				{ raise: true },
				creator.cookies,
			);
		const [first, ...others] = claims;
		for (let repeat = 0; repeat < 2; repeat++)
			expect(await (await approve(first!)).json()).toMatchObject({ state: "paid" });
		expect(await maxSalesOf(share.id)).toBe(2);
		// Each raises the limit only for itself, even concurrently.
		const responses = await Promise.all(others.map(approve));
		expect(responses.map((result) => result.status)).toEqual([200, 200, 200]);
		expect(await maxSalesOf(share.id)).toBe(5);
		for (const { cookies } of claims) expect(await isPaid(share.slug, cookies)).toBe(true);
		const late = await call("POST", "/api/create-payment-intent", { shareId: share.slug });
		expect(await late.json()).toMatchObject({ code: "share.sold_out" });
	});

	it("keeps the limit while a copy is left", async () => {
		const { creator, share } = await offered({ maxSales: 2 });
		const claimed = await claim(share.slug);
		const path = `/api/direct-claims/${claimed.result.claimId}/approve`;
		expect((await call("POST", path, { raise: true }, creator.cookies)).status).toBe(200);
		expect(await maxSalesOf(share.id)).toBe(2);
	});

	it("closes a claim whose link a card payment opens first, and notifies both sides", async () => {
		const { creator, share } = await offered({ saleMode: "link", maxSales: 1 });
		const email = `${share.id.toLowerCase()}@example.test`;
		const started = await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
		const claimed = await claim(share.slug, { email });
		await sellByCard(share.slug);
		expect(await isPaid(share.slug, claimed.cookies)).toBe(true);
		const path = `/api/direct-claims/${claimed.result.claimId}`;
		const mine = await request(path, { cookies: claimed.cookies });
		expect(await mine.json()).toMatchObject({ state: "declined", reason: "already_open" });
		expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
			"You already have the files you paid for",
		]);
		expect((await mailsTo(creator.user.email)).map(({ subject }) => subject)).toContain(
			"Send back $10.00 in Cash App if you received it",
		);
		// A buyer who got a reference before may still claim to have paid.
		const late = await claim(share.slug, { cookies: cookiesOf(started) });
		expect(late.result).toMatchObject({ status: "already_open" });
		const approved = await call("POST", `${path}/approve`, { raise: true }, creator.cookies);
		expect(await approved.json()).toMatchObject({ state: "declined", reason: "already_open" });
		expect(await maxSalesOf(share.id)).toBe(1);
		const returned = await call("POST", `${path}/decline`, { reason: "returned" }, creator.cookies);
		expect(await returned.json()).toMatchObject({ state: "declined", reason: "returned" });
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.creatorId, creator.user.id));
		expect(lines.filter((line) => line.account === "outside")).toEqual([]);
	});

	it("closes the other claims on a link when one of them is approved", async () => {
		const { creator, share } = await offered({ saleMode: "link", maxSales: 1 });
		const [one, two] = [await claim(share.slug), await claim(share.slug)];
		const approved = await call(
			"POST",
			`/api/direct-claims/${one.result.claimId}/approve`,
			undefined,
			creator.cookies,
		);
		expect(await approved.json()).toMatchObject({ state: "paid" });
		const other = await request(`/api/direct-claims/${two.result.claimId}`, {
			cookies: two.cookies,
		});
		expect(await other.json()).toMatchObject({ state: "declined", reason: "already_open" });
	});

	it.each([
		["not_found", "Your Cash App payment was not found", "couldn’t find"],
		["wrong_amount", "Your Cash App payment doesn’t match the price", "isn’t $10.00"],
		["returned", "Your Cash App payment was returned", "back to you"],
	])("tells the buyer why a claim is declined: %s", async (reason, subject, words) => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const claimed = await claim(share.slug, { email });
		const path = `/api/direct-claims/${claimed.result.claimId}`;
		const decline = (body?: unknown) => call("POST", `${path}/decline`, body, creator.cookies);
		for (const bad of [undefined, {}, { reason: "already_open" }, { reason: "other" }])
			expect((await decline(bad)).status).toBe(400);
		for (let repeat = 0; repeat < 2; repeat++)
			expect(await (await decline({ reason })).json()).toMatchObject({ state: "declined", reason });
		const [mail, ...others] = await mailsTo(email);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe(subject);
		expect(mail?.text).toContain(words);
		if (reason !== "not_found") expect(mail?.text).not.toContain("couldn’t find");
		const mine = await request(path, { cookies: claimed.cookies });
		expect(await mine.json()).toMatchObject({ reason });
	});

	it("finds claims by id, not card payments", async () => {
		const { share } = await offered();
		const card = await beginCard(share.slug);
		const { id } = await purchaseOf(card.intentId);
		const shown = await request(`/api/direct-claims/${id}`, { cookies: card.cookies });
		expect([shown.status, await shown.json()]).toMatchObject([404, { code: "purchase.not_found" }]);
	});

	it("requires the creator's handle", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id);
		const refused = await claim(share.slug);
		expect([refused.status, refused.result.code]).toEqual([409, "share.no_payment_route"]);
	});

	it("reminds the creator once, after a day", async () => {
		const { creator, share } = await offered();
		await claim(share.slug);
		const subjects = async () =>
			(await mailsTo(creator.user.email)).filter(({ subject }) => subject.includes("waiting"));
		const first = await remindOfClaims(testCtx(), null);
		expect(await subjects()).toHaveLength(0);
		const tomorrow = testCtx({ now: () => Date.now() + 25 * 60 * 60 * 1000 });
		await remindOfClaims(tomorrow, first);
		await remindOfClaims(tomorrow, first);
		expect(await subjects()).toHaveLength(1);
	});
});

describe("the link in the creator's mail", () => {
	async function mailed() {
		const { creator, share } = await offered();
		const claimed = await claim(share.slug);
		const [mail] = await mailsTo(creator.user.email);
		const [, id, token] =
			/https:\/\/tillbox\.test\/claim#([\w-]+)\.([\w-]+)/.exec(mail?.text ?? "") ?? [];
		return { path: `/api/direct-claims/${id}`, token: token ?? "", claimed, share };
	}

	// G64
	it("shows a mailed claim first, and decides only by a POST", async () => {
		const { path, token, claimed, share } = await mailed();
		const look = await call("POST", `${path}/details`, { token });
		expect(await look.json()).toMatchObject({
			state: "claimed",
			buyerEmail: "buyer@example.test",
		});
		expect(await isPaid(share.slug, claimed.cookies)).toBe(false);
		const done = await call("POST", `${path}/decision`, { token, decision: "approve" });
		expect(await done.json()).toMatchObject({ state: "paid" });
		expect(await isPaid(share.slug, claimed.cookies)).toBe(true);
		const other = await call("POST", `${path}/decision`, {
			token,
			decision: "decline",
			reason: "not_found",
		});
		expect(other.status).toBe(409);
	});

	it("opens no other claim with a mailed link", async () => {
		const one = await mailed();
		const two = await mailed();
		const { token } = two;
		expect((await call("POST", `${one.path}/details`, { token })).status).toBe(404);
		const result = await call("POST", `${one.path}/decision`, { token, decision: "approve" });
		expect(result.status).toBe(404);
		expect(await isPaid(one.share.slug, one.claimed.cookies)).toBe(false);
	});
});
