import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Locale } from "../../contract/locales.ts";
import type { Currency, SettledCents } from "../../contract/money.ts";
import { users } from "../../core/tables.ts";
import type { KeyedLimit } from "../../platform/security/attempts.ts";

/** Anonymous buyers, identified by a cookie that is set at checkout or redemption, never by viewing. */
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

/**
 * When an unfinished payment is next read from the provider: ten minutes after it began, when the buyer has probably
 * stopped typing, then ever more rarely, by a tenth of its age at the last time.
 */
export const NEXT_CHECK = sql`case when checked_at is null then created_at + 600000
	else (10 * checked_at - created_at) / 9 end`;

/** The counters of payments that a network began, and of cards that were declined there. */
export type NetworkLimits = { readonly begun: KeyedLimit[]; readonly declined: KeyedLimit[] };

/** Sold, including sales refunded since; automatically refunded payments don't count. */
const IS_SOLD = sql`state in ('paid', 'disputed', 'refunded') and auto_refund_reason is null`;

/**
 * One attempt to buy one share, with the quote at the time it began. Money in cents, times in ms. card:
 * started → processing → paid | cancelled; direct: claimed → paid | declined; free: paid; paid → refunded,
 * paid ⇄ disputed.
 */
export const purchases = sqliteTable(
	"purchases",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** kept when the share is deleted */
		shareTitle: text("share_title").notNull(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** who began the payment and gets access */
		buyerId: text("buyer_id")
			.notNull()
			.references(() => buyers.id),
		buyerEmail: text("buyer_email"),
		/** the language of mails to the buyer, in which the payment was begun */
		locale: text("locale").$type<Locale>().notNull().default("en"),
		/** `free`: 0 cents, paid at once */
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
		/** what is paid */
		priceCents: integer("price_cents").notNull(),
		/** the price without the discount code, or the minimum if the buyer chose the price; null without a code */
		listCents: integer("list_cents"),
		/** the price that the buyer chose; null if it is fixed */
		chosenCents: integer("chosen_cents"),
		/** the discount code used; null without one */
		discountId: text("discount_id"),
		/** its letters, kept when it is deleted */
		discountCode: text("discount_code"),
		/** the checkout with which it was begun; null without one */
		checkoutId: text("checkout_id"),
		/** it holds a use of the code while unpaid, see `holdUse` */
		holdsUse: integer("holds_use", { mode: "boolean" }).notNull().default(false),
		/**
		 * keyed hashes, for counting its declined cards against the network that began it; null once it is paid or
		 * claimed, and for free purchases
		 */
		networkLimits: text("network_limits", { mode: "json" }).$type<NetworkLimits>(),
		/** `licences.id` of the text that the buyer was shown; null without one */
		licenceId: text("licence_id"),
		currency: text("currency").$type<Currency>().notNull(),
		/** the settlement currency, and the price in it; null until the provider reports it */
		settledCurrency: text("settled_currency"),
		settledCents: integer("settled_cents").$type<SettledCents>(),
		/** the platform fee quoted, in basis points of the price */
		feeBps: integer("fee_bps").notNull(),
		platformFeeCents: integer("platform_fee_cents").notNull(),
		processingFeeCents: integer("processing_fee_cents").notNull().default(0),
		refundedCents: integer("refunded_cents").notNull().default(0),
		/** the creator's account that receives the charge; null while the platform holds the money */
		destinationAccount: text("destination_account"),
		paymentIntentId: text("payment_intent_id").unique(),
		chargeId: text("charge_id"),
		/**
		 * why a payment is refunded automatically, or was cancelled before it was charged, such as `sold_out` or
		 * `duplicate`
		 */
		autoRefundReason: text("auto_refund_reason"),
		/** the country of the request that began the payment (ISO 3166), according to the edge */
		edgeCountry: text("edge_country"),
		/**
		 * the buyer's origin, for the creator's figures, see worker/purchases/views/source.ts; null for a buyer who
		 * asks not to be tracked
		 */
		source: text("source"),
		/** the country of the card, once it was charged */
		cardCountry: text("card_country"),
		/** both are known and differ */
		countryConflict: integer("country_conflict", { mode: "boolean" }).notNull().default(false),
		/** what the buyer agreed to before paying, in which language and when; see page-texts.ts */
		consentVersion: text("consent_version"),
		consentLocale: text("consent_locale").$type<Locale>(),
		consentAt: integer("consent_at"),
		/** host of the link for a direct payment; null for Cash App */
		directHost: text("direct_host"),
		/** short code that the buyer puts into the note of a direct payment */
		reference: text("reference").notNull().unique(),
		confirmationCode: text("confirmation_code"),
		/**
		 * why a direct claim is `declined`: the creator's reason, or because another payment opened the files
		 */
		declineReason: text("decline_reason", {
			enum: ["not_found", "wrong_amount", "returned", "already_open"],
		}),
		createdAt: integer("created_at").notNull(),
		paidAt: integer("paid_at"),
		closedAt: integer("closed_at"),
		/**
		 * when the creator ended its access without a refund; the state stays, so that refunds, disputes and the
		 * ledger continue
		 */
		revokedAt: integer("revoked_at"),
		/** the creator's words to the buyer about it; null unless revoked */
		revokeReason: text("revoke_reason"),
		/** when the buyer claimed to have paid directly */
		claimedAt: integer("claimed_at"),
		/** when the cron last read the payment from the provider */
		checkedAt: integer("checked_at"),
		/** the provider has reported its own fee, or takes none from this purchase */
		feePosted: integer("fee_posted", { mode: "boolean" }).notNull().default(false),
		/**
		 * when its ledger last changed while the entries at the platform don't sum to 0, so that a transfer or
		 * reversal is due; null while they do
		 */
		unbalancedAt: integer("unbalanced_at"),
	},
	(table) => [
		index("purchases_share").on(table.shareId, table.state),
		index("purchases_creator").on(table.creatorId, table.createdAt),
		index("purchases_paid").on(table.creatorId, table.paidAt).where(sql`state = 'paid'`),
		/** for a year and a month */
		index("purchases_source").on(table.createdAt).where(sql`source is not null`),
		index("purchases_buyer").on(table.buyerId, table.shareId),
		index("purchases_email").on(table.buyerEmail),
		index("purchases_licence").on(table.licenceId).where(sql`licence_id is not null`),
		index("purchases_discount").on(table.discountId).where(sql`discount_id is not null`),
		index("purchases_checkout").on(table.checkoutId).where(sql`checkout_id is not null`),
		/** sales by time, of a creator and of a share; and a creator's customers by their latest purchase */
		index("purchases_sold").on(table.creatorId, table.paidAt, table.id).where(IS_SOLD),
		index("purchases_share_sold").on(table.shareId, table.paidAt, table.id).where(IS_SOLD),
		/** the purchases of a customer */
		index("purchases_customer")
			.on(table.creatorId, table.buyerEmail, table.paidAt, table.id)
			.where(sql`${IS_SOLD} and buyer_email is not null`),
		/** a confirmation code can be claimed once per creator */
		uniqueIndex("purchases_code")
			.on(table.creatorId, table.confirmationCode)
			.where(sql`confirmation_code is not null and state <> 'declined'`),
		/** one open attempt per buyer, share and route */
		uniqueIndex("purchases_open")
			.on(table.buyerId, table.shareId, table.route)
			.where(sql`state in ('started', 'processing', 'claimed')`),
		/**
		 * Work for the crons. Each index holds only waiting purchases, so it stays small however many were ever made.
		 */
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
		/** payments that came too late, while part of their money is with the platform */
		index("purchases_late")
			.on(table.creatorId)
			.where(sql`auto_refund_reason is not null and unbalanced_at is not null`),
		index("purchases_unbalanced_creator").on(table.creatorId).where(sql`unbalanced_at is not null`),
		/** until the legal period is over */
		index("purchases_personal")
			.on(table.createdAt)
			.where(
				sql`(buyer_email is not null or confirmation_code is not null or edge_country is not null or card_country is not null or revoke_reason is not null)`,
			),
	],
);

