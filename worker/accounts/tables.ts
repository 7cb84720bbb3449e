import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Locale } from "../contract/locales.ts";

/** Creators. Times in ms since the epoch. */
export const users = sqliteTable("users", {
	id: text("id").primaryKey(),
	email: text("email").notNull().unique(),
	passwordHash: text("password_hash").notNull(),
	firstName: text("first_name"),
	lastName: text("last_name"),
	displayName: text("display_name"),
	/** the language of the mails to the creator */
	locale: text("locale").$type<Locale>().notNull().default("en"),
	/** the paid plan; in force while `planEndsAt` is null or in the future */
	plan: text("plan", { enum: ["free", "pro"] })
		.notNull()
		.default("free"),
	planEndsAt: integer("plan_ends_at"),
	emailVerifiedAt: integer("email_verified_at"),
	totpSecret: text("totp_secret"),
	totpConfirmedAt: integer("totp_confirmed_at"),
	/** the time step of the last accepted code; a code is valid once */
	totpLastStep: integer("totp_last_step").notNull().default(0),
	/** set when the account was deleted; the row is kept for the ledger, without personal data */
	deletedAt: integer("deleted_at"),
	createdAt: integer("created_at").notNull(),
});

export const sessions = sqliteTable(
	"sessions",
	{
		/** SHA-256 of the token in the cookie; the token itself is not stored */
		tokenHash: text("token_hash").primaryKey(),
		/** identifies the session in lists */
		id: text("id").notNull().unique(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		userAgent: text("user_agent"),
		createdAt: integer("created_at").notNull(),
		lastSeenAt: integer("last_seen_at").notNull(),
		/** the absolute end, 30 days after the sign-in */
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		index("sessions_user").on(table.userId),
		index("sessions_expires").on(table.expiresAt),
		index("sessions_seen").on(table.lastSeenAt),
	],
);

/** Single-use tokens sent by mail, stored hashed. */
export const mailTokens = sqliteTable(
	"mail_tokens",
	{
		tokenHash: text("token_hash").primaryKey(),
		purpose: text("purpose", { enum: ["reset-password", "verify-email"] }).notNull(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		index("mail_tokens_user").on(table.userId),
		index("mail_tokens_expires").on(table.expiresAt),
	],
);

/** Codes for those who lost their authenticator app, hashed; each is valid once. */
export const recoveryCodes = sqliteTable(
	"recovery_codes",
	{
		codeHash: text("code_hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
	},
	(table) => [index("recovery_codes_user").on(table.userId)],
);
