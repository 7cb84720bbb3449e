import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ALL_EVENTS } from "../../api/webhooks/contract/webhook-events.ts";
import type {
	EndpointOffReason,
	WebhookAttempt,
	WebhookEvent,
	WebhookEventType,
} from "../../api/webhooks/contract/webhooks.ts";
import { users } from "../tables.ts";

/** Times in ms. */
export const webhookEndpoints = sqliteTable(
	"webhook_endpoints",
	{
		id: text("id").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** null for a listener: a command line that polls its messages */
		url: text("url"),
		description: text("description").notNull().default(""),
		events: text("events", { mode: "json" })
			.$type<(WebhookEvent | typeof ALL_EVENTS)[]>()
			.notNull(),
		/** encrypted, see `worker/api/webhooks/secrets.ts` */
		secret: text("secret").notNull(),
		/**
		 * former secrets that still sign, encrypted, separated by blanks: the latest is last and valid until
		 * `previousUntil`, the others have their end (ms) after an `@`
		 */
		previousSecret: text("previous_secret"),
		previousUntil: integer("previous_until"),
		createdAt: integer("created_at").notNull(),
		/** null while it gets messages */
		offReason: text("off_reason").$type<EndpointOffReason>(),
		/** when it was last switched on with a fresh set of attempts for its waiting messages */
		resumedAt: integer("resumed_at"),
		/** when a listener ends unless it polls again; null for an endpoint */
		expiresAt: integer("expires_at"),
		lastSuccessAt: integer("last_success_at"),
		lastFailureAt: integer("last_failure_at"),
		/** incremented by each edit: the `ETag` */
		revision: integer("revision").notNull().default(0),
	},
	(table) => [
		index("webhook_endpoints_user").on(table.userId, table.createdAt),
		index("webhook_endpoints_expires").on(table.expiresAt).where(sql`expires_at is not null`),
	],
);

/**
 * Written in the batch of their effect; the trigger `creator_events_insert` writes the endpoints' messages. Times
 * in ms.
 */
export const creatorEvents = sqliteTable(
	"creator_events",
	{
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/**
		 * the order of commits: the event's time, or one more than the previous number. Never lower than an
		 * earlier event's, so that a reader who continues after one misses none.
		 */
		seq: integer("seq").notNull(),
		/** names the effect, so that repetitions change nothing */
		eventKey: text("event_key").notNull(),
		type: text("type").$type<WebhookEvent>().notNull(),
		/** JSON of what `recordEvents` was given; `bodyOf` presents it */
		data: text("data").notNull(),
		/** the key of an event that an endpoint must have got before; null for none */
		afterKey: text("after_key"),
		/** the event may change or be withdrawn until then */
		notBefore: integer("not_before").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.seq] }),
		uniqueIndex("creator_events_key").on(table.userId, table.eventKey),
		index("creator_events_created").on(table.createdAt),
	],
);

/** The `id` keeps a repeated statement from adding it twice. */
export type LoggedAttempt = WebhookAttempt & { id: string };

/** One event for one endpoint. Times in ms. */
export const webhookMessages = sqliteTable(
	"webhook_messages",
	{
		/** the header `webhook-id` of every attempt */
		id: text("id").primaryKey(),
		endpointId: text("endpoint_id")
			.notNull()
			.references(() => webhookEndpoints.id),
		eventKey: text("event_key").notNull(),
		type: text("type").$type<WebhookEventType>().notNull(),
		data: text("data").notNull(),
		createdAt: integer("created_at").notNull(),
		attempts: integer("attempts").notNull().default(0),
		/** the latest 20 that have ended, oldest first */
		attemptLog: text("attempt_log", { mode: "json" })
			.$type<LoggedAttempt[]>()
			.notNull()
			.default([]),
		/**
		 * when it is sent, or sent again unless the present sender reports back; null once decided, while the
		 * endpoint is off, and for listeners
		 */
		dueAt: integer("due_at"),
		deliveredAt: integer("delivered_at"),
		failedAt: integer("failed_at"),
	},
	(table) => [
		uniqueIndex("webhook_messages_event").on(table.endpointId, table.eventKey),
		index("webhook_messages_due").on(table.endpointId, table.dueAt).where(sql`due_at is not null`),
		/** the log, newest first */
		index("webhook_messages_log").on(table.endpointId, table.createdAt, table.id),
		/** unconfirmed messages of listeners, and those waiting for their endpoint to be switched on */
		index("webhook_messages_open")
			.on(table.endpointId, table.createdAt)
			.where(sql`delivered_at is null and failed_at is null`),
		index("webhook_messages_created").on(table.createdAt),
	],
);
