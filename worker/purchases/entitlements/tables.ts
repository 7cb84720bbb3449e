import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { EDITIONS } from "../../catalogue/shares/contract/editions.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Locale } from "../../contract/locales.ts";
import type { Currency, SettledCents } from "../../contract/money.ts";
import { users } from "../../core/tables.ts";
import type { KeyedLimit } from "../../platform/security/attempts.ts";

/** Anonymous, identified by a cookie set at checkout or redemption, never by viewing. */
export const buyers = sqliteTable(
	"buyers",
	{
		id: text("id").primaryKey(),
		/** SHA-256 of the token in the cookie */
		tokenHash: text("token_hash").notNull().unique(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [index("buyers_expires").on(table.expiresAt, table.id)],
);

/** The next reading of a payment: ten minutes after it began, then ever later, by a tenth of its age. */
export const NEXT_CHECK = sql`case when checked_at is null then created_at + 600000
	else (10 * checked_at - created_at) / 9 end`;

export type NetworkLimits = { readonly begun: KeyedLimit[]; readonly declined: KeyedLimit[] };

/** Like `isSold`. */
const IS_SOLD = sql`state in ('paid', 'disputed', 'refunded') and auto_refund_reason is null`;

/** An attempt to buy a share, with its quote. Cents, ms. */
export const purchases = sqliteTable(
	"purchases",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		shareTitle: text("share_title").notNull(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** the payer, who gets access */
		buyerId: text("buyer_id")
			.notNull()
			.references(() => buyers.id),
		buyerEmail: text("buyer_email"),
		locale: text("locale").$type<Locale>().notNull().default("en"),
		route: text("route", { enum: ["card", "direct", "free"] }).notNull(),
		state: text("state", {
			enum: [
				"started",
				"processing",
				"paid",
				"cancelled",
				"claimed",
				"declined",
				"refunded",
				"disputed",
			],
		}).notNull(),
		priceCents: integer("price_cents").notNull(),
		/** the price without the code, or the minimum if the buyer chose the price; null without a code */
		listCents: integer("list_cents"),
		/** null if the price is fixed */
		chosenCents: integer("chosen_cents"),
		/** opens only its lines, not the whole share */
		ofLines: integer("of_lines", { mode: "boolean" }).notNull().default(false),
		/** the whole share's price at the time, if its files are sold one by one: no buyer pays more in all */
		wholeCents: integer("whole_cents"),
		/** how many of its files were free */
		freeFiles: integer("free_files").notNull().default(0),
		discountId: text("discount_id"),
		/** kept when the code is deleted */
		discountCode: text("discount_code"),
		checkoutId: text("checkout_id"),
		/** reserves a use of the code while unpaid, see `reserveUse` */
		reservesUse: integer("reserves_use", { mode: "boolean" }).notNull().default(false),
		/** keyed hashes of the network that began it; null once it is paid or claimed, and for free purchases */
		networkLimits: text("network_limits", { mode: "json" }).$type<NetworkLimits>(),
		/** `licences.id` of the text shown to the buyer */
		licenceId: text("licence_id"),
		currency: text("currency").$type<Currency>().notNull(),
		/** the settlement currency, and the price in it; null until the provider reports it */
		settledCurrency: text("settled_currency"),
		settledCents: integer("settled_cents").$type<SettledCents>(),
		feeBps: integer("fee_bps").notNull(),
		platformFeeCents: integer("platform_fee_cents").notNull(),
		processingFeeCents: integer("processing_fee_cents").notNull().default(0),
		refundedCents: integer("refunded_cents").notNull().default(0),
		/** receives the charge; null while the platform holds the money */
		destinationAccount: text("destination_account"),
		paymentIntentId: text("payment_intent_id").unique(),
		chargeId: text("charge_id"),
		/** why it is refunded automatically, or was cancelled before a charge */
		autoRefundReason: text("auto_refund_reason"),
		/** of the request (ISO 3166), according to the edge */
		edgeCountry: text("edge_country"),
		/** see worker/purchases/views/source.ts; null for a buyer who asks not to be tracked */
		source: text("source"),
		cardCountry: text("card_country"),
		countryConflict: integer("country_conflict", { mode: "boolean" }).notNull().default(false),
		/** version of the agreed text in page-texts.ts */
		consentVersion: text("consent_version"),
		consentLocale: text("consent_locale").$type<Locale>(),
		consentAt: integer("consent_at"),
		/** host of the link for a direct payment; null for Cash App */
		directHost: text("direct_host"),
		/** a code for the note of a direct payment */
		reference: text("reference").notNull().unique(),
		confirmationCode: text("confirmation_code"),
		/** the creator's reason, or another payment that opened the files */
		declineReason: text("decline_reason", {
			enum: ["not_found", "wrong_amount", "returned", "already_open"],
		}),
		createdAt: integer("created_at").notNull(),
		paidAt: integer("paid_at"),
		closedAt: integer("closed_at"),
		/** when access ended without a refund; the state stays */
		revokedAt: integer("revoked_at"),
		revokeReason: text("revoke_reason"),
		claimedAt: integer("claimed_at"),
		/** when the cron last read it from the provider */
		checkedAt: integer("checked_at"),
		/** the provider has reported its own fee, or takes none */
		feePosted: integer("fee_posted", { mode: "boolean" }).notNull().default(false),
		/** when its ledger last changed; null while the entries at the platform sum to 0 and no transfer is due */
		unbalancedAt: integer("unbalanced_at"),
	},
	(table) => [
		index("purchases_share").on(table.shareId, table.state),
		index("purchases_creator").on(table.creatorId, table.createdAt),
		index("purchases_paid").on(table.creatorId, table.paidAt).where(sql`state = 'paid'`),
		index("purchases_source").on(table.createdAt).where(sql`source is not null`),
		index("purchases_buyer").on(table.buyerId, table.shareId),
		index("purchases_email").on(table.buyerEmail),
		index("purchases_licence").on(table.licenceId).where(sql`licence_id is not null`),
		index("purchases_discount").on(table.discountId).where(sql`discount_id is not null`),
		index("purchases_checkout").on(table.checkoutId).where(sql`checkout_id is not null`),
		index("purchases_sold").on(table.creatorId, table.paidAt, table.id).where(IS_SOLD),
		index("purchases_share_sold").on(table.shareId, table.paidAt, table.id).where(IS_SOLD),
		index("purchases_customer")
			.on(table.creatorId, table.buyerEmail, table.paidAt, table.id)
			.where(sql`${IS_SOLD} and buyer_email is not null`),
		/** claimed once per creator */
		uniqueIndex("purchases_code")
			.on(table.creatorId, table.confirmationCode)
			.where(sql`confirmation_code is not null and state <> 'declined'`),
		/** one open attempt per buyer, share and route */
		uniqueIndex("purchases_open")
			.on(table.buyerId, table.shareId, table.route)
			.where(sql`state in ('started', 'processing', 'claimed')`),
		/** Work for the crons; each index holds only waiting purchases. */
		index("purchases_unpaid")
			.on(NEXT_CHECK)
			.where(sql`state in ('started', 'processing') and route = 'card'`),
		index("purchases_unclaimed")
			.on(table.createdAt)
			.where(sql`state = 'started' and route <> 'card'`),
		index("purchases_claims")
			.on(table.claimedAt, table.id)
			.where(sql`state in ('claimed', 'declined')`),
		index("purchases_cancelled").on(table.closedAt).where(sql`state = 'cancelled'`),
		index("purchases_to_return")
			.on(table.createdAt)
			.where(
				sql`auto_refund_reason is not null and (refunded_cents < price_cents or auto_refund_reason = 'differs')`,
			),
		index("purchases_disputed").on(table.paidAt).where(sql`state = 'disputed'`),
		index("purchases_unposted")
			.on(table.paidAt)
			.where(sql`state = 'paid' and route = 'card' and not fee_posted`),
		index("purchases_unbalanced")
			.on(table.unbalancedAt, table.id)
			.where(sql`unbalanced_at is not null`),
		/** payments that came too late, with money on the platform */
		index("purchases_late")
			.on(table.creatorId)
			.where(sql`auto_refund_reason is not null and unbalanced_at is not null`),
		index("purchases_unbalanced_creator").on(table.creatorId).where(sql`unbalanced_at is not null`),
		index("purchases_personal")
			.on(table.createdAt)
			.where(
				sql`(buyer_email is not null or confirmation_code is not null or edge_country is not null or card_country is not null or revoke_reason is not null)`,
			),
	],
);

/** The payer's buyer identity, and those added by a receipt link or a mailed code. */
export const purchaseHolders = sqliteTable(
	"purchase_holders",
	{
		purchaseId: text("purchase_id")
			.notNull()
			.references(() => purchases.id),
		buyerId: text("buyer_id")
			.notNull()
			.references(() => buyers.id),
		createdAt: integer("created_at").notNull(),
		/** when it last opened the receipt or began a download; the least recent is removed beyond the limit */
		usedAt: integer("used_at").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.purchaseId, table.buyerId] }),
		index("purchase_holders_buyer").on(table.buyerId),
	],
);