/** The buyer identities that hold a purchase: the payer's, and those added by a receipt link or a mailed code. */
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
		/**
		 * when this browser last opened the receipt or began a download; beyond the limit the least recent is
		 * removed
		 */
		usedAt: integer("used_at").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.purchaseId, table.buyerId] }),
		index("purchase_holders_buyer").on(table.buyerId),
	],
);

/**
 * The shares that the purchase of a bundle opens, as of its beginning: later additions to the bundle are not
 * included, and removed parts stay. Other purchases open their own share and have no rows here.
 */
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
		/** the part's own licence as shown to the buyer; null without one */
		licenceId: text("licence_id"),
	},
	(table) => [
		primaryKey({ columns: [table.purchaseId, table.shareId] }),
		index("purchase_parts_share").on(table.shareId),
		index("purchase_parts_licence").on(table.licenceId).where(sql`licence_id is not null`),
	],
);

export const blockedBuyers = sqliteTable(
	"blocked_buyers",
	{
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** the normalised address (`mailboxOf`), the same for all spellings of one mailbox */
		mailbox: text("mailbox").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.creatorId, table.mailbox] })],
);

/**
 * Running totals, kept by database triggers (`migrations/0003_lists_and_totals.sql`) whenever `purchases`, `ledger`
 * or `share_days` change, so that no statement on those can forget them. The nightly check compares them with their
 * sources. A creator has one row over everything, with an empty share and day; one for each share; and one for each
 * UTC day, by the time of payment. Fully refunded or disputed purchases don't count as sales and earn nothing, but
 * may have cost something (`net_cents`). Amounts over everything and by day are in the creator's currency only until
 * shares are priced in several: see `sumsByCurrency`.
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
		/** completed purchases */
		sales: integer("sales").notNull().default(0),
		/** their prices less refunds */
		earnedCents: integer("earned_cents").notNull().default(0),
		/** `netCentsOf` all that is sold; not by day */
		netCents: integer("net_cents").notNull().default(0),
		views: integer("views").notNull().default(0),
		/** the ledger's entries by account; not by day */
		platformCents: integer("platform_cents").notNull().default(0),
		connectedCents: integer("connected_cents").notNull().default(0),
		outsideCents: integer("outside_cents").notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.creatorId, table.shareId, table.day] })],
);
