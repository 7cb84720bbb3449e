import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Scope } from "../contract/accounts/access-tokens.ts";
import { users } from "../core/tables.ts";

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
		/** when a second factor was last proven in this session; null when never */
		secondFactorAt: integer("second_factor_at"),
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

/** Changes of an account's address that wait for the links mailed to the new address and to the old one. */
export const addressChanges = sqliteTable(
	"address_changes",
	{
		userId: text("user_id")
			.primaryKey()
			.references(() => users.id, { onDelete: "cascade" }),
		/** the new address */
		email: text("email").notNull(),
		newTokenHash: text("new_token_hash").notNull().unique(),
		/** null where the old address was never confirmed: it has no say */
		oldTokenHash: text("old_token_hash").unique(),
		newConfirmedAt: integer("new_confirmed_at"),
		oldConfirmedAt: integer("old_confirmed_at"),
		/** `sessions.id` of the session that asked, the only one that the change does not end */
		sessionId: text("session_id"),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [index("address_changes_expires").on(table.expiresAt)],
);

/** Hashed codes for creators who have lost their second factor; each is valid once. */
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

/** Public keys of authenticators that sign in without a password, or serve as its second step. */
export const passkeys = sqliteTable(
	"passkeys",
	{
		id: text("id").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** the authenticator's own id, base64url */
		credentialId: text("credential_id").notNull().unique(),
		/** COSE key, base64url */
		publicKey: text("public_key").notNull(),
		/** how often the authenticator has signed; 0 for those that don't count */
		counter: integer("counter").notNull(),
		transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
		name: text("name").notNull(),
		/** whether the device's maker keeps a copy */
		backedUp: integer("backed_up", { mode: "boolean" }).notNull(),
		createdAt: integer("created_at").notNull(),
		lastUsedAt: integer("last_used_at"),
	},
	(table) => [index("passkeys_user").on(table.userId)],
);

/** Applications that may request access to creators' accounts (RFC 6749, 2). */
export const applications = sqliteTable(
	"applications",
	{
		/** the `client_id` */
		id: text("id").primaryKey(),
		/** the creator who registered it; null if it registered itself */
		creatorId: text("creator_id").references(() => users.id, { onDelete: "cascade" }),
		name: text("name").notNull(),
		address: text("address"),
		redirectUris: text("redirect_uris", { mode: "json" }).$type<string[]>().notNull(),
		/** SHA-256 of the secret; null for a public application, which can't keep one */
		secretHash: text("secret_hash"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("applications_creator").on(table.creatorId).where(sql`creator_id is not null`),
		index("applications_unowned").on(table.createdAt).where(sql`creator_id is null`),
	],
);

/** Tokens with which a creator's programs use the API. */
export const accessTokens = sqliteTable(
	"access_tokens",
	{
		id: text("id").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** the application that got this token, which its refresh token replaces; null for others */
		applicationId: text("application_id").references(() => applications.id, {
			onDelete: "cascade",
		}),
		name: text("name").notNull(),
		tokenHash: text("token_hash").notNull().unique(),
		/** the token's last characters, so that its creator recognises it */
		ending: text("ending").notNull(),
		scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
		createdAt: integer("created_at").notNull(),
		/** null if it never expires */
		expiresAt: integer("expires_at"),
		lastUsedAt: integer("last_used_at"),
		/** the start of the minute in which `calls` are counted */
		windowAt: integer("window_at").notNull(),
		calls: integer("calls").notNull(),
	},
	(table) => [
		index("access_tokens_user").on(table.userId),
		index("access_tokens_application")
			.on(table.applicationId)
			.where(sql`application_id is not null`),
		index("access_tokens_expires").on(table.expiresAt).where(sql`expires_at is not null`),
	],
);

/** Codes with which an application gets its first tokens after a creator has agreed (RFC 6749, 4.1.2). */
export const authorizationCodes = sqliteTable(
	"authorization_codes",
	{
		/** SHA-256 of the code */
		codeHash: text("code_hash").primaryKey(),
		/** `access_tokens.id` of the token that it is exchanged for */
		tokenId: text("token_id").notNull(),
		/** `applications.id`, or the command line, which has no row; a code of a deleted one opens nothing */
		applicationId: text("application_id").notNull(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
		redirectUri: text("redirect_uri").notNull(),
		/** SHA-256 of the verifier that the application has to send (RFC 7636, S256) */
		codeChallenge: text("code_challenge").notNull(),
		/** kept afterwards, so that a second use is noticed */
		usedAt: integer("used_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("authorization_codes_application").on(table.applicationId),
		index("authorization_codes_user").on(table.userId),
		index("authorization_codes_created").on(table.createdAt),
	],
);

/** Tokens with which an application replaces its access token; each is valid once. */
export const refreshTokens = sqliteTable(
	"refresh_tokens",
	{
		tokenHash: text("token_hash").primaryKey(),
		/** `access_tokens.id` of the token that it replaces */
		tokenId: text("token_id")
			.notNull()
			.references(() => accessTokens.id, { onDelete: "cascade" }),
		/** what the creator has agreed to */
		scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
		/** kept afterwards, so that a second use is noticed */
		usedAt: integer("used_at"),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		index("refresh_tokens_token").on(table.tokenId),
		index("refresh_tokens_expires").on(table.expiresAt),
	],
);

/** Answered passkey challenges and confirmations of tools, hashed, so that none counts twice. */
export const spentChallenges = sqliteTable(
	"spent_challenges",
	{
		challengeHash: text("challenge_hash").primaryKey(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [index("spent_challenges_expires").on(table.expiresAt)],
);

/** Browsers that have signed in to an account: a sign-in from a new one is announced by mail. */
export const devices = sqliteTable(
	"devices",
	{
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** MAC of the cookie's token and the account, so that a browser's rows of two accounts can't be linked */
		tokenHash: text("token_hash").notNull(),
		firstAt: integer("first_at").notNull(),
		lastAt: integer("last_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.tokenHash] }),
		index("devices_user_last").on(table.userId, table.lastAt),
		index("devices_last").on(table.lastAt),
	],
);
