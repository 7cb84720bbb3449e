import * as z from "zod";
import type { PlanId } from "../accounts/plans.ts";
import { MAX_ENDPOINT_DESCRIPTION } from "../constants.ts";
import { idField, oneLine } from "../fields.ts";
import type { DirectClaim, Sale } from "../payments/payments.ts";
import { ALL_EVENTS, WEBHOOK_EVENTS } from "./webhook-events.ts";

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** What `POST /api/webhooks/endpoints/:id/test` sends, whatever events are chosen. */
export const TEST_EVENT = "webhook.test";
export type WebhookEventType = WebhookEvent | typeof TEST_EVENT;

export const MAX_ENDPOINTS = 10;
/** How many listeners of a command line can run at the same time. */
export const MAX_LISTENERS = 5;
/** How many undelivered messages a listener gets at once. */
export const LISTENER_PAGE = 50;
/** How many messages a page of the log has. */
export const MESSAGES_PAGE = 25;
export const MAX_WEBHOOK_URL_LENGTH = 2000;
/** How much of a response is kept, in bytes. */
export const KEPT_RESPONSE_BYTES = 1024;

const eventsField = z
	.array(z.enum([...WEBHOOK_EVENTS, ALL_EVENTS], { error: "There is no such event" }))
	.min(1, "Choose at least one event")
	.transform((chosen): (WebhookEvent | typeof ALL_EVENTS)[] =>
		chosen.includes(ALL_EVENTS)
			? [ALL_EVENTS]
			: WEBHOOK_EVENTS.filter((event) => chosen.includes(event)),
	);
/** Checked by the server, which knows what addresses it may reach. */
const urlField = z
	.string({ error: "Enter the address of your endpoint" })
	.trim()
	.min(1, "Enter the address of your endpoint")
	.max(MAX_WEBHOOK_URL_LENGTH, "This address is too long");
const endpointDescriptionField = z
	.string()
	.transform(oneLine)
	.pipe(
		z
			.string()
			.max(
				MAX_ENDPOINT_DESCRIPTION,
				`The description may have ${MAX_ENDPOINT_DESCRIPTION} characters at most`,
			),
	);

/** `POST /api/webhooks/endpoints` */
export const newEndpointInput = z.strictObject({
	url: urlField,
	events: eventsField,
	description: endpointDescriptionField.default(""),
});
/** `PATCH /api/webhooks/endpoints/:id`; what is not given stays as it is. */
export const editEndpointInput = z.strictObject({
	url: urlField.optional(),
	events: eventsField.optional(),
	description: endpointDescriptionField.optional(),
	/** false switches it off; true switches it on again, and sends what has waited meanwhile */
	enabled: z.boolean().optional(),
});
export const endpointParam = z.strictObject({ id: idField });
export const messageParam = z.strictObject({
	id: z.string().regex(/^msg_[0-9a-f]{32}$/, "There is no such message"),
});
/** `GET /api/webhooks/endpoints/:id/messages`; `after` is `next` of the page before. */
export const messagesQuery = z.strictObject({
	after: z
		.string()
		.regex(/^\d{1,16}\.msg_[0-9a-f]{32}$/, "There is no such page")
		.optional(),
});

/** `POST /api/webhooks/listeners` */
export const newListenerInput = z.strictObject({ events: eventsField });
/** `POST /api/webhooks/samples` */
export const sampleInput = z.strictObject({
	event: z.enum(WEBHOOK_EVENTS, { error: "There is no such event" }),
});
/** `POST /api/webhooks/listeners/:id/results` */
export const listenerResultsInput = z.strictObject({
	results: z
		.array(
			z.strictObject({
				id: messageParam.shape.id,
				/** of the local receiver; null when it could not be reached */
				status: z.number().int().min(100).max(599).nullable(),
				/** what the local receiver answered; the first 1,024 bytes are kept */
				response: z.string().default(""),
			}),
		)
		.min(1)
		.max(LISTENER_PAGE),
});

/**
 * Why an endpoint gets nothing: its creator switched it off, nothing was accepted for three days, it
 * answered 410, or the account's password was reset.
 */
export type EndpointOffReason = "creator" | "failing" | "gone" | "reset";

/** An endpoint as its creator sees it; never with its secret. */
export type WebhookEndpoint = {
	id: string;
	url: string;
	description: string;
	/** `["*"]` for all */
	events: (WebhookEvent | typeof ALL_EVENTS)[];
	createdAt: string;
	enabled: boolean;
	/** null while it is enabled */
	offReason: EndpointOffReason | null;
	/** until when messages are signed with the secret before, too; null without one */
	previousSecretUntil: string | null;
	/** when a message was last accepted, and when one was last refused; null for never */
	lastSuccessAt: string | null;
	lastFailureAt: string | null;
};
export type WebhookEndpointList = { endpoints: WebhookEndpoint[] };
/** A new endpoint, or one with a new secret: the only responses that contain it. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

/** Why an attempt was no success: of the response, of the way there, or of the address. */
export type AttemptFailure =
	| "status"
	| "redirect"
	| "timeout"
	| "unreachable"
	| "unresolved"
	| "forbidden_address";

