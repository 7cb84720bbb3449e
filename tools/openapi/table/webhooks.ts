import type { Area } from "../operation.ts";
import { VERIFY_EXAMPLE } from "../webhook-messages.ts";

export const webhooks: Area = {
	name: "Webhooks",
	description: [
		"Messages to a server of the creator when something happens. What they contain stands under the webhooks of this description.",
		"Any status from 200 to 299 with its whole response within 10 seconds counts as received. Everything else is sent again, up to ten times in about three days. An endpoint is switched off, and its creator told by mail, when a message was refused ten times and no other was accepted since it was written; at once when it answers 410; and when the account's password is reset. What waits is kept for 30 days and sent when the endpoint is switched on again.",
		"Messages are signed as Standard Webhooks says (https://www.standardwebhooks.com), whose libraries check them. Or do it yourself: the signature is HMAC-SHA256, keyed by the bytes that are written in base64 after `whsec_`, over `{webhook-id}.{webhook-timestamp}.{body}` with the body as it was received. Refuse timestamps older than 5 minutes, and compare in constant time. `webhook-id` is the same in every attempt: skip one that you have handled. In Node:",
		`\`\`\`js\n${VERIFY_EXAMPLE}\n\`\`\``,
	].join("\n\n"),
	operations: {
		"GET /api/events": {
			summary: "List events",
			description:
				"What endpoints are told, for programs that ask instead: the events of the last 30 days, the oldest first, whether or not there is an endpoint. Keep the `id` of the last event that you have handled, and ask with it as `after` for what has happened since. No event is skipped or comes twice: they are numbered in the order in which they are committed. A card sale without its buyer's address is listed when the address is there, after a minute at most, and so is what follows it.",
			ok: { 200: "EventPage" },
		},
		"GET /api/webhooks/endpoints": {
			summary: "List webhook endpoints",
			description: "In the order in which they were added, never with their secrets.",
			ok: { 200: "WebhookEndpointList" },
		},
		"GET /api/webhooks/endpoints/:id": {
			summary: "Show a webhook endpoint",
			description: "One of the creator's endpoints, without its secret.",
			ok: { 200: "WebhookEndpoint" },
			headers: ["ETag"],
			errors: ["not_found"],
		},
		"POST /api/webhooks/endpoints": {
			summary: "Add a webhook endpoint",
			description:
				"The address has to be reachable over HTTPS from the internet. The response is the only one that contains the secret.",
			ok: { 201: "WebhookEndpointWithSecret" },
			errors: ["account.email_unverified", "webhook.too_many", "request.invalid", "rate.limited"],
			example: {
				url: "https://shop.example.com/hooks",
				events: ["sale.created", "sale.refunded"],
				description: "The shop",
			},
		},
		"PATCH /api/webhooks/endpoints/:id": {
			summary: "Change a webhook endpoint, or switch it on or off",
			description:
				"What waits is sent when it is switched on, with all of its attempts again once an hour at most. A new address and switching on count as tests do.",
			ok: { 200: "WebhookEndpoint" },
			headers: ["ETag"],
			errors: ["not_found", "request.invalid", "rate.limited"],
			example: { enabled: true },
		},
		"DELETE /api/webhooks/endpoints/:id": {
			summary: "Delete a webhook endpoint",
			description: "With its messages; what was not delivered is not sent any more.",
			ok: { 204: null },
			errors: ["not_found"],
		},
		"POST /api/webhooks/endpoints/:id/rotate": {
			summary: "Replace the secret of a webhook endpoint",
			description: "For a day messages are signed with the secret before as well.",
			ok: { 200: "WebhookEndpointWithSecret" },
			errors: ["not_found"],
		},
		"POST /api/webhooks/endpoints/:id/test": {
			summary: "Send a test message",
			description: "Once and at once, to an endpoint that is on. The response has the attempt.",
			ok: { 200: "WebhookMessage" },
			errors: ["not_found", "rate.limited", "webhook.endpoint_off"],
		},
		"GET /api/webhooks/endpoints/:id/messages": {
			summary: "List the messages of an endpoint, with their attempts",
			description:
				"Newest first, in pages: `next` is the `after` of the next page, null on the last one.",
			ok: { 200: "WebhookMessagePage" },
			errors: ["not_found"],
		},
		"POST /api/webhooks/messages/:id/resend": {
			summary: "Send a message once more",
			description:
				"Now, under the same id. The response has the attempt; a failure changes nothing about when it is sent again.",
			ok: { 200: "WebhookMessage" },
			errors: ["not_found", "rate.limited"],
		},
		"POST /api/webhooks/listeners": {
			summary: "Listen to events without a public address",
			description:
				"For development: the messages are fetched instead of sent. A listener ends ten minutes after it was last asked.",
			ok: { 201: "NewWebhookListener" },
			errors: ["webhook.too_many_listeners"],
			example: { events: ["*"] },
		},
		"GET /api/webhooks/listeners/:id/messages": {
			summary: "Fetch the messages of a listener",
			description: "The oldest first, with the headers that an endpoint would get.",
			ok: { 200: "ListenerMessages" },
			errors: ["not_found"],
		},
		"POST /api/webhooks/listeners/:id/results": {
			summary: "Report what became of fetched messages",
			description: "They are not returned again.",
			ok: { 204: null },
			errors: ["not_found"],
			example: {
				results: [{ id: "msg_4f1c2ab34de56f709f1c2ab34de56f70", status: 200, response: "ok" }],
			},
		},
		"DELETE /api/webhooks/listeners/:id": {
			summary: "End a listener",
			description: "It gets no more events.",
			ok: { 204: null },
			errors: ["not_found"],
		},
	},
};
