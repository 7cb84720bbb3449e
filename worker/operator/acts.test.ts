import { and, desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "../accounts/tables.ts";
import { shares } from "../catalogue/shares/tables.ts";
import type { ErrorBody } from "../contract/errors.ts";
import { auditLog } from "../core/audit-log/tables.ts";
import { caseEntries, cases } from "../core/cases/tables.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { failedRequests, outbox } from "../platform/tables.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import { makeFile } from "../test/fixtures/files.ts";
import { buy, linesOf, makeGallery } from "../test/fixtures/gallery.ts";
import { makeOperator } from "../test/fixtures/operators.ts";
import { purchaseOf, sell } from "../test/fixtures/sale-helpers.ts";
import { makeSale, makeShare } from "../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { tokensOf } from "../test/fixtures/tokens.ts";
import type { OwnSanction } from "../trust/moderation/contract.ts";
import { sanctions } from "../trust/moderation/tables.ts";

const { db } = testCtx();
const FOUND = "All ten pictures belong to somebody else.";
const TEXT = { originalName: "a.txt", mimeType: "text/plain" };

const mailsTo = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email));

/** The latest row of the audit log about something. */
async function lastAct(subjectId: string) {
	const [row] = await db
		.select()
		.from(auditLog)
		.where(eq(auditLog.subjectId, subjectId))
		.orderBy(desc(auditLog.id))
		.limit(1);
	return row;
}

let network = 0;

/** Sends a report from a network of its own, since a network's reports are limited; returns the case's id. */
async function sendReport(report: object): Promise<string> {
	const response = await request("/api/reports", {
		method: "POST",
		body: JSON.stringify(report),
		headers: {
			"content-type": "application/json",
			"cf-connecting-ip": `2001:db8:${(++network).toString(16)}::1`,
		},
	});
	return (await response.json<{ id: string }>()).id;
}

async function reported() {
	const sale = await makeSale();
	const file = await makeFile(
		sale.share,
		Uint8Array.from(new TextEncoder().encode("the original")),
		TEXT,
	);
	const email = `${sale.creator.user.id.toLowerCase()}@reporter.test`;
	const report = {
		shareId: sale.share.slug,
		reason: "scam",
		message: "They never sent it.",
		email,
	};
	const id = await sendReport(report);
	const download = () => request(`/api/files/${file.id}/download`, { cookies: sale.buyer.cookies });
	const page = () => request(`/share/${sale.share.slug}`);
	return { ...sale, email, caseId: id, download, page };
}

/** The page's message after an act. */
const said = (response: Response) =>
	new URL(response.headers.get("location") ?? "", "http://localhost").searchParams.get("done");

const decided = (caseId: string) => ({ category: "scam", text: FOUND, caseId });

