import * as z from "zod";
import type { PlanId } from "../accounts/plans.ts";
import { MAX_ENDPOINT_DESCRIPTION } from "../constants.ts";
import { idField, limitField, oneLine } from "../fields.ts";
import type { Currency } from "../money.ts";
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
	/** the address that messages are sent to, over HTTPS */
	url: urlField,
	/** the types of events; `*` stands for all, also those that are added later */
	events: eventsField,
	/** for the creator only */
	description: endpointDescriptionField.default(""),
});
/** `PATCH /api/webhooks/endpoints/:id`; what is not given stays as it is. */
export const editEndpointInput = z.strictObject({
	/** the address that messages are sent to, over HTTPS */
	url: urlField.optional(),
	/** the types of events; `*` stands for all, also those that are added later */
	events: eventsField.optional(),
	/** for the creator only */
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
	/** `next` of the page before */
	after: z
		.string()
		.regex(/^\d{1,16}\.msg_[0-9a-f]{32}$/, "There is no such page")
		.optional(),
	/** how many a page has; 25 where not given */
	limit: limitField,
});

/** `GET /api/events` */
export const eventsQuery = z.strictObject({
	/** the `id` of the event after which the page begins; the oldest event is the first where it is not given */
	after: z
		.string()
		.regex(/^\d{1,15}$/, "There is no such event")
		.optional(),
	/** how many a page has; 50 where not given */
	limit: limitField,
	/** only events of these types, with commas between them */
	type: z
		.string()
		.max(1000)
		.transform((types) => [...new Set(types.split(","))])
		.pipe(z.array(z.enum(WEBHOOK_EVENTS, { error: "There is no such event" })))
		.optional(),
});

