import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";
import { CATEGORIES } from "./contract.ts";

/** Decisions against a share or an account. Times in ms. */
export const sanctions = sqliteTable(
	"sanctions",
	{
		id: text("id").primaryKey(),
		kind: text("kind", { enum: ["take_down", "suspension"] }).notNull(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** null for a suspension */
		shareId: text("share_id"),
		category: text("category", { enum: CATEGORIES }).notNull(),
		text: text("text").notNull(),
		legalOrder: integer("legal_order", { mode: "boolean" }).notNull().default(false),
		caseId: text("case_id").notNull(),
		imposedAt: integer("imposed_at").notNull(),
		/** null for the service itself */
		imposedBy: text("imposed_by"),
		liftedAt: integer("lifted_at"),
		liftedBy: text("lifted_by"),
		appeal: text("appeal", { enum: ["none", "open", "rejected"] })
			.notNull()
			.default("none"),
		/** the answer to the latest appeal */
		answer: text("answer"),
	},
	(table) => [
		index("sanctions_creator").on(table.creatorId, table.imposedAt),
		index("sanctions_case").on(table.caseId),
		uniqueIndex("sanctions_share")
			.on(table.shareId)
			.where(sql`lifted_at is null and kind = 'take_down'`),
		uniqueIndex("sanctions_account")
			.on(table.creatorId)
			.where(sql`lifted_at is null and kind = 'suspension'`),
	],
);
