import {
	TEST_EVENT,
	WEBHOOK_EVENTS,
	type WebhookEventType,
} from "../../worker/contract/webhooks.ts";
import type { JsonSchema } from "./type-schemas.ts";

const SUMMARIES: Readonly<Record<WebhookEventType, string>> = {
	"sale.created": "A sale is paid, free ones included",
	"sale.refunded": "A sale is refunded",
	"sale.refund_failed": "The bank has refused a refund, so the sale is valid again",
	"dispute.opened": "A buyer disputes a payment at the bank",
	"dispute.closed": "A dispute is decided",
	"claim.created": "A buyer says that a direct payment is made",
	"claim.approved": "A direct payment is approved",
	"claim.declined": "A direct payment is declined",
	"upload.completed": "An upload is complete",
	"share.published": "A share can be bought",
	"share.updated": "A share is changed",
	"share.deleted": "A share is deleted",
	"subscription.updated": "The creator's own plan changes",
	"payout.paid": "Money of a sale has reached the creator's account at the payment provider",
	"payout.failed": "Money of a sale could not be transferred",
	"webhook.test": "A test was asked for",
};

/** The schema of a type's body: `sale.created` as `SaleCreatedEvent`. */
const eventSchemaName = (type: string): string =>
	`${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const header = (name: string, description: string) => ({
	...{ name, in: "header", required: true, description },
	schema: { type: "string" } satisfies JsonSchema,
});
const PARAMETERS = [
	header("webhook-id", "Names the message; the same in every attempt."),
	header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
	header(
		"webhook-signature",
		"`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the endpoint's secret; two with a space between them while a secret is replaced.",
	),
];

/** The messages to webhook endpoints, by their type. */
export const webhookMessages = Object.fromEntries(
	([...WEBHOOK_EVENTS, TEST_EVENT] satisfies WebhookEventType[]).map((type) => [
		type,
		{
			post: {
				...{ operationId: eventSchemaName(type), tags: ["Webhooks"], summary: SUMMARIES[type] },
				parameters: PARAMETERS,
				requestBody: {
					required: true,
					content: {
						"application/json": {
							schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` },
						},
					},
				},
				responses: { "2XX": { description: "Received. Everything else is sent again." } },
			},
		},
	]),
);