describe("a reported share", () => {
	// G6
	it("takes a reported share down, with a reason to its creator and an outcome to the reporter", async () => {
		const operator = await makeOperator();
		const { share, creator, email, caseId, download, page } = await reported();
		expect(await (await operator.page("/operator/cases")).text()).toContain(`/cases/${caseId}`);
		expect(await (await operator.page(`/operator/cases/${caseId}`)).text()).toContain(
			"They never sent it.",
		);
		expect((await download()).status).toBe(200);

		const response = await operator.act(`/operator/shares/${share.id}/take-down`, decided(caseId));
		expect(response.status).toBe(303);
		expect(said(response)).toBe(
			"The share is taken down. A mail tells the creator and who reported it why.",
		);
		expect((await download()).status).toBe(410);
		expect((await page()).status).toBe(410);
		expect(await lastAct(share.id)).toMatchObject({
			act: "share.taken_down",
			by: "operator",
			actorId: operator.user.id,
			creatorId: creator.user.id,
		});
		const [told] = await mailsTo(creator.user.email);
		expect(told?.subject).toBe(`We took down “${share.title}”`);
		for (const part of [FOUND, "Fraud", "/decisions", caseId]) expect(told?.text).toContain(part);
		const [received, outcome] = (await mailsTo(email)).toSorted(
			(a, b) => a.createdAt - b.createdAt,
		);
		expect(received?.subject).toBe("We’ve received your report");
		expect(outcome?.text).toContain("took it down");
		expect(outcome?.text).not.toContain(FOUND);
		const [known] = await db.select().from(cases).where(eq(cases.id, caseId));
		expect(known).toMatchObject({ state: "closed", outcome: "taken_down" });
	});

	it("names a reporter only if there was a report", async () => {
		const operator = await makeOperator();
		const { share, creator } = await reported();
		const { caseId: _none, ...unreported } = decided("");
		const down = await operator.act(`/operator/shares/${share.id}/take-down`, unreported);
		expect(said(down)).toBe("The share is taken down. A mail tells the creator why.");
		const path = `/operator/creators/${creator.user.id}/suspend`;
		expect(said(await operator.act(path, unreported))).toBe(
			"The creator is suspended. A mail tells the creator why.",
		);
	});

	it("notifies the reporter of each decision", async () => {
		const operator = await makeOperator();
		const { share, email, caseId } = await reported();
		const takeDown = () => operator.act(`/operator/shares/${share.id}/take-down`, decided(caseId));
		await takeDown();
		const [{ id } = { id: "" }] = await db
			.select({ id: sanctions.id })
			.from(sanctions)
			.where(eq(sanctions.creatorId, share.creatorId));
		await operator.act(`/operator/sanctions/${id}/lift`, { text: "" });
		await takeDown();
		const texts = (await mailsTo(email)).map(({ text }) => text);
		expect(texts.filter((text) => text.includes("took it down"))).toHaveLength(2);
		expect(texts.filter((text) => text.includes("available again"))).toHaveLength(1);
	});

	it("leaves no mail in the outbox to a reporter who has deleted the account since", async () => {
		const operator = await makeOperator();
		const { share } = await reported();
		const reporter = await makeCreator({
			emailVerifiedAt: 1,
			passwordHash: await hashPassword("zebra8fjord"),
		});
		const { email } = reporter.user;
		const [down, kept] = [
			await sendReport({ shareId: share.slug, reason: "scam", email }),
			await sendReport({ shareId: share.slug, reason: "scam", email }),
		];
		await operator.act(`/operator/shares/${share.id}/take-down`, decided(down));
		await operator.act(`/operator/cases/${kept}/close`, { text: "Nothing more to do." });
		expect((await mailsTo(email)).length).toBeGreaterThan(2);
		await call("DELETE", "/api/account", { password: "zebra8fjord" }, reporter.cookies);
		expect(await mailsTo(email)).toEqual([]);
	});

	it("takes a share down once for concurrent requests", async () => {
		const operator = await makeOperator();
		const { share, caseId, creator } = await reported();
		const path = `/operator/shares/${share.id}/take-down`;
		const answers = await Promise.all([1, 2, 3].map(() => operator.act(path, decided(caseId))));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
		expect(
			await db.select().from(sanctions).where(eq(sanctions.creatorId, share.creatorId)),
		).toHaveLength(1);
		expect(await mailsTo(creator.user.email)).toHaveLength(1);
		const acts = await db.select().from(auditLog).where(eq(auditLog.subjectId, share.id));
		expect(acts).toHaveLength(1);
	});

	it("answers 451 if an authority ordered it", async () => {
		const operator = await makeOperator();
		const { share, caseId, download, page } = await reported();
		const fields = { ...decided(caseId), legalOrder: "yes" };
		await operator.act(`/operator/shares/${share.id}/take-down`, fields);
		expect([(await download()).status, (await page()).status]).toEqual([451, 451]);
	});

	it("closes a deleted share that is kept for its buyers", async () => {
		const operator = await makeOperator();
		const { share, creator, caseId, download } = await reported();
		const remove = `/api/file-shares/${share.slug}?buyers=keep`;
		expect((await call("DELETE", remove, undefined, creator.cookies)).status).toBe(204);
		expect((await download()).status).toBe(200);
		expect(await (await operator.page(`/operator/shares/${share.id}`)).text()).toContain(
			"take-down",
		);
		const path = `/operator/shares/${share.id}/take-down`;
		expect((await operator.act(path, decided(caseId))).status).toBe(303);
		expect((await download()).status).toBe(404);
		expect(await lastAct(share.id)).toMatchObject({ act: "share.taken_down", by: "operator" });
		expect((await operator.act(path, decided(caseId))).status).toBe(409);
	});

	it("takes a share of a deleted account down without a mail", async () => {
		const operator = await makeOperator();
		const { share, creator, caseId, download } = await reported();
		const remove = `/api/file-shares/${share.slug}?buyers=keep`;
		await call("DELETE", remove, undefined, creator.cookies);
		const email = `deleted-${creator.user.id}@deleted.invalid`;
		await db.update(users).set({ email, deletedAt: 1 }).where(eq(users.id, creator.user.id));
		await operator.act(`/operator/shares/${share.id}/take-down`, decided(caseId));
		expect((await download()).status).toBe(404);
		expect(await mailsTo(email)).toEqual([]);
		expect(await lastAct(share.id)).toMatchObject({ act: "share.taken_down" });
	});

	it("notifies the reporter that a share stays", async () => {
		const operator = await makeOperator();
		const { share, email, caseId, download } = await reported();
		await operator.act(`/operator/cases/${caseId}/close`, { text: "It was sent after all." });
		expect((await download()).status).toBe(200);
		const mails = await mailsTo(email);
		const outcome = mails.find(({ kind }) => kind === "case-answer");
		expect(outcome?.text).toContain("it stays available");
		expect(outcome?.text).toContain("It was sent after all.");
		expect(await lastAct(caseId)).toMatchObject({ act: "case.closed" });
		expect((await operator.act(`/operator/cases/${caseId}/close`, { text: "" })).status).toBe(409);
		expect((await lastAct(share.id)) ?? null).toBeNull();
	});
});

