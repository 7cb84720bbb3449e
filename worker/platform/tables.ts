import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Times in ms. */
export const outbox = sqliteTable(
	"outbox",
	{
		id: text("id").primaryKey(),
		/** idempotency key: repeating the effect never repeats the mail */
		dedupeKey: text("dedupe_key").unique(),
		kind: text("kind").notNull(),
		audience: text("audience", { enum: ["creator", "buyer", "operator"] }).notNull(),
		cause: text("cause", { enum: ["owed", "owner", "anyone"] }).notNull(),
		/** keyed hashes, for counting limits after the address itself is deleted */
		recipientKey: text("recipient_key").notNull(),
		/** the client that caused it; null for jobs */
		networkKey: text("network_key"),
		/** the larger networks around it */
		widerNetworkKey: text("wider_network_key"),
		widestNetworkKey: text("widest_network_key"),
		/** the account on whose behalf the mail is sent to another person */
		senderKey: text("sender_key"),
		/** the limit that withholds this mail; null for mails that are sent */
		withheldBy: text("withheld_by", {
			enum: ["address", "kind", "network", "sender", "unverified"],
		}),
		recipient: text("recipient").notNull(),
		subject: text("subject").notNull(),
		text: text("text").notNull(),
		html: text("html").notNull(),
		/** for the header of mails that the recipient can end; cleared with the text */
		unsubscribeUrl: text("unsubscribe_url"),
		createdAt: integer("created_at").notNull(),
		dueAt: integer("due_at").notNull(),
		attempts: integer("attempts").notNull().default(0),
		sentAt: integer("sent_at"),
		lastError: text("last_error"),
	},
	(table) => [
		index("outbox_due")
			.on(table.dueAt)
			.where(sql`sent_at is null and withheld_by is null and attempts < 8`),
		/** texts to empty: of mails that were sent, and of those that were given up */
		index("outbox_sent").on(table.sentAt).where(sql`html <> ''`),
		/** mails that nobody got, for the operator */
		index("outbox_failed").on(table.createdAt).where(sql`attempts >= 8 and last_error is not null`),
		index("outbox_given_up").on(table.dueAt).where(sql`html <> '' and attempts >= 8`),
		/** rows with addresses or hashes of addresses */
		index("outbox_personal").on(table.createdAt).where(sql`recipient_key <> ''`),
		index("outbox_withheld")
			.on(table.createdAt)
			.where(sql`withheld_by is not null and attempts = 0`),
		index("outbox_recipient").on(table.recipientKey, table.createdAt),
		index("outbox_network").on(table.networkKey, table.createdAt),
		index("outbox_wider_network").on(table.widerNetworkKey, table.createdAt),
		index("outbox_widest_network").on(table.widestNetworkKey, table.createdAt),
		index("outbox_sender").on(table.senderKey, table.createdAt),
	],
);

/** Requests with a status of 500 or more, for the operator. */
export const failedRequests = sqliteTable(
	"failed_requests",
	{
		requestId: text("request_id").primaryKey(),
		at: integer("at").notNull(),
		method: text("method").notNull(),
		path: text("path").notNull(),
		code: text("code").notNull(),
		error: text("error").notNull(),
	},
	(table) => [index("failed_requests_at").on(table.at)],
);

/** Keys are MACs, so no address is stored. */
export const attempts = sqliteTable(
	"attempts",
	{
		key: text("key").primaryKey(),
		count: integer("count").notNull(),
		lastAt: integer("last_at").notNull(),
		blockedUntil: integer("blocked_until").notNull(),
	},
	(table) => [index("attempts_last").on(table.lastAt)],
);

/** Work that must happen later, until it is done: its kind's `run` says what it does. Times in ms. */
export const queue = sqliteTable(
	"queue",
	{
		kind: text("kind").notNull(),
		/** what it is about: a prefix of objects' keys, a cache's tag, a file */
		key: text("key").notNull(),
		/** whose turn it is, for kinds that are fair */
		owner: text("owner").notNull(),
		/** new for each request, so that a running task doesn't count for a later one */
		mark: text("mark").notNull(),
		dueAt: integer("due_at").notNull(),
		attempts: integer("attempts").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.kind, table.key] }),
		index("queue_due").on(table.kind, table.dueAt),
	],
);

export const switches = sqliteTable("switches", {
	name: text("name").primaryKey(),
	pausedAt: integer("paused_at").notNull(),
});
