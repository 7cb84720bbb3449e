import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import { outbox } from "../../platform/tables.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { deleteRequests, exportRequests } from "./own-requests.ts";

let address = 0;
function post(
	path: string,
	body: object,
	from: { cookies?: Record<string, string>; address?: string; site?: string } = {},
) {
	return request(path, {
		method: "POST",
		body: JSON.stringify(body),
		...(from.cookies && { cookies: from.cookies }),
		headers: {
			"content-type": "application/json",
			"cf-connecting-ip": from.address ?? `192.0.2.${++address}`,
			...(from.site && { "sec-fetch-site": from.site }),
		},
	});
}

const question = {
	email: "Visitor@example.test",
	subject: "Where?",
	message: "Where are my files?",
};

async function mailAbout(id: string) {
	const mails = await testCtx()
		.db.select()
		.from(outbox)
		.where(eq(outbox.recipient, testCtx().config.OPERATOR_EMAIL));
	return mails.find((mail) => mail.text.includes(id))!;
}

test("anyone can send a request, which is stored and mailed to the operator", async () => {
	const response = await post("/api/support", question);
	expect(response.status).toBe(201);
	const { id } = await response.json<{ id: string }>();
	const [row] = await testCtx().db.select().from(cases).where(eq(cases.id, id));
	expect(row).toMatchObject({ userId: null, email: "visitor@example.test", priority: 0 });
	const mail = await mailAbout(id);
	expect(mail.subject).toBe("Support: Where?");
	expect(mail.text).toContain("Where are my files?");
	expect(mail.text).toContain("visitor@example.test");
});

test("requests of Pro creators are marked, only while Pro is in force", async () => {
	const pro = await makeCreator({ plan: "pro" });
	const past = await makeCreator({ plan: "pro", planEndsAt: 1 });
	const found = [];
	for (const { cookies, user } of [pro, past]) {
		const response = await post("/api/support", question, { cookies });
		const { id } = await response.json<{ id: string }>();
		const rows = await testCtx().db.select().from(cases).where(eq(cases.id, id));
		expect(rows[0]!.userId).toBe(user.id);
		found.push([rows[0]!.priority, (await mailAbout(id)).subject]);
	}
	expect(found).toEqual([
		[1, "[Pro] Support: Where?"],
		[0, "Support: Where?"],
	]);
});

test.each([
	[{ email: "nobody" }, "email", "Please enter a valid email"],
	[{ subject: " " }, "subject", "Please enter a subject"],
	[{ message: "short" }, "message", "Please write at least 10 characters"],
	[{ message: "x".repeat(5001) }, "message", null],
])("refuses %j at its field", async (fields, field, message) => {
	const response = await post("/api/support", { ...question, ...fields });
	expect(response.status).toBe(400);
	const body = await response.json<ErrorBody>();
	expect(body.fields).toHaveProperty(field);
	if (message) expect(body.message).toBe(message);
});

test("text by users cannot add headers or markup to the mail", async () => {
	const hostile = {
		...question,
		subject: "Hi\r\nBcc: all@example.test",
		message: "<script>alert(1)</script> and more",
	};
	const { id } = await (await post("/api/support", hostile)).json<{ id: string }>();
	const mail = await mailAbout(id);
	expect(mail.subject).not.toMatch(/[\r\n]/);
	expect(mail.html).not.toContain("<script>");
});

test("a share can be reported, with or without an e-mail address", async () => {
	const { user } = await makeCreator();
	const share = await makeShare(user.id, { title: "Stolen set" });
	const report = { shareId: share.slug, reason: "scam", message: "They never sent it." };
	const response = await post("/api/reports", report);
	expect(response.status).toBe(201);
	const { id } = await response.json<{ id: string }>();
	const [row] = await testCtx()
		.db.select()
		.from(cases)
		.innerJoin(caseEntries, eq(caseEntries.caseId, cases.id))
		.where(eq(cases.id, id));
	expect(row).toMatchObject({
		cases: { kind: "report", shareId: share.id, category: "scam", email: null, notice: null },
		case_entries: { kind: "message", text: "They never sent it." },
	});
	const mail = await mailAbout(id);
	expect(mail.subject).toBe("Report (scam): Stolen set");
	expect(mail.text).toContain(`https://tillbox.test/operator/cases/${id}`);
	const named = { shareId: share.slug, reason: "scam", email: "me@example.test" };
	expect((await post("/api/reports", named)).status).toBe(201);
});