describe("an appeal", () => {
	async function appealed() {
		const operator = await makeOperator();
		const found = await reported();
		const { share, creator, caseId } = found;
		await operator.act(`/operator/shares/${share.id}/take-down`, decided(caseId));
		const read = async () =>
			(await call("GET", "/api/decisions", undefined, creator.cookies)).json<OwnSanction[]>();
		const [sanction] = await read();
		const id = sanction?.id ?? "";
		const path = `/api/decisions/${id}/appeal`;
		const text = "I have sent it, here is the proof of it.";
		const response = await call("POST", path, { text }, creator.cookies);
		expect(response.status).toBe(204);
		return { ...found, operator, id, path, text, read };
	}

	it("opens the case again, and notifies the operator", async () => {
		const { caseId, operator, text, path, creator, read } = await appealed();
		expect(await read()).toMatchObject([{ appeal: "open", category: "scam", text: FOUND }]);
		const page = await (await operator.page(`/operator/cases/${caseId}`)).text();
		for (const part of [text, "Reject the appeal", "Lift it"]) expect(page).toContain(part);
		// It is already down.
		expect(page).not.toContain("Take the share down");
		const queue = await (await operator.page("/operator/cases")).text();
		expect(queue).toContain('<span class="tag bad">appeal</span>');
		const mails = await mailsTo(testCtx().config.OPERATOR_EMAIL);
		expect(
			mails.some((mail) => mail.subject.startsWith("Appeal:") && mail.text.includes(caseId)),
		).toBe(true);
		const again = await call("POST", path, { text }, creator.cookies);
		expect((await again.json<ErrorBody>()).code).toBe("sanction.appealed");
	});

	it("restores the share after an appeal, and notifies creator and reporter", async () => {
		const { operator, id, share, download, page, creator, email, read } = await appealed();
		const response = await operator.act(`/operator/sanctions/${id}/lift`, { text: "Sorry." });
		expect(response.status).toBe(303);
		expect([(await download()).status, (await page()).status]).toEqual([200, 200]);
		expect(await lastAct(share.id)).toMatchObject({ act: "share.restored" });
		expect((await mailsTo(creator.user.email)).map(({ subject }) => subject)).toContain(
			`“${share.title}” is available again`,
		);
		expect((await mailsTo(email)).some(({ text }) => text.includes("available again"))).toBe(true);
		expect(await read()).toMatchObject([{ appeal: "none", liftedAt: expect.any(String) }]);
		expect((await operator.act(`/operator/sanctions/${id}/lift`, { text: "" })).status).toBe(409);
	});

	it("keeps a share down after a rejected appeal, which can be repeated", async () => {
		const { operator, id, download, read, path, creator, text } = await appealed();
		const why = "The proof is of another share, not of this one.";
		await operator.act(`/operator/sanctions/${id}/reject`, { text: why });
		expect((await download()).status).toBe(410);
		expect(await read()).toMatchObject([{ appeal: "rejected", answer: why, liftedAt: null }]);
		expect((await mailsTo(creator.user.email)).some((mail) => mail.text.includes(why))).toBe(true);
		expect((await call("POST", path, { text }, creator.cookies)).status).toBe(204);
	});

	it("finds neither other creators' nor lifted decisions", async () => {
		const { path, text } = await appealed();
		const other = await makeCreator();
		const response = await call("POST", path, { text }, other.cookies);
		expect([response.status, (await response.json<ErrorBody>()).code]).toEqual([
			404,
			"sanction.not_found",
		]);
		expect((await call("POST", path, { text })).status).toBe(401);
	});

	it("keeps a counter-notice, and refuses an incomplete one at its field", async () => {
		const operator = await makeOperator();
		const { share, creator } = await makeSale();
		const fields = { category: "copyright", text: FOUND };
		await operator.act(`/operator/shares/${share.id}/take-down`, fields);
		const [sanction] = await db
			.select()
			.from(sanctions)
			.where(eq(sanctions.creatorId, share.creatorId));
		const counterNotice = {
			name: "Casey Creator",
			address: "2 Hill Road, Leeds",
			phone: "+44 20 0000",
			statement: true,
			signature: "Casey Creator",
		};
		const text = "These are my own pictures, I took them.";
		const send = (notice: object) =>
			call(
				"POST",
				`/api/decisions/${sanction?.id}/appeal`,
				{ text, counterNotice: notice },
				creator.cookies,
			);
		const refused = await send({ ...counterNotice, statement: false });
		expect((await refused.json<ErrorBody>()).fields).toHaveProperty("counterNotice.statement");
		expect((await send(counterNotice)).status).toBe(204);
		const [entry] = await db
			.select()
			.from(caseEntries)
			.where(and(eq(caseEntries.caseId, sanction?.caseId ?? ""), eq(caseEntries.kind, "appeal")));
		expect(entry?.text).toContain("2 Hill Road, Leeds");
	});
});

