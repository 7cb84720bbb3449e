import { Hono } from "hono";
import * as z from "zod";
import { freshlyConfirmed, type OperatorEnv, operatorOnly } from "../accounts/operator-only.ts";
import { clearSessionCookie } from "../accounts/session-cookie.ts";
import { endCurrentSession } from "../accounts/sessions.ts";
import { emailField } from "../contract/fields.ts";
import { refundedField } from "../contract/payments/refunds.ts";
import { CATEGORIES } from "../contract/trust/moderation.ts";
import type { AppEnv } from "../core/context.ts";
import { serveDocument } from "../pages/storefront/documents.ts";
import { ApiError } from "../platform/errors.ts";
import { handleError } from "../platform/http/handle-error.ts";
import { valid } from "../platform/http/validation.ts";
import { providerRefusal } from "../platform/provider-refusal.ts";
import {
	type ImposedSanction,
	suspendCreator,
	takeDown,
} from "../trust/moderation/sanctions/impose.ts";
import { liftSanction, rejectAppeal } from "../trust/moderation/sanctions/lift.ts";
import { releaseHeld } from "../trust/scanning/release-held.ts";
import { answerCase, closeCase, noteCase, reopenCase } from "./acts/case-acts.ts";
import { agreeToAddress, endSessionsOf, resetSecondFactor } from "./acts/creator-acts.ts";
import { correctAddress, refundAsOperator, resendReceipt } from "./acts/purchase-acts.ts";
import { seeOriginal } from "./acts/see-original.ts";
import { retryMail, runJobNow, setSwitch } from "./acts/service-acts.ts";
import { casePage, casesPage } from "./pages/case-pages.tsx";
import { creatorPage } from "./pages/creator-page.tsx";
import { overviewPage } from "./pages/overview-page.tsx";
import { doneAt } from "./pages/pieces.tsx";
import { purchasePage } from "./pages/purchase-page.tsx";
import { refusalPage } from "./pages/refusal-page.tsx";
import { auditLogPage, jobsPage, mailsPage, searchPage } from "./pages/service-pages.tsx";
import { sharePage } from "./pages/share-page.tsx";
import { SWITCH_NAMES, switchesPage } from "./pages/switches-page.tsx";
import { isRead, wayThrough } from "./way-through.ts";

const idParam = valid("param", z.object({ id: z.string().min(1).max(64) }));
const done = z.string().max(200).optional();
const shown = valid("query", z.object({ done }));
const words = z.string().trim().max(5000);
const text = words.min(1, "Please write something");
const reason = words.min(5, "Please give a reason");
const checked = z
	.literal("yes")
	.optional()
	.transform((value) => value === "yes");
const reasoned = valid("form", z.object({ reason }));
const decision = {
	category: z.enum(CATEGORIES),
	text: words.min(20, "Please say what was found, in at least 20 characters"),
	caseId: z.string().max(64).optional(),
};

/** Says who gets a mail about a decision. */
function toldOf({ tells }: ImposedSanction): string {
	const told = [tells.creator && "the creator", tells.reporter && "who reported it"].filter(
		Boolean,
	);
	return told.length > 0 ? `A mail tells ${told.join(" and ")} why.` : "There is nobody to tell.";
}

/**
 * The console, rendered in the Worker without any script. Every act is a form sent by POST, followed by a page that
 * says what was done.
 */
const pages = new Hono<OperatorEnv>()
	.get("/", (c) => overviewPage(c.var.operator))
	.get("/search", valid("query", z.object({ q: z.string().max(300).default("") })), (c) =>
		searchPage(c.var.operator, c.req.valid("query")),
	)
	.get(
		"/cases",
		valid("query", z.object({ state: z.enum(["open", "closed"]).default("open"), done })),
		(c) => casesPage(c.var.operator, c.req.valid("query")),
	)
	.get("/cases/:id", idParam, shown, (c) =>
		casePage(c.var.operator, { ...c.req.valid("param"), ...c.req.valid("query") }),
	)
	.get("/creators/:id", idParam, shown, (c) =>
		creatorPage(c.var.operator, { ...c.req.valid("param"), ...c.req.valid("query") }),
	)
	.get("/shares/:id", idParam, shown, (c) =>
		sharePage(c.var.operator, { ...c.req.valid("param"), ...c.req.valid("query") }),
	)
	.get("/purchases/:id", idParam, shown, (c) =>
		purchasePage(c.var.operator, { ...c.req.valid("param"), ...c.req.valid("query") }),
	)
	.get("/mails", shown, (c) => mailsPage(c.var.operator, c.req.valid("query")))
	.get("/switches", shown, (c) => switchesPage(c.var.operator, c.req.valid("query")))
	.get("/jobs", shown, (c) => jobsPage(c.var.operator, c.req.valid("query")))
	.get(
		"/audit-log",
		valid("query", z.object({ before: z.coerce.number().int().positive().optional() })),
		(c) => auditLogPage(c.var.operator, c.req.valid("query")),
	);

