import * as z from "zod";
import { MAX_ENDPOINT_DESCRIPTION } from "../../../contract/constants.ts";
import { idField, limitField, lineField } from "../../../contract/fields.ts";
import type { Currency } from "../../../contract/money.ts";
import type { PlanId } from "../../../contract/plans.ts";
import type { DirectClaim } from "../../../payments/direct/contract/direct.ts";
import type { Sale } from "../../../payments/sales/contract/sales.ts";
import { ALL_EVENTS, WEBHOOK_EVENTS } from "./webhook-events.ts";

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent by `POST /api/webhooks/endpoints/:id/test`, whatever events the endpoint asks for. */
export const TEST_EVENT = "webhook.test";
export type WebhookEventType = WebhookEvent | typeof TEST_EVENT;

export const MAX_ENDPOINTS = 10;
/** Concurrent listeners of an account's command lines. */
export const MAX_LISTENERS = 5;
/** Undelivered messages that a listener gets at a time. */
export const LISTENER_PAGE = 50;
export const MAX_WEBHOOK_URL_LENGTH = 2000;
/** How much of a response is stored, in bytes. */
export const KEPT_RESPONSE_BYTES = 1024;

const eventsField = z
	.array(z.enum([...WEBHOOK_EVENTS, ALL_EVENTS], { error: "This event doesn't exist" }))
	.min(1, "Choose at least one event")
	.transform((chosen): (WebhookEvent | typeof ALL_EVENTS)[] =>
		chosen.includes(ALL_EVENTS)
			? [ALL_EVENTS]
			: WEBHOOK_EVENTS.filter((event) => chosen.includes(event)),
	);
/** The server checks it: it knows which addresses it may reach. */
const urlField = z
	.string({ error: "Enter the address of your endpoint" })
	.trim()
	.min(1, "Enter the address of your endpoint")
	.max(MAX_WEBHOOK_URL_LENGTH, "This address is too long");
const endpointDescriptionField = lineField(
	MAX_ENDPOINT_DESCRIPTION,
	`The description can have at most ${MAX_ENDPOINT_DESCRIPTION} characters`,
);

export const newEndpointInput = z.strictObject({
	/** the address that messages are sent to, over HTTPS */
	url: urlField,
	events: eventsField,
	/** for the creator only */
	description: endpointDescriptionField.default(""),
});
export const editEndpointInput = z.strictObject({
	/** the address that messages are sent to, over HTTPS */
	url: urlField.optional(),
	events: eventsField.optional(),
	/** for the creator only */
	description: endpointDescriptionField.optional(),
	/** false switches it off; true switches it on and sends pending messages */
	enabled: z.boolean().optional(),
});
export const endpointParam = z.strictObject({ id: idField });
export const messageParam = z.strictObject({
	id: z.string().regex(/^msg_[0-9a-f]{32}$/, "This message doesn't exist"),
});
export const messagesQuery = z.strictObject({
	/** the previous page's `next` */
	after: z
		.string()
		.regex(/^\d{1,16}\.msg_[0-9a-f]{32}$/, "This page doesn't exist")
		.optional(),
	/** how many messages a page has; 25 by default */
	limit: limitField,
});

export const eventsQuery = z.strictObject({
	/** the `id` of the event after which the page begins; the oldest event is first without it */
	after: z
		.string()
		.regex(/^\d{1,15}$/, "This event doesn't exist")
		.optional(),
	limit: limitField,
	/** only events of these types, separated by commas */
	type: z
		.string()
		.max(1000)
		.transform((types) => [...new Set(types.split(","))])
		.pipe(z.array(z.enum(WEBHOOK_EVENTS, { error: "This event doesn't exist" })))
		.optional(),
});

export const newListenerInput = z.strictObject({
	events: eventsField,
});
export const listenerResultsInput = z.strictObject({
	/** the result of each message, at most 50 */
	results: z
		.array(
			z.strictObject({
				/** the id of the message */
				id: messageParam.shape.id,
				/** of the local receiver; null if it couldn't be reached */
				status: z.number().int().min(100).max(599).nullable(),
				/** the local receiver's answer; the first 1,024 bytes are kept */
				response: z.string().default(""),
			}),
		)
		.min(1)
		.max(LISTENER_PAGE),
});