describe("sanctions", () => {
	it("lifts one sanction at a time", async () => {
		const operator = await makeOperator();
		const { share, creator } = await makeSale();
		const reason = { category: "scam", text: FOUND };
		await operator.act(`/operator/shares/${share.id}/take-down`, reason);
		await operator.act(`/operator/creators/${creator.user.id}/suspend`, reason);
		const rows = () => db.select().from(sanctions).where(eq(sanctions.creatorId, creator.user.id));
		const suspension = (await rows()).find(({ kind }) => kind === "suspension");
		await operator.act(`/operator/sanctions/${suspension?.id}/lift`, { text: "" });
		const [user] = await db.select().from(users).where(eq(users.id, creator.user.id));
		const [row] = await db.select().from(shares).where(eq(shares.id, share.id));
		expect([user?.suspendedAt, row?.status]).toEqual([null, "taken_down"]);
		expect((await rows()).filter(({ liftedAt }) => liftedAt === null)).toHaveLength(1);
	});

	// G106
	it("demands a category and a text for a decision", async () => {
		const operator = await makeOperator();
		const { share } = await makeSale();
		for (const fields of [
			{ category: "scam", text: "short" },
			{ category: "dull", text: FOUND },
		]) {
			const response = await operator.act(`/operator/shares/${share.id}/take-down`, fields);
			expect(response.status).toBe(400);
		}
		const [row] = await db.select().from(shares).where(eq(shares.id, share.id));
		expect(row?.status).toBe("published");
	});

	it("refuses decisions against operators, and by others", async () => {
		const operator = await makeOperator();
		const self = await operator.act(`/operator/creators/${operator.user.id}/suspend`, {
			category: "other",
			text: FOUND,
		});
		expect(self.status).toBe(403);
		const { creator, share } = await makeSale();
		const response = await call(
			"POST",
			`/operator/shares/${share.id}/take-down`,
			{},
			creator.cookies,
		);
		expect(response.status).toBe(404);
	});

	it("mark repeat infringers", async () => {
		const operator = await makeOperator();
		const { creator } = await makeSale();
		for (let at = 0; at < 3; at++) {
			const share = await makeShare(creator.user.id);
			const fields = { category: "copyright", text: FOUND };
			await operator.act(`/operator/shares/${share.id}/take-down`, fields);
		}
		const page = await operator.page(`/operator/creators/${creator.user.id}`);
		expect(await page.text()).toContain("Repeat infringer: 3 take-downs");
	});
});