/** Later additions to a bundle aren't included, and removed parts stay. */
export const purchaseParts = sqliteTable(
	"purchase_parts",
	{
		purchaseId: text("purchase_id")
			.notNull()
			.references(() => purchases.id),
		/** `shares.id` */
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		licenceId: text("licence_id"),
	},
	(table) => [
		primaryKey({ columns: [table.purchaseId, table.shareId] }),
		index("purchase_parts_share").on(table.shareId),
		index("purchase_parts_licence").on(table.licenceId).where(sql`licence_id is not null`),
	],
);

/** All files of the share that have the edition, also later ones. */
export const ALL_FILES = "*";

/** The files that a purchase of single ones opens; a purchase of the whole share has none. */
export const purchaseLines = sqliteTable(
	"purchase_lines",
	{
		purchaseId: text("purchase_id")
			.notNull()
			.references(() => purchases.id),
		/**
		 * `files.id`, or `ALL_FILES`; triggers follow a replaced file, and add a free line when a file that was bought with
		 * all others is left out of single sale
		 */
		fileId: text("file_id").notNull(),
		edition: text("edition", { enum: EDITIONS }).notNull(),
		/** its part of the purchase's price */
		cents: integer("cents").notNull(),
		/** when its part was refunded, which ends its access */
		refundedAt: integer("refunded_at"),
	},
	(table) => [
		primaryKey({ columns: [table.purchaseId, table.fileId, table.edition] }),
		index("purchase_lines_file").on(table.fileId),
	],
);

