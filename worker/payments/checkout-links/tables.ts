import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { shares } from "../../catalogue/shares/tables.ts";
import { users } from "../../core/tables.ts";

/** Created by programs, each for one buyer. Cents, ms. */
export const checkouts = sqliteTable(
	"checkouts",
	{
		id: text("id").primaryKey(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** null for the share's price */
		priceCents: integer("price_cents"),
		buyerEmail: text("buyer_email"),
		/** where the buyer returns after paying; null for the share's page */
		successUrl: text("success_url"),
		externalId: text("external_id"),
		metadata: text("metadata", { mode: "json" }).$type<Record<string, string>>().notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		/** expired and paid */
		kept: integer("kept", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		index("checkouts_creator").on(table.creatorId),
		index("checkouts_order")
			.on(table.creatorId, table.externalId)
			.where(sql`external_id is not null`),
		index("checkouts_stored").on(table.creatorId).where(sql`not kept`),
		index("checkouts_share").on(table.shareId),
		index("checkouts_expires").on(table.expiresAt).where(sql`not kept`),
	],
);
