import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Requests that carried an `Idempotency-Key`, and their responses. Times in ms. */
export const idempotencyKeys = sqliteTable(
	"idempotency_keys",
	{
		/** `users.id`, or a MAC of the buyer's cookie or the network of who has no account */
		owner: text("owner").notNull(),
		/** MAC of the method, the path and the key; the key itself is not stored */
		requestKey: text("request_key").notNull(),
		/** the request that runs, or did */
		runId: text("run_id").notNull(),
		/** digest of the query and the body; null while a body is still read */
		fingerprint: text("fingerprint"),
		/** until when the request is taken to be running */
		leaseUntil: integer("lease_until").notNull(),
		/** null until the request has ended */
		status: integer("status"),
		/** encrypted; null where it was not kept */
		response: text("response"),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.owner, table.requestKey] }),
		index("idempotency_keys_expires").on(table.expiresAt),
	],
);