export type EndpointOffReason = "creator" | "failing" | "gone" | "reset";

/** An endpoint, as its creator sees it; never with its secret. */
export type WebhookEndpoint = {
	id: string;
	/** the address that messages are sent to */
	url: string;
	/** the creator's description; empty for none */
	description: string;
	events: (WebhookEvent | typeof ALL_EVENTS)[];
	createdAt: string;
	/** messages are sent; otherwise they wait */
	enabled: boolean;
	/**
	 * why it is off: by its `creator`, after three days of failures (`failing`), after a response 410 (`gone`), or
	 * since the password was `reset`; null while it is on
	 */
	offReason: EndpointOffReason | null;
	/** until when messages are also signed with the previous secret; null without one */
	previousSecretUntil: string | null;
	/** when a message was last accepted; null for never */
	lastSuccessAt: string | null;
	/** when a message was last refused; null for never */
	lastFailureAt: string | null;
};
/** The endpoints of an account. */
export type WebhookEndpointList = {
	/** in the order they were added */
	endpoints: WebhookEndpoint[];
};
/** A new endpoint, or one with a new secret: the only responses that contain it. */
export type WebhookEndpointWithSecret = WebhookEndpoint & {
	/** signs the messages: `whsec_` and base64 */
	secret: string;
};

export type AttemptFailure =
	| "status"
	| "redirect"
	| "timeout"
	| "unreachable"
	| "unresolved"
	| "forbidden_address";

/** An attempt to deliver a message. */
export type WebhookAttempt = {
	at: string;
	/** milliseconds */
	duration: number;
	/** the status of the response; null without one */
	status: number | null;
	/** why it failed; null for a success */
	failure: AttemptFailure | null;
	/** the headers that were sent, by name */
	requestHeaders: Record<string, string>;
	/** the first 1,024 bytes of the response, as text */
	response: string;
};
export type MessageState = "waiting" | "paused" | "delivered" | "failed";
/** A message to an endpoint, with its attempts. */
export type WebhookMessage = {
	/** the header `webhook-id`, the same in every attempt */
	id: string;
	/** the type of the event */
	type: WebhookEventType;
	createdAt: string;
	/** `waiting` for an attempt, `paused` while its endpoint is off, `delivered`, or `failed` for good */
	state: MessageState;
	/** when it is sent again; null if it isn't */
	nextAttemptAt: string | null;
	/** the body of the request */
	body: string;
	/** latest first, at most 20 */
	attempts: WebhookAttempt[];
};
/** A page of an endpoint's messages. */
export type WebhookMessagePage = {
	/** newest first */
	messages: WebhookMessage[];
	next: string | null;
};

/** A listener that has started. */
export type NewWebhookListener = {
	id: string;
	/** signs the messages: `whsec_` and base64 */
	secret: string;
	/** when it ends unless it asks for messages before */
	expiresAt: string;
};
/** A message that a listener fetches. */
export type ListenerMessage = {
	/** the header `webhook-id` */
	id: string;
	/** the type of the event */
	type: WebhookEventType;
	createdAt: string;
	/** the headers that an endpoint would get */
	headers: {
		/** the id of the message */
		"webhook-id": string;
		/** when it was signed, in seconds since 1970 */
		"webhook-timestamp": string;
		/** the signatures, separated by spaces */
		"webhook-signature": string;
	};
	/** the body that an endpoint would get */
	body: string;
};
/** Messages that a listener fetches. */
export type ListenerMessages = {
	/** oldest first, at most 50 */
	messages: ListenerMessage[];
};

/** A sale in an event, without fields that become known later. */
export type WebhookSale = Pick<
	Sale,
	| "id"
	| "shareId"
	| "title"
	| "route"
	| "state"
	| "buyerEmail"
	| "currency"
	| "price"
	| "discount"
	| "platformFee"
	| "refunded"
	| "createdAt"
	| "paidAt"
	| "reference"
	| "checkout"
	| "lines"
>;

