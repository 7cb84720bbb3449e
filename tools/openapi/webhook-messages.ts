import { WEBHOOK_EVENTS } from "../../worker/api/webhooks/contract/webhook-events.ts";
import { TEST_EVENT, type WebhookEventType } from "../../worker/api/webhooks/contract/webhooks.ts";
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
	"share.taken_down": "A share is taken down by the operator; `GET /api/decisions` says why",
	"share.restored": "A share that was taken down is there again",
	"subscription.updated": "The creator's own plan changes",
	"payout.paid": "Money of a sale has reached the creator's account at the payment provider",
	"payout.failed": "Money of a sale could not be transferred",
	"payout.reversed":
		"Money of a sale was taken back from that account, because of a refund or a dispute",
	"webhook.test": "A test was asked for",
};

const eventSchemaName = (type: string): string =>
	`${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

export const eventDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(SUMMARIES).map(([type, text]) => [
		eventSchemaName(type),
		`The body of \`${type}\`. ${text}.`,
	]),
);

/** `body` is the text as received. */
export const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(headers, body, secret) {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - at) <= 300)) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const wanted = createHmac("sha256", key).update(\`\${id}.\${at}.\${body}\`).digest();
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.slice("v1,".length), "base64");
    return one.startsWith("v1,") && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}`;

const header = (name: string, description: string) => ({
	name,
	in: "header",
	required: true,
	description,
	schema: { type: "string" } satisfies JsonSchema,
});
const PARAMETERS = [
	header("webhook-id", "Names the message; the same in every attempt."),
	header(
		"webhook-timestamp",
		"When this attempt was made, in seconds since 1970. Refuse what is older than 5 minutes.",
	),
	header(
		"webhook-signature",
		"`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, where the body is what was sent, byte by byte. The key is the bytes that are written in base64 after `whsec_` in the endpoint's secret. A secret that was replaced signs for another day: there is then a signature of each, with spaces between them; one that is right is enough.",
	),
];

export const webhookMessages = Object.fromEntries(
	([...WEBHOOK_EVENTS, TEST_EVENT] satisfies WebhookEventType[]).map((type) => [
		type,
		{
			post: {
				operationId: eventSchemaName(type),
				tags: ["Webhooks"],
				summary: SUMMARIES[type],
				description: "Sent to the creator's endpoints: see the area Webhooks.",
				security: [],
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
