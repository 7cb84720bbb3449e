import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Requests with an `Idempotency-Key`. Times in ms. */
export const idempotencyKeys = sqliteTable(
	"idempotency_keys",
	{
		/** `users.id`, or a MAC of the buyer's cookie or, without one, of the network */
		owner: text("owner").notNull(),
		/** MAC of the method, the path and the key */
		requestKey: text("request_key").notNull(),
		/** the latest run of the request */
		runId: text("run_id").notNull(),
		/** digest of the query and the body; null while a body is still read */
		fingerprint: text("fingerprint"),
		/** end of the time it counts as running */
		leaseUntil: integer("lease_until").notNull(),
		/** null until the request has ended */
		status: integer("status"),
		/** encrypted; null if not kept */
		response: text("response"),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.owner, table.requestKey] }),
		index("idempotency_keys_expires").on(table.expiresAt),
	],
);
