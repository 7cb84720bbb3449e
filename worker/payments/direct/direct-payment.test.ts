import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ConfirmDirectAnswer, DirectClaim } from "../../contract/payments.ts";
import { outbox } from "../../platform/tables.ts";
import { makeShare } from "../../test/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/world.ts";
import { ledger } from "../tables.ts";
import { remindOfClaims } from "./list-claims.ts";

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
		answer: (await response.json()) as ConfirmDirectAnswer & { code: string },
		cookies: { ...options.cookies, ...cookiesOf(response) },
	};
}

async function isPaid(shareId: string, cookies: Record<string, string>) {
	const response = await request(`/api/file-shares/${shareId}`, { cookies });
	return ((await response.json()) as { fileShare: { isPaid: boolean } }).fileShare.isPaid;
}

async function mailsTo(address: string) {
	return testCtx().db.select().from(outbox).where(eq(outbox.recipient, address));
}

describe("a direct payment", () => {
	it("shows its reference before anything is paid, and keeps it", async () => {
		const { share } = await offered();
		const begun = await call("POST", "/api/begin-direct-payment", { shareId: share.shareId });
		const answer = (await begun.json()) as { reference: string };
		expect(answer).toEqual({
			reference: expect.stringMatching(/^[A-Z2-9]{8}$/),
			cashAppHandle: "$creator1",
			price: "10.00",
			claim: null,
		});
		const claimed = await claim(share.shareId, { cookies: cookiesOf(begun) });
		expect(claimed.answer).toEqual({
			status: "pending",
			reference: answer.reference,
			claimId: expect.any(String),
		});
	});

	it("waits for the creator, whose approval opens the files to this buyer", async () => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const claimed = await claim(share.shareId, { email });
		const path = `/api/direct-claims/${claimed.answer.claimId}`;
		expect(await isPaid(share.shareId, claimed.cookies)).toBe(false);
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
		expect((await call("POST", `${path}/decline`, undefined, creator.cookies)).status).toBe(409);
		expect(await isPaid(share.shareId, claimed.cookies)).toBe(true);
		expect(await isPaid(share.shareId, {})).toBe(false);
		expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(["Your receipt"]);
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.creatorId, creator.user.id));
		expect(lines.map((line) => [line.kind, line.amountCents, line.place])).toEqual([
			["gross", 1000, "outside"],
		]);
	});

	it("can be declined, and then claimed anew under the code that stands in the note", async () => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const mistyped = newCode();
		const first = await claim(share.shareId, { email, code: mistyped });
		const { cookies } = first;
		const path = `/api/direct-claims/${first.answer.claimId}`;
		const decline = () => call("POST", `${path}/decline`, undefined, creator.cookies);
		expect((await decline()).status).toBe(200);
		expect(await isPaid(share.shareId, cookies)).toBe(false);
		const begun = await call(
			"POST",
			"/api/begin-direct-payment",
			{ shareId: share.shareId },
			cookies,
		);
		expect(await begun.json()).toMatchObject({
			reference: first.answer.reference,
			claim: { id: first.answer.claimId, state: "declined" },
		});
		for (const code of [mistyped, newCode()]) {
			const again = await claim(share.shareId, { email, code, cookies });
			expect(again.answer).toEqual({ ...first.answer, status: "pending" });
			if (code === mistyped) expect((await decline()).status).toBe(200);
		}
		const approved = await call("POST", `${path}/approve`, undefined, creator.cookies);
		expect(approved.status).toBe(200);
		expect(await isPaid(share.shareId, cookies)).toBe(true);
		expect((await mailsTo(email)).map(({ subject }) => subject).sort()).toEqual([
			"Your Cash App payment was not found",
			"Your receipt",
		]);
		expect(await mailsTo(creator.user.email)).toHaveLength(2);
	});

	it("takes a confirmation code once per creator, however it is written", async () => {
		const { creator, share } = await offered();
		const other = await makeShare(creator.user.id);
		expect((await claim(share.shareId, { code: "#ab c12" })).status).toBe(200);
		const second = await claim(other.shareId, { code: "ABC12" });
		expect([second.status, second.answer.code]).toEqual([409, "claim.code_used"]);
		const elsewhere = await offered();
		expect((await claim(elsewhere.share.shareId, { code: "ABC12" })).status).toBe(200);
	});

	it("limits how often one buyer may try", async () => {
		const { share } = await offered();
		let { cookies, status } = await claim(share.shareId);
		for (let attempt = 0; attempt < 7; attempt++)
			({ cookies, status } = await claim(share.shareId, { cookies }));
		expect(status).toBe(429);
	});

	it("is released at once where the creator wants it so, but never past the last copy", async () => {
		const { creator, share } = await offered({ maxSales: 1 }, { releaseOnConfirmation: true });
		const late = await call("POST", "/api/begin-direct-payment", { shareId: share.shareId });
		const first = await claim(share.shareId);
		expect(first.answer.status).toBe("paid");
		expect(await isPaid(share.shareId, first.cookies)).toBe(true);
		expect((await mailsTo(creator.user.email)).map((mail) => mail.subject)).toEqual(["Sold"]);
		const second = await claim(share.shareId, { cookies: cookiesOf(late) });
		expect([second.status, second.answer.code]).toEqual([409, "share.sold_out"]);
	});

	it("cannot be approved past the last copy", async () => {
		const { creator, share } = await offered({ maxSales: 1 });
		const claims = [await claim(share.shareId), await claim(share.shareId)];
		const answers = await Promise.all(
			claims.map(({ answer }) =>
				call("POST", `/api/direct-claims/${answer.claimId}/approve`, undefined, creator.cookies),
			),
		);
		expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
	});

	it("needs a handle", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id);
		const refused = await claim(share.shareId);
		expect([refused.status, refused.answer.code]).toEqual([409, "share.no_payment_route"]);
	});

	it("reminds the creator once, after a day", async () => {
		const { creator, share } = await offered();
		await claim(share.shareId);
		const subjects = async () =>
			(await mailsTo(creator.user.email)).filter(({ subject }) => subject.includes("waiting"));
		await remindOfClaims(testCtx());
		expect(await subjects()).toHaveLength(0);
		const tomorrow = testCtx({ now: () => Date.now() + 25 * 60 * 60 * 1000 });
		await remindOfClaims(tomorrow);
		await remindOfClaims(tomorrow);
		expect(await subjects()).toHaveLength(1);
	});
});

