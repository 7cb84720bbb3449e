import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Locale } from "../../contract/locales.ts";
import { CATEGORIES } from "../../trust/moderation/contract.ts";

/** Support questions, reports of shares, and reviews begun by the operator. Times in ms. */
export const cases = sqliteTable(
	"cases",
	{
		id: text("id").primaryKey(),
		kind: text("kind", { enum: ["support", "report", "review"] }).notNull(),
		state: text("state", { enum: ["open", "closed"] })
			.notNull()
			.default("open"),
		/** Pro first */
		priority: integer("priority").notNull().default(0),
		/** the signed-in creator who wrote to support */
		userId: text("user_id"),
		/** the recipient of the answer; null for reports without one */
		email: text("email"),
		/** of the answers */
		locale: text("locale").$type<Locale>().notNull().default("en"),
		shareId: text("share_id"),
		/** the subject of the case */
		creatorId: text("creator_id"),
		category: text("category", { enum: CATEGORIES }),
		subject: text("subject").notNull(),
		/** from a formal report, such as name and address */
		notice: text("notice", { mode: "json" }).$type<Record<string, unknown>>(),
		outcome: text("outcome", {
			enum: ["answered", "taken_down", "suspended", "restored", "upheld", "no_action"],
		}),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		index("cases_queue").on(table.state, table.priority, table.updatedAt),
		index("cases_user").on(table.userId, table.createdAt),
		index("cases_email").on(table.email),
		index("cases_share").on(table.shareId),
		index("cases_creator").on(table.creatorId),
		index("cases_updated").on(table.updatedAt),
	],
);

export const caseEntries = sqliteTable(
	"case_entries",
	{
		id: text("id").primaryKey(),
		caseId: text("case_id")
			.notNull()
			.references(() => cases.id, { onDelete: "cascade" }),
		/** `message`: from outside; `answer`: mailed; `note`: for operators only; `decision`: an act */
		kind: text("kind", { enum: ["message", "appeal", "answer", "note", "decision"] }).notNull(),
		text: text("text").notNull(),
		/** the operator; null for entries from outside */
		authorId: text("author_id"),
		at: integer("at").notNull(),
	},
	(table) => [index("case_entries_case").on(table.caseId, table.at)],
);