test("acknowledges a report in the reporter's language", async () => {
	const { user } = await makeCreator();
	const share = await makeShare(user.id, { title: "Stolen set" });
	const email = `${user.id.toLowerCase()}@reporter.test`;
	const response = await request("/api/reports", {
		method: "POST",
		body: JSON.stringify({ shareId: share.slug, reason: "scam", email }),
		headers: {
			"content-type": "application/json",
			"accept-language": "de",
			"cf-connecting-ip": "192.0.2.250",
		},
	});
	const { id } = await response.json<{ id: string }>();
	const [mail] = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email));
	expect(mail?.subject).toBe("Wir haben deine Meldung erhalten");
	expect(mail?.text).toContain(id);
});

const NOTICE = {
	reason: "copyright",
	message: "All ten pictures of this share are mine.",
	email: "owner@example.test",
	name: "Ada Owner",
	goodFaith: true,
	work: "Ten pictures of the harbour",
	address: "1 Quay Street, Bristol",
	authorised: true,
	signature: "Ada Owner",
};

test("a copyright notice keeps the details that the law asks for", async () => {
	const { user } = await makeCreator();
	const share = await makeShare(user.id);
	const response = await post("/api/reports", { ...NOTICE, shareId: share.slug });
	const { id } = await response.json<{ id: string }>();
	const [row] = await testCtx().db.select().from(cases).where(eq(cases.id, id));
	const { reason: _, message: __, email: ___, ...notice } = NOTICE;
	expect(row?.notice).toEqual(notice);
});

test.each([
	["copyright", "message", ""],
	["copyright", "email", undefined],
	["copyright", "name", ""],
	["copyright", "goodFaith", false],
	["copyright", "work", undefined],
	["copyright", "address", undefined],
	["copyright", "authorised", false],
	["copyright", "signature", undefined],
	["illegal", "name", undefined],
	["illegal", "goodFaith", false],
	["illegal", "message", "too short"],
])("a notice about %s without %s is refused at that field", async (reason, field, value) => {
	const { user } = await makeCreator();
	const share = await makeShare(user.id);
	const response = await post("/api/reports", {
		...NOTICE,
		shareId: share.slug,
		reason,
		[field]: value,
	});
	expect(response.status).toBe(400);
	expect((await response.json<ErrorBody>()).fields).toHaveProperty(field);
});

test("returns 404 for a report about an unknown share", async () => {
	const { user } = await makeCreator();
	const gone = await makeShare(user.id, { status: "deleted" });
	for (const shareId of ["nosuchshare00", gone.slug]) {
		const response = await post("/api/reports", { shareId, reason: "scam" });
		expect(response.status).toBe(404);
		expect((await response.json<ErrorBody>()).code).toBe("share.not_found");
	}
	expect((await post("/api/reports", { shareId: gone.slug, reason: "dull" })).status).toBe(400);
});

test("limits messages from one network; others are not affected", async () => {
	const statuses: number[] = [];
	for (let at = 0; at < 8; at++)
		statuses.push((await post("/api/support", question, { address: "198.51.100.9" })).status);
	expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
	expect((await post("/api/support", question)).status).toBe(201);
});

test("another site cannot send messages in a user's name", async () => {
	const { cookies } = await makeCreator();
	for (const path of ["/api/support", "/api/reports"])
		expect((await post(path, question, { cookies, site: "cross-site" })).status).toBe(403);
});

test("a creator's requests are exported, and deleted with the account", async () => {
	const { user, cookies, ctx } = await makeCreator();
	const { id } = await (await post("/api/support", question, { cookies })).json<{ id: string }>();
	expect(await exportRequests(ctx, user.id)).toMatchObject([{ id, subject: "Where?" }]);
	await deleteRequests(ctx, user.id);
	expect(await exportRequests(ctx, user.id)).toEqual([]);
});