describe("the link in the creator's mail", () => {
	async function mailed() {
		const { creator, share } = await offered();
		const claimed = await claim(share.shareId);
		const [mail] = await mailsTo(creator.user.email);
		const [, id, token] =
			/https:\/\/tillbox\.test\/claim#([\w-]+)\.([\w-]+)/.exec(mail?.text ?? "") ?? [];
		return { path: `/api/direct-claims/${id}`, token: token ?? "", claimed, share };
	}

	it("asks first, and acts by a call", async () => {
		const { path, token, claimed, share } = await mailed();
		const look = await call("POST", `${path}/look`, { token });
		expect(await look.json()).toMatchObject({
			state: "claimed",
			buyerEmail: "buyer@example.test",
		});
		expect(await isPaid(share.shareId, claimed.cookies)).toBe(false);
		const done = await call("POST", `${path}/answer`, { token, answer: "approve" });
		expect(await done.json()).toMatchObject({ state: "paid" });
		expect(await isPaid(share.shareId, claimed.cookies)).toBe(true);
		const other = await call("POST", `${path}/answer`, { token, answer: "decline" });
		expect(other.status).toBe(409);
	});

	it("opens no other claim", async () => {
		const one = await mailed();
		const two = await mailed();
		const { token } = two;
		expect((await call("POST", `${one.path}/look`, { token })).status).toBe(404);
		const answer = await call("POST", `${one.path}/answer`, { token, answer: "approve" });
		expect(answer.status).toBe(404);
		expect(await isPaid(one.share.shareId, one.claimed.cookies)).toBe(false);
	});
});
