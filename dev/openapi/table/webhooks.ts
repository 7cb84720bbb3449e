import type { Area } from "../operation.ts";

export const webhooks: Area = {
	name: "Webhooks",
	description:
		"Messages to a server of the creator when something happens, signed as Standard Webhooks says (https://www.standardwebhooks.com): `webhook-id` is the same in every attempt, `webhook-signature` is made with the endpoint's secret. Any status from 200 to 299 within 10 seconds counts as received; everything else is sent again over three days, then the endpoint is switched off and its creator told. What the messages contain stands under the webhooks of this description.",
	operations: {
		"GET /api/webhooks/endpoints": {
			summary: "List webhook endpoints",
			ok: { 200: "WebhookEndpointList" },
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
			ok: { 200: "WebhookEndpoint" },
			errors: ["not_found", "request.invalid", "rate.limited"],
			example: { enabled: true },
		},
		"DELETE /api/webhooks/endpoints/:id": {
			summary: "Delete a webhook endpoint",
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
			ok: { 200: "WebhookMessage" },
			errors: ["not_found", "rate.limited"],
		},
		"GET /api/webhooks/endpoints/:id/messages": {
			summary: "List the messages of an endpoint, with their attempts",
			ok: { 200: "WebhookMessagePage" },
			errors: ["not_found"],
		},
		"POST /api/webhooks/messages/:id/resend": {
			summary: "Send a message once more",
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
			ok: { 204: null },
			errors: ["not_found"],
		},
	},
};
