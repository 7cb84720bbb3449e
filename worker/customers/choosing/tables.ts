import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { shares } from "../../catalogue/shares/tables.ts";

/** A client who chooses files of a share, by a name of their own, without an account. Times in ms. */
export const choosers = sqliteTable(
	"choosers",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		name: text("name").notNull(),
		/** SHA-256 of the token that the client's browser keeps */
		tokenHash: text("token_hash").notNull().unique(),
		createdAt: integer("created_at").notNull(),
		/** null while the choice isn't sent */
		sentAt: integer("sent_at"),
	},
	(table) => [index("choosers_share").on(table.shareId, table.createdAt)],
);

export const choices = sqliteTable(
	"choices",
	{
		chooserId: text("chooser_id")
			.notNull()
			.references(() => choosers.id, { onDelete: "cascade" }),
		/** `files.id` */
		fileId: text("file_id").notNull(),
		/** false for a comment on a file that isn't chosen */
		chosen: integer("chosen", { mode: "boolean" }).notNull().default(true),
		comment: text("comment"),
	},
	(table) => [primaryKey({ columns: [table.chooserId, table.fileId] })],
);
