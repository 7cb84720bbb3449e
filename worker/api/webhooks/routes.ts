import { Hono } from "hono";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import type { AppEnv, CreatorCtx, CreatorEnv } from "../../core/context.ts";
import { ifMatch, withEtag } from "../../core/if-match.ts";
import { valid } from "../../platform/http/validation.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import {
	editEndpointInput,
	endpointParam,
	eventsQuery,
	listenerResultsInput,
	messageParam,
	messagesQuery,
	newEndpointInput,
	newListenerInput,
} from "./contract/webhooks.ts";
import { listEvents } from "./list-events.ts";
import { createListener, deleteListener, pollListener, recordResults } from "./listeners.ts";
import { listMessages, resendMessage, sendTest } from "./message-log.ts";
import {
	createEndpoint,
	deleteEndpoint,
	editEndpoint,
	listEndpoints,
	rotateSecret,
	showEndpoint,
} from "./own-endpoints.ts";

/**
 * Limits requests that make the service contact a receiver, so that nobody can flood others. Throws `rate.limited`.
 */
function limitSends(
	ctx: CreatorCtx,
	name: "webhook-send" | "webhook-resume" = "webhook-send",
): Promise<void> {
	return consumeAttempt(ctx, [{ name, of: ctx.user.id, ...ctx.config.LIMIT_WEBHOOK_SENDS }]);
}

const write = authorized("webhooks:write");

export const webhookRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/events", write, valid("query", eventsQuery), async (c) =>
		c.json(await listEvents(c.var.creator, c.req.valid("query"))),
	)
	.get("/api/webhooks/endpoints", write, async (c) =>
		c.json({ endpoints: await listEndpoints(c.var.creator) }),
	)
	.get("/api/webhooks/endpoints/:id", write, valid("param", endpointParam), async (c) =>
		c.json(withEtag(c, await showEndpoint(c.var.creator, c.req.valid("param").id))),
	)
	.post(
		"/api/webhooks/endpoints",
		write,
		notSuspended,
		valid("json", newEndpointInput),
		async (c) => {
			await limitSends(c.var.creator);
			return c.json(await createEndpoint(c.var.creator, c.req.valid("json")), 201);
		},
	)
	.patch(
		"/api/webhooks/endpoints/:id",
		write,
		notSuspended,
		ifMatch,
		valid("param", endpointParam),
		valid("json", editEndpointInput),
		async (c) => {
			const edit = c.req.valid("json");
			// May look up an address, or send pending messages.
			if (edit.url !== undefined) await limitSends(c.var.creator);
			else if (edit.enabled) await limitSends(c.var.creator, "webhook-resume");
			return c.json(withEtag(c, await editEndpoint(c.var.creator, c.req.valid("param").id, edit)));
		},
	)
	.delete(
		"/api/webhooks/endpoints/:id",
		write,
		ifMatch,
		valid("param", endpointParam),
		async (c) => {
			await deleteEndpoint(c.var.creator, c.req.valid("param").id);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/webhooks/endpoints/:id/rotate",
		write,
		notSuspended,
		valid("param", endpointParam),
		async (c) => c.json(await rotateSecret(c.var.creator, c.req.valid("param").id)),
	)
	.post(
		"/api/webhooks/endpoints/:id/test",
		write,
		notSuspended,
		valid("param", endpointParam),
		async (c) => {
			await limitSends(c.var.creator);
			return c.json(await sendTest(c.var.creator, c.req.valid("param").id));
		},
	)
	.get(
		"/api/webhooks/endpoints/:id/messages",
		write,
		valid("param", endpointParam),
		valid("query", messagesQuery),
		async (c) =>
			c.json(
				await listMessages(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("query") }),
			),
	)
	.post(
		"/api/webhooks/messages/:id/resend",
		write,
		notSuspended,
		valid("param", messageParam),
		async (c) => {
			await limitSends(c.var.creator);
			return c.json(await resendMessage(c.var.creator, c.req.valid("param").id));
		},
	)
	.post(
		"/api/webhooks/listeners",
		write,
		notSuspended,
		valid("json", newListenerInput),
		async (c) => c.json(await createListener(c.var.creator, c.req.valid("json")), 201),
	)
	.get("/api/webhooks/listeners/:id/messages", write, valid("param", endpointParam), async (c) =>
		c.json(await pollListener(c.var.creator, c.req.valid("param").id)),
	)
	.post(
		"/api/webhooks/listeners/:id/results",
		write,
		valid("param", endpointParam),
		valid("json", listenerResultsInput),
		async (c) => {
			await recordResults(c.var.creator, c.req.valid("param").id, c.req.valid("json"));
			return c.body(null, 204);
		},
	)
	.delete("/api/webhooks/listeners/:id", write, valid("param", endpointParam), async (c) => {
		await deleteListener(c.var.creator, c.req.valid("param").id);
		return c.body(null, 204);
	});
