import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { users } from "../accounts/tables.ts";
import type { Locale } from "../contract/locales.ts";
import { shares } from "../shares/tables.ts";

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
 * When an unfinished payment is read from the provider again: ten minutes after it began, when the buyer
 * has probably stopped typing, then ever more rarely, after a tenth of its age at the last time.
 */
export const NEXT_CHECK = sql`case when checked_at is null then created_at + 600000
	else (10 * checked_at - created_at) / 9 end`;

/**
 * One attempt to buy one share, with the quote at the time it began. Money in cents, times in ms. card:
 * started → processing → paid | cancelled; direct: claimed → paid | declined; paid → refunded, paid ⇄
 * disputed.
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
		/** the language of the mails to the buyer: the one in which the payment was begun */
		locale: text("locale").$type<Locale>().notNull().default("en"),
		route: text("route", { enum: ["card", "direct"] }).notNull(),
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
		currency: text("currency").notNull(),
		/** the platform fee quoted, in basis points of the price */
		feeBps: integer("fee_bps").notNull(),
		platformFeeCents: integer("platform_fee_cents").notNull(),
		processingFeeCents: integer("processing_fee_cents").notNull().default(0),
		refundedCents: integer("refunded_cents").notNull().default(0),
		/** the creator's account that receives the charge; null while the platform holds the money */
		destinationAccount: text("destination_account"),
		paymentIntentId: text("payment_intent_id").unique(),
		chargeId: text("charge_id"),
		/** why a successful payment was refunded automatically, such as `sold_out` or `duplicate` */
		autoRefundReason: text("auto_refund_reason"),
		/** short code the buyer puts into the Cash App note */
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
		/** when the buyer claimed to have paid directly */
		claimedAt: integer("claimed_at"),
		/** when the cron last read the payment from the provider */
		checkedAt: integer("checked_at"),
		/** the provider has told its own fee, or takes none from this purchase */
		feePosted: integer("fee_posted", { mode: "boolean" }).notNull().default(false),
		/**
		 * when its ledger last changed while the entries at the platform do not sum to 0, so that something is
		 * to be transferred or taken back; null while they do
		 */
		unbalancedAt: integer("unbalanced_at"),
	},
	(table) => [
		index("purchases_share").on(table.shareId, table.state),
		index("purchases_creator").on(table.creatorId, table.createdAt),
		index("purchases_buyer").on(table.buyerId, table.shareId),
		index("purchases_email").on(table.buyerEmail),
		/** a confirmation code can be claimed once per creator */
		uniqueIndex("purchases_code")
			.on(table.creatorId, table.confirmationCode)
			.where(sql`confirmation_code is not null and state <> 'declined'`),
		/** one open attempt per buyer, share and route */
		uniqueIndex("purchases_open")
			.on(table.buyerId, table.shareId, table.route)
			.where(sql`state in ('started', 'processing', 'claimed')`),
		/*
		 * What the crons look for. Each holds only purchases that are waiting for something, so it stays
		 * small however many were ever made.
		 */
		index("purchases_unpaid")
			.on(NEXT_CHECK)
			.where(sql`state in ('started', 'processing') and route = 'card'`),
		index("purchases_unclaimed")
			.on(table.createdAt)
			.where(sql`state = 'started' and route = 'direct'`),
		index("purchases_claims")
			.on(table.claimedAt, table.id)
			.where(sql`state in ('claimed', 'declined')`),
		index("purchases_cancelled").on(table.closedAt).where(sql`state = 'cancelled'`),
		index("purchases_to_return")
			.on(table.createdAt)
			.where(
				sql`auto_refund_reason is not null and (refunded_cents < price_cents or auto_refund_reason = 'differs')`,
			),
		index("purchases_unposted")
			.on(table.paidAt)
			.where(sql`state = 'paid' and route = 'card' and not fee_posted`),
		index("purchases_unbalanced")
			.on(table.unbalancedAt, table.id)
			.where(sql`unbalanced_at is not null`),
		index("purchases_unbalanced_creator").on(table.creatorId).where(sql`unbalanced_at is not null`),
		/** until the legal period is over */
		index("purchases_personal")
			.on(table.createdAt)
			.where(sql`(buyer_email is not null or confirmation_code is not null)`),
	],
);

/**
 * Which buyer identities hold a purchase: the payer's, and those added by a receipt link or a mailed
 * code.
 */
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