export type WebhookAttempt = {
	at: string;
	/** ms */
	duration: number;
	/** null when there was no response */
	status: number | null;
	/** null for a success */
	failure: AttemptFailure | null;
	requestHeaders: Record<string, string>;
	/** the first 1,024 bytes of the response, as text */
	response: string;
};
/** `waiting` for its first or next attempt, `paused` while the endpoint is off. */
export type MessageState = "waiting" | "paused" | "delivered" | "failed";
export type WebhookMessage = {
	/** the header `webhook-id`, the same in every attempt */
	id: string;
	type: WebhookEventType;
	createdAt: string;
	state: MessageState;
	/** when it is sent again; null when it is not */
	nextAttemptAt: string | null;
	/** the body of the request */
	body: string;
	/** the latest first, at most 20 */
	attempts: WebhookAttempt[];
};
export type WebhookMessagePage = {
	messages: WebhookMessage[];
	/** the next page; null for the last */
	next: string | null;
};

export type NewWebhookListener = { id: string; secret: string; expiresAt: string };
/** How many running listeners of the account get a sample. */
export type TriggeredSample = { listeners: number };
export type ListenerMessage = {
	id: string;
	type: WebhookEventType;
	createdAt: string;
	headers: { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };
	body: string;
};
export type ListenerMessages = { messages: ListenerMessage[] };

/** A sale in an event: what the list of sales says of it that does not become known later only. */
export type WebhookSale = Pick<
	Sale,
	| "id"
	| "shareId"
	| "title"
	| "route"
	| "state"
	| "buyerEmail"
	| "price"
	| "discount"
	| "platformFee"
	| "refunded"
	| "createdAt"
	| "paidAt"
	| "reference"
> & { currency: string };

/** A share in an event: what its creator sees of it that does not depend on sales. */
export type WebhookShare = {
	id: string;
	/** as in its link */
	shareId: string;
	title: string;
	price: string;
	pricing: "fixed" | "chosen" | "free";
	saleMode: "each" | "link";
	/** null for no limit */
	maxSales: number | null;
	selling: boolean;
	listed: boolean;
	status: "uploading" | "published" | "deleted" | "taken_down";
	fileCount: number;
	/** bytes */
	totalSize: number;
	isBundle: boolean;
	createdAt: string;
	/** null before it is published */
	publishedAt: string | null;
};

export type WebhookRefund = { id: string; amount: string };
/** `amount` is what the bank has taken; `outcome` is null while the dispute is open. */
export type WebhookDispute = { id: string; amount: string; outcome: "won" | "lost" | null };
export type WebhookClaim = Required<Omit<DirectClaim, "raisesTo">>;
export type WebhookSubscription = {
	plan: PlanId;
	status: string | null;
	currentPeriodEnd: string | null;
	cancelAtPeriodEnd: boolean;
};
/**
 * Money of a sale on its way to the creator's own account at the payment provider; `reversed` is what was taken back
 * from there, because of a refund or a dispute.
 */
export type WebhookPayout = {
	id: string;
	status: "paid" | "failed" | "reversed";
	saleId: string;
	amount: string;
};

/** What `data` is in the body of each type. */
export type WebhookData = {
	"sale.created": { sale: WebhookSale };
	"sale.refunded": { sale: WebhookSale; refund: WebhookRefund };
	"sale.refund_failed": { sale: WebhookSale; refund: WebhookRefund };
	"dispute.opened": { sale: WebhookSale; dispute: WebhookDispute };
	"dispute.closed": { sale: WebhookSale; dispute: WebhookDispute };
	"claim.created": { claim: WebhookClaim };
	"claim.approved": { claim: WebhookClaim };
	"claim.declined": { claim: WebhookClaim };
	"upload.completed": { upload: { id: string }; share: WebhookShare };
	"share.published": { share: WebhookShare };
	"share.updated": { share: WebhookShare };
	"share.deleted": { share: WebhookShare };
	"share.taken_down": { share: WebhookShare };
	"share.restored": { share: WebhookShare };
	"subscription.updated": { subscription: WebhookSubscription };
	"payout.paid": { payout: WebhookPayout };
	"payout.failed": { payout: WebhookPayout };
	"payout.reversed": { payout: WebhookPayout };
	"webhook.test": { message: string };
};

/** The body of a webhook of this type. */
export type WebhookPayload<Type extends WebhookEventType = WebhookEventType> = {
	type: Type;
	/** when it happened */
	timestamp: string;
	data: WebhookData[Type];
};
