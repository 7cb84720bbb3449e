import { outbox } from "../../platform/tables.ts";
import { ALL_FILES, purchaseLines } from "../../purchases/entitlements/tables.ts";
import { lineName } from "../../purchases/payment-snapshot.ts";
import { testCtx } from "../fixtures/test-app.ts";
import { storeChange } from "../fixtures/tokens.ts";
import { type At, decision, type Recipe, refundable, type Sent, withTotp } from "./arranged.ts";
import { makeCase } from "./world.ts";

const REASON = { reason: "The buyer asked for it." };
const FOUND = { category: "other", text: "It breaks a rule that is written in the terms." };

const form = (fields: Record<string, string>): Sent => ({
	body: new URLSearchParams(fields).toString(),
	headers: { "content-type": "application/x-www-form-urlencoded" },
});

async function openCase(fields: Record<string, string> = {}, state?: "closed") {
	return { params: { id: await makeCase(state) }, ...form(fields) };
}

async function appealed(at: At, fields: Record<string, string>): Promise<Sent> {
	const { params = {} } = await decision(at, { caseId: await makeCase(), appeal: "open" });
	return { params, ...form(fields) };
}

async function unsentMail(): Promise<Sent> {
	const ctx = testCtx();
	const id = ctx.id();
	await ctx.db.insert(outbox).values({
		id,
		kind: "support",
		audience: "operator",
		cause: "owed",
		recipientKey: "k",
		recipient: "a@example.test",
		subject: "s",
		text: "t",
		html: "<p>t</p>",
		createdAt: 1,
		dueAt: 1,
		attempts: 8,
		lastError: "refused",
	});
	return { params: { id }, ...form({}) };
}

/** Waits for the old address only. */
async function confirmedChange({ world }: At) {
	const email = "confirmed@example.test";
	await storeChange(world.creator.user.id, email, ["new"]);
	return email;
}

export const OPERATOR_REQUESTS: Readonly<Record<string, Recipe>> = {
	"ALL /operator/*": () => ({ params: { "*": "no-such-page" } }),
	"GET /operator/search": () => ({ query: "?q=casey" }),
	"GET /operator/cases/:id": ({ world }) => ({ params: { id: world.caseId } }),
	"POST /operator/cases/:id/answer": () => openCase({ text: "This is how it works." }),
	"POST /operator/cases/:id/note": () => openCase({ text: "Looked at it." }),
	"POST /operator/cases/:id/close": () => openCase({ text: "" }),
	"POST /operator/cases/:id/reopen": () => openCase({}, "closed"),
	"POST /operator/shares/:id/take-down": () => form(FOUND),
	"POST /operator/shares/:id/release": () => form({}),
	"POST /operator/creators/:id/suspend": () => form(FOUND),
	"POST /operator/sanctions/:id/lift": (at) => appealed(at, { text: "" }),
	"POST /operator/sanctions/:id/reject": (at) => appealed(at, { text: FOUND.text }),
	"POST /operator/creators/:id/end-sessions": () => form(REASON),
	"POST /operator/creators/:id/reset-second-factor": async (at) => {
		await withTotp({ ...at, role: { cookies: {}, user: at.world.creator } }, 1);
		return form(REASON);
	},
	"POST /operator/creators/:id/agree-to-address": async (at) => {
		return form({ ...REASON, email: await confirmedChange(at) });
	},
	"POST /operator/shares/:id/original": ({ sold }) => form({ ...REASON, fileId: sold.notes.id }),
	"POST /operator/purchases/:id/refund": async (at) => ({
		...(await refundable(at)),
		...form({ ...REASON, amount: "1.00", key: "once" }),
	}),
	"POST /operator/purchases/:id/refund-line": async (at) => {
		const sent = await refundable(at);
		const line = { fileId: ALL_FILES, edition: "web", cents: 100 } as const;
		if (at.granted)
			await testCtx()
				.db.insert(purchaseLines)
				.values({ purchaseId: sent.params?.id ?? "", ...line });
		return { ...sent, ...form({ ...REASON, line: lineName(line) }) };
	},
	"POST /operator/purchases/:id/receipt": () => form({}),
	"POST /operator/purchases/:id/address": () =>
		form({ ...REASON, email: "corrected@example.test" }),
	"POST /operator/mails/:id/retry": unsentMail,
	"POST /operator/jobs/:id/run": () => ({ params: { id: "prune_sessions" }, ...form({}) }),
	"POST /operator/switches/:id": () => ({ params: { id: "mail" }, ...form({ paused: "no" }) }),
};
