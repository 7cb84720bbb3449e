import { sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type Currency, DEFAULT_CURRENCY } from "../../contract/money.ts";
import { users } from "../../core/tables.ts";
import { shares } from "../shares/tables.ts";

/** Money in cents, percentages in basis points, times in ms. */
export const discounts = sqliteTable(
	"discounts",
	{
		id: text("id").primaryKey(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** upper case */
		code: text("code").notNull(),
		name: text("name").notNull(),
		percentBps: integer("percent_bps"),
		amountCents: integer("amount_cents"),
		currency: text("currency").$type<Currency>().notNull().default(DEFAULT_CURRENCY),
		/** if false, `discount_shares` lists the shares */
		allShares: integer("all_shares", { mode: "boolean" }).notNull(),
		startsAt: integer("starts_at"),
		endsAt: integer("ends_at"),
		maxUses: integer("max_uses"),
		maxPerBuyer: integer("max_per_buyer"),
		belowMinimum: text("below_minimum", { enum: ["direct", "free"] }).notNull(),
		active: integer("active", { mode: "boolean" }).notNull(),
		/** a quote is only made from a code that hasn't changed since it was read */
		changedAt: integer("changed_at").notNull(),
		createdAt: integer("created_at").notNull(),
		/** the `ETag` */
		revision: integer("revision").notNull().default(0),
	},
	(table) => [
		uniqueIndex("discounts_code").on(table.creatorId, table.code),
		check(
			"discounts_reduction",
			sql`(${table.percentBps} between 1 and 10000 and ${table.amountCents} is null)
				or (${table.percentBps} is null and ${table.amountCents} >= 1)`,
		),
	],
);

export const discountShares = sqliteTable(
	"discount_shares",
	{
		discountId: text("discount_id")
			.notNull()
			.references(() => discounts.id, { onDelete: "cascade" }),
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id, { onDelete: "cascade" }),
	},
	(table) => [
		primaryKey({ columns: [table.discountId, table.shareId] }),
		index("discount_shares_share").on(table.shareId),
	],
);
