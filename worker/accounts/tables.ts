import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../core/tables.ts";
import type { Scope } from "./access-tokens/contract.ts";

const userId = () =>
	text("user_id")
		.notNull()
		.references(() => users.id, { onDelete: "cascade" });

export const sessions = sqliteTable(
	"sessions",
	{
		/** SHA-256 of the cookie's token */
		tokenHash: text("token_hash").primaryKey(),
		id: text("id").notNull().unique(),
		userId: userId(),
		userAgent: text("user_agent"),
		createdAt: integer("created_at").notNull(),
		lastSeenAt: integer("last_seen_at").notNull(),
		/** absolute */
		expiresAt: integer("expires_at").notNull(),
		secondFactorAt: integer("second_factor_at"),
	},
	(table) => [
		index("sessions_user").on(table.userId),
		index("sessions_expires").on(table.expiresAt),
		index("sessions_seen").on(table.lastSeenAt),
	],
);

export const passkeys = sqliteTable(
	"passkeys",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		/** base64url */
		credentialId: text("credential_id").notNull().unique(),
		/** COSE key, base64url */
		publicKey: text("public_key").notNull(),
		/** signatures made; 0 for authenticators that don't count */
		counter: integer("counter").notNull(),
		transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
		name: text("name").notNull(),
		/** the device's maker keeps a copy */
		backedUp: integer("backed_up", { mode: "boolean" }).notNull(),
		createdAt: integer("created_at").notNull(),
		lastUsedAt: integer("last_used_at"),
	},
	(table) => [index("passkeys_user").on(table.userId)],
);

/** See RFC 6749, 2. */
export const applications = sqliteTable(
	"applications",
	{
		/** the `client_id` */
		id: text("id").primaryKey(),
		/** null if it registered itself */
		creatorId: text("creator_id").references(() => users.id, { onDelete: "cascade" }),
		name: text("name").notNull(),
		address: text("address"),
		redirectUris: text("redirect_uris", { mode: "json" }).$type<string[]>().notNull(),
		/** null for a public application, which can't keep a secret */
		secretHash: text("secret_hash"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("applications_creator").on(table.creatorId).where(sql`creator_id is not null`),
		index("applications_unowned").on(table.createdAt).where(sql`creator_id is null`),
	],
);

export const accessTokens = sqliteTable(
	"access_tokens",
	{
		id: text("id").primaryKey(),
		userId: userId(),
		/** null for creators' own tokens */
		applicationId: text("application_id").references(() => applications.id, {
			onDelete: "cascade",
		}),
		name: text("name").notNull(),
		tokenHash: text("token_hash").notNull().unique(),
		/** last characters, so that its creator recognises it */
		ending: text("ending").notNull(),
		scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at"),
		lastUsedAt: integer("last_used_at"),
		/** start of the minute that `calls` counts */
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

/** A sign-in from a browser without a row is announced by mail. */
export const devices = sqliteTable(
	"devices",
	{
		userId: userId(),
		/** MAC of the cookie's token and the account, so that rows of two accounts can't be linked */
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