export const blockedBuyers = sqliteTable(
	"blocked_buyers",
	{
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** the normalised address, see `mailboxOf` */
		mailbox: text("mailbox").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.creatorId, table.mailbox] })],
);

/**
 * Running totals, kept by triggers (`migrations/0001_triggers.sql`) and compared with their sources nightly.
 * A creator has one row over everything, with an empty share and day; one per share; and one per UTC day of payment.
 * Fully refunded or disputed purchases aren't sales, but may have cost something (`net_cents`). Once shares are
 * priced in several currencies, only rows of shares are in one: see `sumsByCurrency`.
 */
export const totals = sqliteTable(
	"totals",
	{
		/** `users.id` */
		creatorId: text("creator_id").notNull(),
		/** `shares.id`; empty for all */
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD; empty for all */
		day: text("day").notNull(),
		sales: integer("sales").notNull().default(0),
		earnedCents: integer("earned_cents").notNull().default(0),
		/** not by day */
		netCents: integer("net_cents").notNull().default(0),
		views: integer("views").notNull().default(0),
		/** the ledger's entries by account; not by day */
		platformCents: integer("platform_cents").notNull().default(0),
		connectedCents: integer("connected_cents").notNull().default(0),
		outsideCents: integer("outside_cents").notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.creatorId, table.shareId, table.day] })],
);
