import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SettledCents } from "../contract/money.ts";
import { users } from "../core/tables.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import type { Party } from "./invoices/contract.ts";

export const payoutMethods = sqliteTable(
	"payout_methods",
	{
		userId: text("user_id")
			.primaryKey()
			.references(() => users.id),
		cashAppHandle: text("cash_app_handle"),
		/** used while `DIRECT_LINK_HOSTS` has its host */
		directLink: text("direct_link"),
		/** creators who are paid directly can refuse cards */
		acceptsCards: integer("accepts_cards", { mode: "boolean" }).notNull().default(true),
		acceptsDelayed: integer("accepts_delayed", { mode: "boolean" }).notNull().default(false),
		releaseOnConfirmation: integer("release_on_confirmation", { mode: "boolean" })
			.notNull()
			.default(false),
		stripeAccountId: text("stripe_account_id").unique(),
		chargesEnabled: integer("charges_enabled", { mode: "boolean" }).notNull().default(false),
		/** in another country than the platform's: earnings are transferred after the sale */
		isAbroad: integer("is_abroad", { mode: "boolean" }).notNull().default(false),
		/** the settlement currency when the account was created: sales in others are held and transferred */
		platformCurrency: text("platform_currency").notNull().default("usd"),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		index("payout_methods_waiting")
			.on(table.updatedAt)
			.where(sql`stripe_account_id is not null and not charges_enabled`),
	],
);

/** Append-only. Signed cents from the creator's point of view; a purchase's rows sum to the creator's share. */
export const ledger = sqliteTable(
	"ledger",
	{
		id: text("id").primaryKey(),
		/** repeating an event never writes twice */
		causeKey: text("cause_key").notNull().unique(),
		creatorId: text("creator_id").notNull(),
		purchaseId: text("purchase_id").references(() => purchases.id),
		kind: text("kind", {
			enum: [
				"gross",
				"platform_fee",
				"processing_fee",
				"transfer",
				"transfer_reversal",
				"refund",
				"fee_refund",
				"dispute",
				"dispute_fee",
				"dispute_won",
			],
		}).notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** in the settlement currency; null if that is the sale's currency */
		settledCents: integer("settled_cents").$type<SettledCents>(),
		/** with the platform, in the creator's connected account, or paid outside */
		account: text("account", { enum: ["platform", "connected", "outside"] }).notNull(),
		providerId: text("provider_id"),
		at: integer("at").notNull(),
	},
	(table) => [
		index("ledger_creator").on(table.creatorId, table.at),
		index("ledger_purchase").on(table.purchaseId),
		index("ledger_at").on(table.at),
		index("ledger_provider").on(table.providerId),
	],
);

/** Stored in the batch of their effect. */
export const providerEvents = sqliteTable(
	"provider_events",
	{
		id: text("id").primaryKey(),
		type: text("type").notNull(),
		at: integer("at").notNull(),
	},
	(table) => [index("provider_events_at").on(table.at)],
);

/** Written before the provider is called; the id is the idempotency key, so a crash moves nothing twice. */
export const payoutTransfers = sqliteTable(
	"payout_transfers",
	{
		id: text("id").primaryKey(),
		purchaseId: text("purchase_id")
			.notNull()
			.references(() => purchases.id),
		creatorId: text("creator_id").notNull(),
		kind: text("kind", { enum: ["transfer", "reversal"] }).notNull(),
		amountCents: integer("amount_cents").notNull(),
		/** in the settlement currency; null before it is sent, and if that is the sale's currency */
		settledCents: integer("settled_cents").$type<SettledCents>(),
		account: text("account").notNull(),
		transferId: text("transfer_id"),
		/** its source is the purchase's charge, whose money need not be available yet */
		fromCharge: integer("from_charge", { mode: "boolean" }).notNull().default(false),
		state: text("state", { enum: ["pending", "done", "failed"] }).notNull(),
		providerId: text("provider_id"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("payout_transfers_purchase").on(table.purchaseId),
		index("payout_transfers_creator").on(table.creatorId),
		index("payout_transfers_reversed").on(table.transferId).where(sql`transfer_id is not null`),
		index("payout_transfers_waiting").on(table.createdAt).where(sql`state = 'pending'`),
		uniqueIndex("payout_transfers_pending").on(table.purchaseId).where(sql`state = 'pending'`),
	],
);

export const invoiceDetails = sqliteTable("invoice_details", {
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id),
	name: text("name").notNull(),
	address: text("address").notNull(),
	country: text("country").notNull(),
	taxNumber: text("tax_number").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

/** A credit note cancels its full amount. */
export type ReplacedInvoice = {
	number: number;
	issuedAt: number;
	/** null after the legal period */
	buyer: Party | null;
	/** when credit note and new invoice were issued (ms) */
	replacedAt: number;
};

/**
 * One row per purchase ever paid, numbered per creator without gaps. The seller is recorded as of the sale. Changing
 * the buyer replaces the invoice by one with a new number.
 */
export const invoices = sqliteTable(
	"invoices",
	{
		purchaseId: text("purchase_id")
			.primaryKey()
			.references(() => purchases.id),
		creatorId: text("creator_id").notNull(),
		number: integer("number").notNull(),
		issuedAt: integer("issued_at").notNull(),
		/** null if not given; personal columns also after the legal period */
		sellerName: text("seller_name"),
		sellerAddress: text("seller_address"),
		sellerCountry: text("seller_country"),
		sellerTaxNumber: text("seller_tax_number"),
		buyerName: text("buyer_name"),
		buyerAddress: text("buyer_address"),
		buyerCountry: text("buyer_country"),
		buyerTaxNumber: text("buyer_tax_number"),
		replaced: text("replaced", { mode: "json" }).$type<ReplacedInvoice[]>(),
	},
	(table) => [
		uniqueIndex("invoices_number").on(table.creatorId, table.number),
		index("invoices_personal")
			.on(table.issuedAt)
			.where(sql`(seller_name is not null or buyer_name is not null)`),
	],
);

/** A purchase's first declaration counts. */
export const withdrawals = sqliteTable(
	"withdrawals",
	{
		id: text("id").primaryKey(),
		purchaseId: text("purchase_id")
			.notNull()
			.unique()
			.references(() => purchases.id),
		/** null after the legal period */
		name: text("name"),
		email: text("email"),
		outcome: text("outcome", { enum: ["right_lost", "in_time", "late", "no_right"] }).notNull(),
		at: integer("at").notNull(),
		/** when the cron next tries the automatic refund; null if none is due */
		refundAt: integer("refund_at"),
	},
	(table) => [
		index("withdrawals_personal").on(table.at).where(sql`(name is not null or email is not null)`),
		index("withdrawals_refund").on(table.refundAt).where(sql`refund_at is not null`),
	],
);

/** A movement that the provider and the ledger record differently. Cents. */
export type Difference = {
	readonly providerId: string;
	readonly providerCents: number;
	readonly ledgerCents: number;
	/** absent in old rows, which are in US dollars */
	readonly currency?: string;
	readonly purchaseId: string | null;
};

/** Comparisons of the ledger with the provider's balance. Times in ms. */
export const reconciliations = sqliteTable(
	"reconciliations",
	{
		id: text("id").primaryKey(),
		at: integer("at").notNull(),
		/** every movement before this has been compared */
		until: integer("until").notNull(),
		checked: integer("checked").notNull(),
		/** the sum of the absolute differences, whatever their currencies */
		differenceCents: integer("difference_cents").notNull(),
		differences: text("differences", { mode: "json" }).$type<Difference[]>().notNull(),
	},
	(table) => [index("reconciliations_at").on(table.at)],
);