describe("acts on purchases", () => {
	it("refund a part of a payment once, and then the rest, with which the buyer loses access", async () => {
		const operator = await makeOperator();
		const { intentId } = await sell(await makeCreator());
		const { id: purchaseId } = await purchaseOf(intentId);
		const path = `/operator/purchases/${purchaseId}`;
		const reason = "The buyer asked for it.";
		const refund = (amount: string, key: string) =>
			operator.act(`${path}/refund`, { amount, key, reason });
		const row = async () =>
			(await db.select().from(purchases).where(eq(purchases.id, purchaseId)))[0];
		for (const _again of [1, 2]) {
			expect((await refund("4.00", "one")).status).toBe(303);
			expect(await row()).toMatchObject({ state: "paid", refundedCents: 400 });
		}
		expect(await lastAct(purchaseId)).toMatchObject({
			details: expect.stringContaining(`"cents":400,"reason":"${reason}"`),
		});
		for (const amount of ["6.01", "0", "all", ""])
			expect((await refund(amount, "two")).status).toBe(400);
		expect(await row()).toMatchObject({ state: "paid", refundedCents: 400 });
		expect((await refund("6.00", "three")).status).toBe(303);
		expect(await row()).toMatchObject({ state: "refunded", refundedCents: 1000 });
		expect(await lastAct(purchaseId)).toMatchObject({
			act: "purchase.refund_ordered",
			by: "operator",
		});
		expect((await refund("1.00", "four")).status).toBe(409);
	});

	it("refund single files once, offering those that are left", async () => {
		const operator = await makeOperator();
		const gallery = await makeGallery();
		const { purchase } = await buy(gallery, "a b");
		const path = `/operator/purchases/${purchase.id}`;
		const refund = (line: string) =>
			operator.act(`${path}/refund-line`, { line, reason: "The buyer asked for it." });
		for (const _again of [1, 2]) {
			expect((await refund(`${gallery.ids.a}:full`)).status).toBe(303);
			expect(await linesOf(gallery, purchase)).toBe("a refunded, b 500");
		}
		expect(await lastAct(purchase.id)).toMatchObject({
			act: "purchase.refund_ordered",
			details: expect.stringContaining(
				`"cents":500,"line":{"file":"${gallery.ids.a}","edition":"full"}`,
			),
		});
		const page = await (await operator.page(path)).text();
		expect(page.match(/<option[^>]*>[^<]*/g)).toEqual([
			`<option value="${gallery.ids.b}:full">b.jpg, full, $5.00`,
		]);
		for (const line of [`${gallery.ids.c}:full`, `${gallery.ids.b}:large`, "all", ""])
			expect((await refund(line)).status).toBe(400);
	});

	it("send the receipt again, and to a corrected address, which ends former links", async () => {
		const operator = await makeOperator();
		const { purchase } = await makeSale();
		const { id } = purchase;
		const path = `/operator/purchases/${id}`;
		const first = `${id.toLowerCase()}@first.test`;
		await db.update(purchases).set({ buyerEmail: first }).where(eq(purchases.id, id));
		await operator.act(`${path}/receipt`);
		await operator.act(`${path}/receipt`);
		expect((await mailsTo(first)).map(({ kind }) => kind)).toEqual(["receipt", "receipt"]);
		const tokens = () => tokensOf(TOKENS.receipt, id);
		const before = await tokens();
		const second = `${id.toLowerCase()}@second.test`;
		const fields = { email: second, reason: "Showed the card statement." };
		expect((await operator.act(`${path}/address`, fields)).status).toBe(303);
		expect(await mailsTo(second)).toHaveLength(1);
		const after = await tokens();
		expect(after).toHaveLength(1);
		expect(after[0]?.hash).not.toBe(before[0]?.hash);
		expect(await lastAct(id)).toMatchObject({ act: "purchase.address_corrected" });
		const refused = await operator.act(`${path}/address`, { ...fields, email: "nobody" });
		expect(refused.status).toBe(400);
	});
});