const SEE_OTHER = 303;

const acts = new Hono<OperatorEnv>()
	.post(
		"/cases/:id/answer",
		idParam,
		valid("form", z.object({ text: words.min(5, "Please write an answer"), close: checked })),
		async (c) => {
			const { id } = c.req.valid("param");
			await answerCase(c.var.operator, { id, ...c.req.valid("form") });
			return c.redirect(doneAt(`/operator/cases/${id}`, "The answer is on its way."), SEE_OTHER);
		},
	)
	.post("/cases/:id/note", idParam, valid("form", z.object({ text })), async (c) => {
		const { id } = c.req.valid("param");
		await noteCase(c.var.operator, { id, ...c.req.valid("form") });
		return c.redirect(doneAt(`/operator/cases/${id}`, "The note is saved."), SEE_OTHER);
	})
	.post("/cases/:id/close", idParam, valid("form", z.object({ text: words })), async (c) => {
		await closeCase(c.var.operator, { ...c.req.valid("param"), ...c.req.valid("form") });
		return c.redirect(doneAt("/operator/cases", "The case is closed."), SEE_OTHER);
	})
	.post("/cases/:id/reopen", idParam, async (c) => {
		const { id } = c.req.valid("param");
		await reopenCase(c.var.operator, { id });
		return c.redirect(doneAt(`/operator/cases/${id}`, "The case is open again."), SEE_OTHER);
	})
	.post(
		"/shares/:id/take-down",
		idParam,
		valid("form", z.object({ ...decision, legalOrder: checked })),
		async (c) => {
			const { id } = c.req.valid("param");
			const imposed = await takeDown(c.var.operator, { shareId: id, ...c.req.valid("form") });
			const done = `The share is taken down. ${toldOf(imposed)}`;
			return c.redirect(doneAt(`/operator/shares/${id}`, done), SEE_OTHER);
		},
	)
	.post("/shares/:id/release", idParam, async (c) => {
		const { id } = c.req.valid("param");
		await releaseHeld(c.var.operator, id);
		return c.redirect(doneAt(`/operator/shares/${id}`, "What was held is published."), SEE_OTHER);
	})
	.post("/creators/:id/suspend", idParam, valid("form", z.object(decision)), async (c) => {
		const { id } = c.req.valid("param");
		const imposed = await suspendCreator(c.var.operator, {
			creatorId: id,
			...c.req.valid("form"),
		});
		const done = `The creator is suspended. ${toldOf(imposed)}`;
		return c.redirect(doneAt(`/operator/creators/${id}`, done), SEE_OTHER);
	})
	.post("/sanctions/:id/lift", idParam, valid("form", z.object({ text: words })), async (c) => {
		const { caseId } = await liftSanction(c.var.operator, {
			...c.req.valid("param"),
			...c.req.valid("form"),
		});
		return c.redirect(doneAt(`/operator/cases/${caseId}`, "The decision is lifted."), SEE_OTHER);
	})
	.post(
		"/sanctions/:id/reject",
		idParam,
		valid("form", z.object({ text: words.min(20, "Please say why the decision stands") })),
		async (c) => {
			const { caseId } = await rejectAppeal(c.var.operator, {
				...c.req.valid("param"),
				...c.req.valid("form"),
			});
			return c.redirect(doneAt(`/operator/cases/${caseId}`, "The appeal is rejected."), SEE_OTHER);
		},
	)
	.post("/creators/:id/end-sessions", freshlyConfirmed, idParam, reasoned, async (c) => {
		const { id } = c.req.valid("param");
		await endSessionsOf(c.var.operator, { creatorId: id, ...c.req.valid("form") });
		return c.redirect(doneAt(`/operator/creators/${id}`, "All sessions have ended."), SEE_OTHER);
	})
	.post("/creators/:id/reset-second-factor", freshlyConfirmed, idParam, reasoned, async (c) => {
		const { id } = c.req.valid("param");
		await resetSecondFactor(c.var.operator, { creatorId: id, ...c.req.valid("form") });
		const told = "The second factor is removed, and the creator was told.";
		return c.redirect(doneAt(`/operator/creators/${id}`, told), SEE_OTHER);
	})
	.post(
		"/creators/:id/agree-to-address",
		freshlyConfirmed,
		idParam,
		valid("form", z.object({ email: emailField, reason })),
		async (c) => {
			const { id } = c.req.valid("param");
			await agreeToAddress(c.var.operator, { creatorId: id, ...c.req.valid("form") });
			const told = "The address is changed, and both addresses were told.";
			return c.redirect(doneAt(`/operator/creators/${id}`, told), SEE_OTHER);
		},
	)
	.post(
		"/shares/:id/original",
		freshlyConfirmed,
		idParam,
		valid("form", z.object({ fileId: z.string().max(64), reason })),
		(c) => seeOriginal(c.var.operator, { ...c.req.valid("param"), ...c.req.valid("form") }),
	)
	.post(
		"/purchases/:id/refund",
		freshlyConfirmed,
		idParam,
		valid("form", z.object({ amount: refundedField, key: z.string().min(1).max(64), reason })),
		async (c) => {
			const { id } = c.req.valid("param");
			await refundAsOperator(c.var.operator, { id, ...c.req.valid("form") });
			return c.redirect(doneAt(`/operator/purchases/${id}`, "The refund is made."), SEE_OTHER);
		},
	)
	.post("/purchases/:id/receipt", idParam, async (c) => {
		const { id } = c.req.valid("param");
		await resendReceipt(c.var.operator, { id });
		return c.redirect(doneAt(`/operator/purchases/${id}`, "The receipt is on its way."), SEE_OTHER);
	})
	.post(
		"/purchases/:id/address",
		freshlyConfirmed,
		idParam,
		valid("form", z.object({ email: emailField, reason })),
		async (c) => {
			const { id } = c.req.valid("param");
			await correctAddress(c.var.operator, { id, ...c.req.valid("form") });
			const told = "The address is corrected, and the receipt on its way.";
			return c.redirect(doneAt(`/operator/purchases/${id}`, told), SEE_OTHER);
		},
	)
	.post("/mails/:id/retry", idParam, async (c) => {
		await retryMail(c.var.operator, c.req.valid("param"));
		return c.redirect(doneAt("/operator/mails", "The mail is in the queue again."), SEE_OTHER);
	})
	.post("/jobs/:id/run", idParam, async (c) => {
		const { id: name } = c.req.valid("param");
		const succeeded = await runJobNow(c.var.operator, { name });
		const told = succeeded ? `${name} ran without an error.` : `${name} failed; see the log.`;
		return c.redirect(doneAt("/operator/jobs", told), SEE_OTHER);
	})
	.post(
		"/switches/:id",
		idParam,
		valid("form", z.object({ paused: z.enum(["yes", "no"]) })),
		async (c) => {
			const isPaused = c.req.valid("form").paused === "yes";
			const name = await setSwitch(c.var.operator, {
				name: c.req.valid("param").id,
				isPaused,
			});
			const told = `${SWITCH_NAMES[name]}: ${isPaused ? "paused." : "running again."}`;
			return c.redirect(doneAt("/operator/switches", told), SEE_OTHER);
		},
	);

export const operatorConsole = new Hono<AppEnv>()
	.use("/operator/*", async (c, next) => {
		await next();
		c.header("Cache-Control", "private, no-store");
	})
	.use("/operator/*", operatorOnly)
	.route("/operator", pages)
	.route("/operator", acts)
	.onError(async (error, c) => {
		const ctx = c.var.ctx;
		const failure = error instanceof ApiError ? error : providerRefusal(error);
		if (!failure || failure.status >= 500) return handleError(error, c);
		// For everyone else the address doesn't exist.
		if (failure.code === "not_found") return serveDocument(ctx, new Request(c.req.raw.url));
		const next = wayThrough(failure.code, c.req.raw);
		if (failure.code === "operator.sign_in_again") {
			// The sign-in screen is only for signed-out users.
			await endCurrentSession(ctx);
			clearSessionCookie(c);
		}
		if (next && isRead(c.req.raw) && failure.code !== "operator.factor_required")
			return c.redirect(next, 302);
		return refusalPage(ctx, failure, next);
	});
