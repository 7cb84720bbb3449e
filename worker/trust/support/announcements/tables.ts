import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is announced, by language; creators of another one get the English. */
export type AnnouncedTexts = { readonly en: { subject: string; text: string } } & Partial<
	Record<string, { subject: string; text: string }>
>;

/** What the operator writes to all creators; mailed in steps. */
export const announcements = sqliteTable(
	"announcements",
	{
		id: text("id").primaryKey(),
		/** subject and text by language; creators of another one get the English */
		texts: text("texts", { mode: "json" }).$type<AnnouncedTexts>().notNull(),
		createdAt: integer("created_at").notNull(),
		/** `users.id` of the last creator whose mail is in the outbox */
		cursor: text("cursor").notNull().default(""),
		/** number of mails put into the outbox */
		sent: integer("sent").notNull().default(0),
		finishedAt: integer("finished_at"),
	},
	(table) => [index("announcements_created").on(table.createdAt)],
);