/** A share in an event, without fields that depend on sales. */
export type WebhookShare = {
	/** an id that only the creator sees */
	id: string;
	shareId: string;
	title: string;
	currency: Currency;
	price: string;
	pricing: "fixed" | "chosen" | "free";
	saleMode: "each" | "link";
	maxSales: number | null;
	/** it is on sale; false once the creator stopped sales or it has ended */
	selling: boolean;
	/** shown on the creator's page while it is on sale */
	listed: boolean;
	/** `uploading` until its files are complete, `taken_down` by the operator */
	status: "uploading" | "published" | "deleted" | "taken_down";
	fileCount: number;
	totalSize: number;
	/** it consists of other shares */
	isBundle: boolean;
	createdAt: string;
	/** ISO 8601 in UTC; null before it is published */
	publishedAt: string | null;
};

/** A refund of a sale. */
export type WebhookRefund = {
	/** the payment provider's id */
	id: string;
	/** the amount returned to the buyer, in the sale's currency */
	amount: string;
};
/** A dispute at the bank about a sale. */
export type WebhookDispute = {
	/** the payment provider's id */
	id: string;
	/** the amount that the bank took, in the sale's currency */
	amount: string;
	/** from the creator's point of view; null while it is open */
	outcome: "won" | "lost" | null;
};
/** A direct payment in an event. */
export type WebhookClaim = {
	[Field in keyof DirectClaim as Exclude<Field, "raisesTo">]-?: DirectClaim[Field];
};
/** The creator's own Pro subscription in an event. */
type WebhookSubscription = {
	plan: PlanId;
	/** the payment provider's status; null without a subscription */
	status: string | null;
	/** when the paid period ends; null for none */
	currentPeriodEnd: string | null;
	/** it does not renew */
	cancelAtPeriodEnd: boolean;
};
/**
 * Money of a sale on its way to the creator's account at the payment provider, or `reversed` because of a refund
 * or dispute.
 */
type WebhookPayout = {
	id: string;
	/** whether the money arrived or was taken back */
	status: "paid" | "failed" | "reversed";
	/** the id of the sale */
	saleId: string;
	/** the sale's (ISO 4217, lower case), even if the account gets another */
	currency: Currency;
	/** the amount paid out or taken back */
	amount: string;
};

/** `data` of each type of event. */
type WebhookData = {
	"sale.created": { sale: WebhookSale };
	"sale.refunded": { sale: WebhookSale; refund: WebhookRefund };
	"sale.refund_failed": { sale: WebhookSale; refund: WebhookRefund };
	"dispute.opened": { sale: WebhookSale; dispute: WebhookDispute };
	"dispute.closed": { sale: WebhookSale; dispute: WebhookDispute };
	"claim.created": { claim: WebhookClaim };
	"claim.approved": { claim: WebhookClaim };
	"claim.declined": { claim: WebhookClaim };
	"upload.completed": {
		/** the upload */
		upload: { id: string };
		share: WebhookShare;
	};
	"share.published": { share: WebhookShare };
	"share.updated": { share: WebhookShare };
	"share.deleted": { share: WebhookShare };
	"share.taken_down": { share: WebhookShare };
	"share.restored": { share: WebhookShare };
	"subscription.updated": { subscription: WebhookSubscription };
	"payout.paid": { payout: WebhookPayout };
	"payout.failed": { payout: WebhookPayout };
	"payout.reversed": { payout: WebhookPayout };
	"webhook.test": {
		/** says that it is a test */
		message: string;
	};
};

/** The body of a webhook of this type. */
export type WebhookPayload<Type extends WebhookEventType = WebhookEventType> = {
	/** the type of the event */
	type: Type;
	/** when it happened */
	timestamp: string;
	/** its subject, as it was then */
	data: WebhookData[Type];
};

/** The body of an event's webhook, with its place among the creator's events. */
export type CreatorEvent = {
	[Type in WebhookEvent]: WebhookPayload<Type> & {
		/** the `after` of the events that follow */
		id: string;
	};
}[WebhookEvent];
/** A page of events. */
export type EventPage = {
	/** oldest first */
	events: CreatorEvent[];
	/** the `after` of the next page; null on the last one, after which the `id` of the last event continues */
	next: string | null;
};
