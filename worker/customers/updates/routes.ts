import { Hono } from "hono";
import * as z from "zod";
import { notSuspended, signedIn } from "../../accounts/signed-in.ts";
import { shareParam } from "../../catalogue/shares/contract/shares.ts";
import type { AppEnv, CreatorEnv, Ctx } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { log, serializeError } from "../../platform/log.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { buyerUpdateInput } from "./contract.ts";
import { deliverUpdates } from "./deliver-updates.ts";
import { fetchUpdates, sendUpdate } from "./send-update.ts";
import { resubscribe, saleOfLink, unsubscribe } from "./unsubscribe.ts";
import { unsubscribePage } from "./unsubscribe-page.tsx";

// A mistyped link is unknown (404), not invalid.
const word = z.string().min(1).max(100);
const link = valid("param", z.object({ purchaseId: word, token: word }));

/** The cron sends further mails. */
function deliverSoon(ctx: Ctx): void {
	ctx.inBackground(() =>
		deliverUpdates(ctx)
			.then(() => flushOutbox(ctx))
			.catch((error: unknown) => log("error", "update.delivery_failed", serializeError(error))),
	);
}

export const updates = new Hono<AppEnv & CreatorEnv>()
	.get("/api/file-shares/:shareId/updates", signedIn, valid("param", shareParam), async (c) =>
		c.json(await fetchUpdates(c.var.creator, { slug: c.req.valid("param").shareId })),
	)
	.post(
		"/api/file-shares/:shareId/updates",
		signedIn,
		notSuspended,
		valid("param", shareParam),
		valid("json", buyerUpdateInput),
		async (c) => {
			const slug = c.req.valid("param").shareId;
			const sent = await sendUpdate(c.var.creator, { slug, ...c.req.valid("json") });
			deliverSoon(c.var.ctx);
			return c.json(sent, 201);
		},
	)
	.get("/unsubscribe/:purchaseId/:token", link, async (c) => {
		const { sale, isUnsubscribed } = await saleOfLink(c.var.ctx, c.req.valid("param"));
		return unsubscribePage(c.var.ctx, sale, isUnsubscribed ? "stopped" : "ask");
	})
	// A mail program posts `List-Unsubscribe=One-Click` here, the page `do`.
	.post("/unsubscribe/:purchaseId/:token", link, async (c) => {
		const form = await c.req.parseBody().catch(() => ({ do: undefined }));
		const isBack = form.do === "resume";
		const act = isBack ? resubscribe : unsubscribe;
		const sale = await act(c.var.ctx, c.req.valid("param"));
		return unsubscribePage(c.var.ctx, sale, isBack ? "resumed" : "stopped");
	});