describe("acts on accounts", () => {
	it("end sessions and remove a second factor", async () => {
		const operator = await makeOperator();
		const creator = await makeCreator({ totpConfirmedAt: 1, totpSecret: "x" });
		const path = `/operator/creators/${creator.user.id}`;
		const own = eq(sessions.userId, creator.user.id);
		await operator.act(`${path}/end-sessions`, { reason: "Was stolen." });
		expect(await db.select().from(sessions).where(own)).toEqual([]);
		await operator.act(`${path}/reset-second-factor`, { reason: "Came with a passport." });
		const [row] = await db.select().from(users).where(eq(users.id, creator.user.id));
		expect(row).toMatchObject({ totpConfirmedAt: null, totpSecret: null });
		expect((await mailsTo(creator.user.email))[0]?.subject).toContain("turned off");
		expect(await lastAct(creator.user.id)).toMatchObject({
			act: "second_factor.off",
			by: "operator",
		});
	});

	it("leave other operators alone", async () => {
		const operator = await makeOperator();
		const path = `/operator/creators/${operator.user.id}`;
		for (const act of ["end-sessions", "reset-second-factor"])
			expect((await operator.act(`${path}/${act}`, { reason: "Was stolen." })).status).toBe(403);
	});
});

it("an original is shown with a reason only, which the creator finds in the log", async () => {
	const operator = await makeOperator();
	const { share, creator } = await makeSale();
	const bytes = Uint8Array.from(new TextEncoder().encode("the original"));
	const file = await makeFile(share, bytes, TEXT);
	const path = `/operator/shares/${share.id}/original`;
	expect((await operator.act(path, { fileId: file.id })).status).toBe(400);
	const response = await operator.act(path, { fileId: file.id, reason: "Reported as malware." });
	expect(await response.text()).toBe("the original");
	expect(response.headers.get("content-disposition")).toContain("attachment");
	expect(await lastAct(share.id)).toMatchObject({
		act: "share.original_seen",
		creatorId: creator.user.id,
	});
});

