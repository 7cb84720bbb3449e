import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Locale } from "../contract/locales.ts";
import { type Currency, DEFAULT_CURRENCY } from "../contract/money.ts";

/** Times in ms since the epoch. */
export const users = sqliteTable("users", {
	id: text("id").primaryKey(),
	email: text("email").notNull().unique(),
	passwordHash: text("password_hash").notNull(),
	firstName: text("first_name"),
	lastName: text("last_name"),
	displayName: text("display_name"),
	/** the creator's words to those who have paid */
	thanks: text("thanks"),
	/** of mails to the creator */
	locale: text("locale").$type<Locale>().notNull().default("en"),
	/** of new shares; of all shares, until something is sold */
	currency: text("currency").$type<Currency>().notNull().default(DEFAULT_CURRENCY),
	/** other currencies that older shares may have */
	earlierCurrencies: text("earlier_currencies", { mode: "json" })
		.$type<Currency[]>()
		.notNull()
		.default([]),
	/** in force while `planEndsAt` is null or in the future */
	plan: text("plan", { enum: ["free", "pro"] })
		.notNull()
		.default("free"),
	planEndsAt: integer("plan_ends_at"),
	emailVerifiedAt: integer("email_verified_at"),
	totpSecret: text("totp_secret"),
	totpConfirmedAt: integer("totp_confirmed_at"),
	/** the time step of the last accepted code; a code is valid once */
	totpLastStep: integer("totp_last_step").notNull().default(0),
	/** by the operator: no sales, no uploads */
	suspendedAt: integer("suspended_at"),
	/** deleted accounts keep a row for the ledger, without personal data */
	deletedAt: integer("deleted_at"),
	createdAt: integer("created_at").notNull(),
});

/** How far jobs got whose runs cover a part each; `at` is when (ms). */
export const jobCursors = sqliteTable("job_cursors", {
	name: text("name").primaryKey(),
	cursor: text("cursor"),
	at: integer("at").notNull(),
});