/** `POST /api/webhooks/listeners` */
export const newListenerInput = z.strictObject({
	/** the types of events; `*` stands for all, also those that are added later */
	events: eventsField,
});
/** `POST /api/webhooks/samples` */
export const sampleInput = z.strictObject({
	/** the type of the event of which a sample is made */
	event: z.enum(WEBHOOK_EVENTS, { error: "There is no such event" }),
});
/** `POST /api/webhooks/listeners/:id/results` */
export const listenerResultsInput = z.strictObject({
	/** what became of each message, at most 50 */
	results: z
		.array(
			z.strictObject({
				/** the id of the message */
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
	/** the address that messages are sent to */
	url: string;
	/** what the creator says about it; empty for nothing */
	description: string;
	/** the types of events that it gets; `["*"]` for all */
	events: (WebhookEvent | typeof ALL_EVENTS)[];
	createdAt: string;
	/** messages are sent; otherwise they wait */
	enabled: boolean;
	/**
	 * why it is off: by its `creator`, after failures (`failing`), after a response 410 (`gone`), or since
	 * the password was `reset`; null while it is on
	 */
	offReason: EndpointOffReason | null;
	/** until when messages are signed with the secret before, too; null without one */
	previousSecretUntil: string | null;
	/** when a message was last accepted: ISO 8601 in UTC; null for never */
	lastSuccessAt: string | null;
	/** when a message was last refused: ISO 8601 in UTC; null for never */
	lastFailureAt: string | null;
};
/** The endpoints of an account. */
export type WebhookEndpointList = {
	/** in the order in which they were added */
	endpoints: WebhookEndpoint[];
};
/** A new endpoint, or one with a new secret: the only responses that contain it. */
export type WebhookEndpointWithSecret = WebhookEndpoint & {
	/** signs the messages: `whsec_` and base64 */
	secret: string;
};

/** Why an attempt was no success: of the response, of the way there, or of the address. */
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
	/** the status of the response; null when there was none */
	status: number | null;
	/** why it was no success; null for a success */
	failure: AttemptFailure | null;
	/** the headers that were sent, by their names */
	requestHeaders: Record<string, string>;
	/** the first 1,024 bytes of the response, as text */
	response: string;
};
/** `waiting` for its first or next attempt, `paused` while the endpoint is off. */
export type MessageState = "waiting" | "paused" | "delivered" | "failed";
/** A message to an endpoint, with its attempts. */
export type WebhookMessage = {
	/** the header `webhook-id`, the same in every attempt */
	id: string;
	/** the type of the event */
	type: WebhookEventType;
	createdAt: string;
	/**
	 * whether it waits (`waiting`), waits for its endpoint to be switched on (`paused`), was
	 * accepted (`delivered`), or was given up (`failed`)
	 */
	state: MessageState;
	/** when it is sent again; null when it is not */
	nextAttemptAt: string | null;
	/** the body of the request */
	body: string;
	/** the latest first, at most 20 */
	attempts: WebhookAttempt[];
};
/** A page of an endpoint's messages. */
export type WebhookMessagePage = {
	/** the newest first */
	messages: WebhookMessage[];
	/** the `after` of the next page; null on the last one */
	next: string | null;
};

/** Who got a sample of an event. */
export type TriggeredSample = {
	/** how many running listeners of the account */
	listeners: number;
};
/** A listener that has begun. */
export type NewWebhookListener = {
	id: string;
	/** signs the messages: `whsec_` and base64 */
	secret: string;
	/** when it ends unless it is asked for messages before: ISO 8601 in UTC */
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
		/** the signatures, with spaces between them */
		"webhook-signature": string;
	};
	/** the body that an endpoint would get */
	body: string;
};
/** Messages that a listener fetches. */
export type ListenerMessages = {
	/** the oldest first, at most 50 */
	messages: ListenerMessage[];
};

/** A sale in an event: what the list of sales says of it that does not become known later only. */
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
>;

/** A share in an event: what its creator sees of it that does not depend on sales. */
export type WebhookShare = {
	/** the id that only the creator sees */
	id: string;
	/** as in its link */
	shareId: string;
	title: string;
	/** of its price (ISO 4217, lower case) */
	currency: Currency;
	price: string;
	pricing: "fixed" | "chosen" | "free";
	saleMode: "each" | "link";
	/** how often the share can be sold; null for no limit */
	maxSales: number | null;
	/** it is on sale; false once the creator stopped that or it has ended */
	selling: boolean;
	/** shown on the creator's page while it is on sale */
	listed: boolean;
	/** `uploading` until its files are complete, `taken_down` by the operator */
	status: "uploading" | "published" | "deleted" | "taken_down";
	fileCount: number;
	/** bytes */
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
	/** what is returned to the buyer: a decimal string in the sale's currency */
	amount: string;
};
/** A dispute at the bank about a sale. */
export type WebhookDispute = {
	/** the payment provider's id */
	id: string;
	/** what the bank has taken: a decimal string in the sale's currency */
	amount: string;
	/** for whom it was decided, seen from the creator; null while it is open */
	outcome: "won" | "lost" | null;
};
/** A direct payment in an event. */
export type WebhookClaim = Required<Omit<DirectClaim, "raisesTo">>;
/** The creator's own subscription of Pro in an event. */
export type WebhookSubscription = {
	/** the plan in force */
	plan: PlanId;
	/** the payment provider's status; null without a subscription */
	status: string | null;
	/** when the paid period ends: ISO 8601 in UTC; null for none */
	currentPeriodEnd: string | null;
	/** it does not renew */
	cancelAtPeriodEnd: boolean;
};
/**
 * Money of a sale on its way to the creator's own account at the payment provider; `reversed` is what was taken back
 * from there, because of a refund or a dispute.
 */
export type WebhookPayout = {
	id: string;
	/** whether the money has arrived, or was taken back */
	status: "paid" | "failed" | "reversed";
	/** the id of the sale */
	saleId: string;
	/** the sale's (ISO 4217, lower case), also where the account gets another */
	currency: Currency;
	/** what of the sale is paid out or taken back: a decimal string */
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
	/** what it is about, as it was then */
	data: WebhookData[Type];
};

/** An event: the body of its webhook, and its place among the creator's events. */
export type CreatorEvent = {
	[Type in WebhookEvent]: WebhookPayload<Type> & {
		/** the `after` of the events that come after it */
		id: string;
	};
}[WebhookEvent];
/** A page of events. */
export type EventPage = {
	/** the oldest first */
	events: CreatorEvent[];
	/** the `after` of the next page; null on the last one, after which a program goes on with the `id` of the last event */
	next: string | null;
};