it("questions are answered by mail, noted and reopened", async () => {
	const operator = await makeOperator();
	const email = `${operator.user.id.toLowerCase()}@asks.test`;
	const asked = await call("POST", "/api/support", {
		email,
		subject: "Where?",
		message: "Where are my files?",
	});
	const { id } = await asked.json<{ id: string }>();
	const path = `/operator/cases/${id}`;
	await operator.act(`${path}/note`, { text: "Looks like a lost receipt." });
	await operator.act(`${path}/answer`, { text: "Use Find my purchases.", close: "yes" });
	const mails = await mailsTo(email);
	expect(mails).toMatchObject([{ subject: "Our answer: Where?" }]);
	expect(mails[0]?.text).not.toContain("lost receipt");
	const [known] = await db.select().from(cases).where(eq(cases.id, id));
	expect(known).toMatchObject({ state: "closed", outcome: "answered" });
	await operator.act(`${path}/reopen`);
	expect(await lastAct(id)).toMatchObject({ act: "case.reopened" });
	expect((await operator.act("/operator/cases/none/note", { text: "x" })).status).toBe(404);
});

it("a mail that was given up can be tried again while its text is there", async () => {
	const operator = await makeOperator();
	const row = {
		cause: "owed" as const,
		kind: "receipt",
		audience: "buyer" as const,
		recipientKey: "k",
		recipient: "given-up@example.test",
		subject: "s",
		text: "t",
		html: "h",
		createdAt: Date.now(),
		dueAt: 0,
		attempts: 8,
		lastError: "refused",
	};
	await db.insert(outbox).values([
		{ ...row, id: "given-up" },
		{ ...row, id: "without-text", html: "" },
	]);
	expect(await (await operator.page("/operator/queue")).text()).toContain("given-up@example.test");
	expect((await operator.act("/operator/mails/given-up/retry")).status).toBe(303);
	const [again] = await db.select().from(outbox).where(eq(outbox.id, "given-up"));
	expect(again?.attempts).toBeLessThan(8);
	expect((await operator.act("/operator/mails/without-text/retry")).status).toBe(409);
});

it("a job is run now, and unknown ones are not found", async () => {
	const operator = await makeOperator();
	const response = await operator.act("/operator/jobs/prune_sessions/run");
	expect(decodeURIComponent(response.headers.get("location") ?? "")).toContain("without an error");
	expect(await lastAct("prune_sessions")).toMatchObject({ act: "job.run" });
	expect((await operator.act("/operator/jobs/toString/run")).status).toBe(404);
});

it("search finds people, shares, purchases, cases and failed requests by what others name", async () => {
	const operator = await makeOperator();
	const { share, creator, purchase } = await makeSale();
	const request5xx = { requestId: `ray-${purchase.id}`, at: Date.now(), method: "GET", path: "/p" };
	await db.insert(failedRequests).values({ ...request5xx, code: "internal.error", error: "Oops" });
	const search = async (q: string) =>
		(await operator.page(`/operator/search?q=${encodeURIComponent(q)}`)).text();
	expect(await search(creator.user.email.toUpperCase())).toContain(`/creators/${creator.user.id}`);
	expect(await search(`https://tillbox.test/share/${share.slug}`)).toContain(`/shares/${share.id}`);
	expect(await search(purchase.reference)).toContain(`/purchases/${purchase.id}`);
	expect(await search(request5xx.requestId)).toContain("Oops");
	expect(await search("<script>")).not.toContain("<script>");
	expect(await search("nothing-like-this")).toContain("Nothing is called exactly");
});

it("every page of the console shows what users wrote as text", async () => {
	const operator = await makeOperator();
	const { creator, purchase } = await makeSale();
	const title = "<img src=x onerror=alert(1)>";
	const share = await makeShare(creator.user.id, { title });
	const report = { shareId: share.slug, reason: "scam", message: title };
	const id = await sendReport(report);
	for (const path of [
		`/operator/cases/${id}`,
		`/operator/cases`,
		`/operator/creators/${creator.user.id}`,
		`/operator/shares/${share.id}`,
		`/operator/purchases/${purchase.id}`,
		"/operator/audit-log",
		"/operator/jobs",
	]) {
		const response = await operator.page(path);
		expect(response.status, path).toBe(200);
		expect(await response.text(), path).not.toContain("<img src=x");
	}
});
