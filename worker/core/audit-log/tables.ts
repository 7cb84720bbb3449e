import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditedAct } from "./contract.ts";

/** Rows are only added, numbered without gaps. Times in ms. */
export const auditLog = sqliteTable(
	"audit_log",
	{
		id: integer("id").primaryKey(),
		at: integer("at").notNull(),
		act: text("act").$type<AuditedAct>().notNull(),
		by: text("by", { enum: ["creator", "operator", "system"] }).notNull(),
		/** null for the service itself */
		actorId: text("actor_id"),
		creatorId: text("creator_id"),
		/** id of the share, purchase, case or mail */
		subjectId: text("subject_id"),
		/**
		 * JSON for people to read: the only column with personal data, emptied with the account. The chain
		 * contains only its MAC, and so stays intact.
		 */
		details: text("details"),
		detailsMac: text("details_mac"),
		/** covers the row and the previous MAC; both MACs are null until the row is sealed */
		mac: text("mac"),
	},
	(table) => [
		index("audit_log_creator").on(table.creatorId, table.id),
		index("audit_log_subject").on(table.subjectId),
		index("audit_log_actor").on(table.actorId),
		index("audit_log_unsealed").on(table.id).where(sql`mac is null`),
		index("audit_log_personal").on(table.at).where(sql`details is not null`),
	],
);
