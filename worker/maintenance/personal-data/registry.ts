import { and, count, eq, getTableColumns, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { isOwnToken } from "../../accounts/access-tokens/add-token.ts";
import { readTokens, SHOWN_AFTER_MS } from "../../accounts/access-tokens/own-tokens.ts";
import { deleteAddressMails } from "../../accounts/address-change/mails.ts";
import { presentChange } from "../../accounts/address-change/pending-change.ts";
import { REFRESH_DAYS } from "../../accounts/applications/contract/applications.ts";
import { listApplications } from "../../accounts/applications/own-applications.ts";
import { listSessions } from "../../accounts/own-sessions.ts";
import { readPasskeys } from "../../accounts/passkeys/own-passkeys.ts";
import { storedUploads, uploadSlots } from "../../accounts/plans/tables.ts";
import { accessTokens, applications, devices, passkeys, sessions } from "../../accounts/tables.ts";
import { idempotencyKeys } from "../../api/idempotency/tables.ts";
import { pruneListeners } from "../../api/webhooks/delete-endpoints.ts";
import { exportDiscounts } from "../../catalogue/discounts/own-discounts.ts";
import { discountShares, discounts } from "../../catalogue/discounts/tables.ts";
import { exportDrafts } from "../../catalogue/drafts/own-drafts.ts";
import { drafts } from "../../catalogue/drafts/tables.ts";
import { eraseTitles } from "../../catalogue/shares/erase-share.ts";
import { exportShares } from "../../catalogue/shares/export-shares.ts";
import { stopSalesOfCreator } from "../../catalogue/shares/stop-sales.ts";
import {
	allFiles,
	bundleParts,
	licences,
	packEntries,
	quarantinedFiles,
	quarantinedUploads,
	shares,
} from "../../catalogue/shares/tables.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { exportActs } from "../../core/audit-log/own-acts.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import { stepwise } from "../../core/job-cursor.ts";
import { jobCursors, users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import {
	creatorEvents,
	webhookEndpoints,
	webhookMessages,
} from "../../core/webhook-events/tables.ts";
import { choices, choosers } from "../../customers/choosing/tables.ts";
import { buyerUpdates, unsubscribes, updateRecipients } from "../../customers/updates/tables.ts";
import { exportDownloads } from "../../files/downloads/download-log.ts";
import { downloadLog } from "../../files/downloads/tables.ts";
import { missingPreviews, renditions } from "../../files/previews/tables.ts";
import { abandonUploadsOfCreator } from "../../files/uploads/abandon-upload.ts";
import { UPLOAD_SHOWN_MS } from "../../files/uploads/cleanup-uploads.ts";
import { uploads } from "../../files/uploads/tables.ts";
import { avatarPath, avatarPrefix } from "../../pages/storefront/creators/own-creator-page.ts";
import { creatorHandles, creatorPages } from "../../pages/storefront/tables.ts";
import { saleOfCheckout } from "../../payments/checkout-links/checkout-sql.ts";
import { checkouts } from "../../payments/checkout-links/tables.ts";
import { pruneBuyers, pruneClaims, prunePaymentAttempts } from "../../payments/prune-payments.ts";
import { deleteCustomerOnAccountDelete } from "../../payments/subscriptions/customers.ts";
import { endRenewalOnReclaim } from "../../payments/subscriptions/on-provider-event.ts";
import { exportSubscription } from "../../payments/subscriptions/subscription-status.ts";
import { subscriptions } from "../../payments/subscriptions/tables.ts";
import {
	invoiceDetails,
	invoices,
	ledger,
	payoutMethods,
	payoutTransfers,
	providerEvents,
	reconciliations,
	withdrawals,
} from "../../payments/tables.ts";
import { deleteMails, isTo, pruneOutbox } from "../../platform/mail/outbox.ts";
import { queuePurge } from "../../platform/queue/purge.ts";
import { attempts, failedRequests, outbox, queue, switches } from "../../platform/tables.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, isOpenToken } from "../../platform/tokens/tokens.ts";
import { shownStateOf } from "../../purchases/entitlements/sold-sql.ts";
import {
	blockedBuyers,
	buyers,
	purchaseHolders,
	purchaseLines,
	purchaseParts,
	purchases,
	totals,
} from "../../purchases/entitlements/tables.ts";
import { presentSource } from "../../purchases/views/source.ts";
import { fileCounts, shareDays, shareViews } from "../../purchases/views/tables.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { deleteRequests, exportRequests } from "../../trust/support/own-requests.ts";
import { backupChanges, backupState } from "../tables.ts";
import {
	by,
	byShare,
	type Entry,
	ended,
	entry,
	iso,
	older,
	pages,
	type Reader,
	row,
	rows,
} from "./entry.ts";

const slug = sql<string>`(select slug from shares where shares.id = share_id)`;
const nothingPersonal = { whose: "nobody", kept: [] } as const;
const ofShare = { whose: "creator", kept: ["share"] } as const;
const inBooks = { whose: "buyer", kept: ["books"] } as const;
const REFRESHABLE_MS = REFRESH_DAYS * DAY_MS;

/** Reads tokens of these purposes. */
const tokenRows =
	(purposes: readonly { name: string }[], columns: Parameters<typeof rows>[0]): Reader =>
	(ctx, own) => {
		const names = JSON.stringify(purposes.map(({ name }) => name));
		return rows(columns, sql`purpose in (select value from json_each(${names}))`)(ctx, own);
	};

async function changeOfAddress(...[ctx, own]: Parameters<Reader>) {
	const read = tokenRows([TOKENS.changeAddress], getTableColumns(tokens));
	const change = presentChange((await read(ctx, own)) as (typeof tokens.$inferSelect)[]);
	return change ? [change] : [];
}

/**
 * Every table: whose data it holds, how long it is kept, and how it is exported and erased. The deletion of an account
 * follows the order, so a table comes before those that it refers to.
 */
export const REGISTRY: readonly Entry[] = [
	// Emptied in the batch that deletes the account.
	entry(users, {
		whose: "creator",
		kept: ["account"],
		exports: { account: async ({ user }) => user },
	}),
	entry(sessions, {
		whose: "creator",
		kept: [
			ended(sessions.expiresAt, ["sessionDays"]),
			older("sessionIdleDays", sessions.lastSeenAt),
		],
		own: by(sessions.userId),
		exports: { sessions: listSessions },
		erase: "rows",
	}),
	entry(tokens, {
		whose: "creator",
		kept: [
			ended(tokens.expiresAt, [
				"resetLinkHours",
				"confirmLinkDays",
				"addressChangeDays",
				"programCodeMinutes",
				"codeMinutes",
				"unconfirmedAlertDays",
				"alertDays",
			]),
		],
		own: by(tokens.ownerId),
		exports: {
			mailedLinks: tokenRows([TOKENS.verifyEmail, TOKENS.resetPassword], {
				purpose: tokens.purpose,
				createdAt: iso(tokens.createdAt),
				expiresAt: iso(tokens.expiresAt),
			}),
			addressChange: changeOfAddress,
			authorizedApplications: tokenRows([TOKENS.authorizationCode], {
				scopes: sql`payload->'scopes'`.mapWith(JSON.parse),
				createdAt: iso(tokens.createdAt),
			}),
			recoveryCodesLeft: (ctx, { where }) =>
				ctx.db.$count(tokens, and(where, isOpenToken(ctx, TOKENS.recoveryCode))),
			// The addresses are the buyers' data.
			"customers.addressCorrections": tokenRows([TOKENS.correctAddress], {
				asked: tokens.createdAt,
				until: tokens.expiresAt,
			}),
		},
		erase: "rows",
		reclaim: (ctx, { id }) => deleteTokens(ctx, [TOKENS.saleAlert], by(tokens.ownerId)(id)),
	}),
	entry(accessTokens, {
		whose: "creator",
		kept: [
			"account",
			ended(accessTokens.expiresAt, [], { among: isOwnToken, afterMs: SHOWN_AFTER_MS }),
			ended(accessTokens.expiresAt, [], {
				among: isNotNull(accessTokens.applicationId),
				afterMs: REFRESHABLE_MS,
			}),
		],
		own: by(accessTokens.userId),
		exports: { accessTokens: readTokens },
		erase: "rows",
	}),
	entry(applications, {
		whose: "creator",
		kept: [
			"account",
			// Those that registered themselves, and that no account gives access.
			ended(applications.createdAt, [], {
				among: and(
					isNull(applications.creatorId),
					sql`not exists (select 1 from access_tokens where application_id = applications.id)`,
				),
				afterMs: REFRESHABLE_MS,
			}),
		],
		// Deletes their access to other accounts, too.
		own: by(applications.creatorId),
		exports: { applications: listApplications },
		erase: "rows",
	}),
	entry(passkeys, {
		whose: "creator",
		kept: ["account"],
		own: by(passkeys.userId),
		exports: { passkeys: readPasskeys },
		erase: "rows",
	}),
	entry(devices, {
		whose: "creator",
		kept: [older("deviceDays", devices.lastAt)],
		own: by(devices.userId),
		exports: { devices: { firstAt: iso(devices.firstAt), lastAt: iso(devices.lastAt) } },
		erase: "rows",
	}),
	entry(idempotencyKeys, {
		whose: "creator",
		kept: [ended(idempotencyKeys.expiresAt, ["idempotencyHours"])],
		own: by(idempotencyKeys.owner),
		erase: "rows",
		reclaim: true,
	}),
	entry(webhookMessages, {
		whose: "creator",
		kept: [older("webhookDays", webhookMessages.createdAt)],
		own: (userId) =>
			sql`endpoint_id in (select id from webhook_endpoints where user_id = ${userId})`,
		erase: "rows",
		reclaim: true,
	}),
	entry(webhookEndpoints, {
		whose: "creator",
		kept: ["account", { periods: [], run: pruneListeners }],
		own: by(webhookEndpoints.userId),
		exports: {
			webhooks: {
				url: webhookEndpoints.url,
				description: webhookEndpoints.description,
				events: webhookEndpoints.events,
				createdAt: webhookEndpoints.createdAt,
				offReason: webhookEndpoints.offReason,
				messages: sql<number>`(select count(*) from webhook_messages
					where webhook_messages.endpoint_id = webhook_endpoints.id)`,
			},
		},
		erase: "rows",
		reclaim: true,
	}),
	entry(creatorEvents, {
		whose: "creator",
		kept: [older("webhookDays", creatorEvents.createdAt)],
		own: by(creatorEvents.userId),
		shownIn: "money.sales",
		erase: "rows",
		reclaim: true,
	}),
	entry(discountShares, { whose: "creator", kept: ["parent"] }),
	entry(discounts, {
		whose: "creator",
		kept: ["account"],
		own: by(discounts.creatorId),
		exports: { discounts: (ctx) => exportDiscounts(ctx, ctx.user.id) },
		erase: "rows",
		reclaim: true,
	}),
	entry(drafts, {
		whose: "creator",
		kept: ["account"],
		own: by(drafts.creatorId),
		exports: { drafts: (ctx) => exportDrafts(ctx, ctx.user.id) },
		erase: "rows",
		reclaim: true,
	}),
	// Titles stay with the sales.
	entry(shares, {
		whose: "creator",
		kept: ["share"],
		own: by(shares.creatorId),
		exports: { shares: (ctx) => exportShares(ctx, ctx.user.id) },
		eraseBy: (ctx, { id }) => eraseTitles(ctx, id),
		reclaim: (ctx, { id }) => stopSalesOfCreator(ctx, id),
	}),
	entry(allFiles, ofShare),
	entry(packEntries, ofShare),
	entry(bundleParts, ofShare),
	entry(quarantinedFiles, ofShare),
	entry(quarantinedUploads, {
		...ofShare,
		own: by(quarantinedUploads.creatorId),
		shownIn: "uploads",
	}),
	entry(renditions, ofShare),
	entry(missingPreviews, { ...ofShare, own: by(missingPreviews.creatorId), shownIn: "shares" }),
	entry(storedUploads, {
		...ofShare,
		own: by(storedUploads.creatorId),
		exports: { storage: row({ bytes: sql<number>`coalesce(sum(bytes), 0)` }) },
	}),
	entry(uploadSlots, {
		whose: "creator",
		kept: ["books"],
		own: by(uploadSlots.creatorId),
		exports: {
			uploadsByMonth: ({ db }, { where }) =>
				db
					.select({ month: uploadSlots.month, uploads: count() })
					.from(uploadSlots)
					.where(where)
					.groupBy(uploadSlots.month)
					.orderBy(uploadSlots.month),
		},
	}),
	entry(uploads, {
		whose: "creator",
		kept: [
			ended(uploads.createdAt, ["uploadHours"], {
				among: sql`state <> 'open'`,
				afterMs: UPLOAD_SHOWN_MS,
			}),
		],
		own: by(uploads.creatorId),
		exports: {
			uploads: {
				id: uploads.id,
				state: uploads.state,
				/** it waits for the scanner, or for the operator after a match */
				isQuarantined: sql`exists (select 1 from quarantined_uploads
					where quarantined_uploads.id = uploads.id)`.mapWith(Boolean),
				createdAt: iso(uploads.createdAt),
			},
		},
		eraseBy: (ctx, { id }) => abandonUploadsOfCreator(ctx, id),
		reclaim: true,
	}),
	entry(creatorHandles, {
		whose: "creator",
		kept: [ended(creatorHandles.reservedUntil, ["formerHandleDays"])],
		own: by(creatorHandles.userId),
		exports: {
			"creatorPage.handles": {
				handle: creatorHandles.handle,
				reservedUntil: iso(creatorHandles.reservedUntil),
			},
		},
		erase: "rows",
		reclaim: true,
	}),
	entry(creatorPages, {
		whose: "creator",
		kept: ["account"],
		own: by(creatorPages.userId),
		exports: {
			"creatorPage.page": row({
				line: creatorPages.line,
				links: creatorPages.links,
				avatar: sql`avatar_id`.mapWith(avatarPath),
				createdAt: iso(creatorPages.createdAt),
			}),
		},
		erase: "rows",
		eraseBy: (ctx, { id }) => queuePurge(ctx, avatarPrefix(id)),
		reclaim: true,
	}),
	entry(shareDays, {
		whose: "creator",
		kept: ["account"],
		own: byShare(shareDays.shareId),
		exports: {
			views: {
				shareId: slug,
				day: shareDays.day,
				source: sql`source`.mapWith(presentSource),
				country: shareDays.country,
				views: shareDays.views,
				begun: shareDays.begun,
			},
		},
		erase: "rows",
	}),
	entry(choosers, {
		whose: "buyer",
		kept: ["share"],
		own: byShare(choosers.shareId),
		exports: {
			choosers: {
				shareId: slug,
				id: choosers.id,
				name: choosers.name,
				createdAt: iso(choosers.createdAt),
				sentAt: iso(choosers.sentAt),
			},
		},
		erase: "rows",
	}),
	entry(choices, {
		whose: "buyer",
		kept: ["parent"],
		own: (userId) => sql`${choices.chooserId} in (select choosers.id from choosers
			where ${byShare(choosers.shareId)(userId)})`,
		exports: {
			choices: {
				chooser: choices.chooserId,
				fileId: choices.fileId,
				chosen: choices.chosen,
				comment: choices.comment,
			},
		},
	}),
	entry(fileCounts, {
		whose: "creator",
		kept: ["account"],
		own: byShare(fileCounts.shareId),
		exports: {
			fileCounts: { fileId: fileCounts.fileId, seen: fileCounts.seen, hearts: fileCounts.hearts },
		},
		erase: "rows",
	}),
	entry(shareViews, { whose: "buyer", kept: [older("viewDays", shareViews.at)] }),
	// Without the downloaders' identity, which belongs to the buyers' data.
	entry(downloadLog, {
		whose: "buyer",
		kept: [older("downloadDays", downloadLog.at)],
		exports: { downloads: (ctx) => exportDownloads(ctx, ctx.user.id) },
	}),
	entry(updateRecipients, {
		whose: "buyer",
		kept: [
			"parent",
			{
				periods: ["mailDays"],
				where: (ctx) => sql`update_id in (select id from buyer_updates
					where finished_at is not null
					and ${older("mailDays", buyerUpdates.finishedAt).where(ctx)})`,
			},
		],
	}),
	entry(buyerUpdates, {
		whose: "creator",
		kept: ["account"],
		own: by(buyerUpdates.creatorId),
		exports: {
			"buyerUpdates.messages": {
				shareId: slug,
				text: buyerUpdates.text,
				recipients: buyerUpdates.recipients,
				createdAt: iso(buyerUpdates.createdAt),
			},
		},
		erase: "rows",
		reclaim: true,
	}),
	entry(unsubscribes, {
		whose: "buyer",
		kept: ["account"],
		own: by(unsubscribes.creatorId),
		exports: { "buyerUpdates.unsubscribed": ({ db }, { where }) => db.$count(unsubscribes, where) },
		erase: "rows",
		reclaim: true,
	}),
	entry(blockedBuyers, {
		whose: "buyer",
		kept: ["account"],
		own: by(blockedBuyers.creatorId),
		exports: { "customers.blockedBuyers": { since: blockedBuyers.createdAt } },
		erase: "rows",
	}),
	entry(buyers, {
		whose: "buyer",
		kept: [{ periods: ["buyerDays"], run: stepwise("buyers", pruneBuyers) }],
	}),
	entry(purchaseHolders, inBooks),
	entry(purchaseParts, inBooks),
	entry(purchaseLines, inBooks),
	entry(licences, { whose: "creator", kept: ["books"] }),
	entry(withdrawals, {
		whose: "buyer",
		kept: [
			"books",
			{
				...older("ledgerYears", withdrawals.at, sql`(name is not null or email is not null)`),
				set: { name: null, email: null },
			},
		],
		own: (userId) => sql`purchase_id in (select id from purchases where creator_id = ${userId})`,
		exports: {
			"money.withdrawals": pages(
				{
					purchaseId: withdrawals.purchaseId,
					at: withdrawals.at,
					outcome: withdrawals.outcome,
				},
				[sql`withdrawals.purchase_id`],
			),
		},
	}),
	entry(invoices, {
		whose: "buyer",
		kept: [
			"books",
			{
				...older(
					"ledgerYears",
					invoices.issuedAt,
					sql`(seller_name is not null or buyer_name is not null)`,
				),
				set: {
					sellerName: null,
					sellerAddress: null,
					sellerCountry: null,
					sellerTaxNumber: null,
					buyerName: null,
					buyerAddress: null,
					buyerCountry: null,
					buyerTaxNumber: null,
					replaced: sql`case when replaced is not null then
						(select json_group_array(json_set(value, '$.buyer', null)) from json_each(replaced)) end`,
				},
			},
		],
		own: by(invoices.creatorId),
		exports: {
			"money.invoices": pages(
				{
					purchaseId: invoices.purchaseId,
					number: invoices.number,
					replaced: sql`(select json_group_array(json_remove(value, '$.buyer'))
						from json_each(invoices.replaced))`,
					issuedAt: invoices.issuedAt,
					sellerName: invoices.sellerName,
					sellerAddress: invoices.sellerAddress,
					sellerCountry: invoices.sellerCountry,
					sellerTaxNumber: invoices.sellerTaxNumber,
				},
				[sql`invoices.number`],
			),
		},
	}),
	entry(ledger, {
		whose: "creator",
		kept: ["books"],
		own: by(ledger.creatorId),
		exports: {
			"money.ledger": pages(getTableColumns(ledger), [sql`ledger.at`, sql`ledger.rowid`]),
		},
	}),
	entry(totals, {
		whose: "creator",
		kept: ["books"],
		own: by(totals.creatorId),
		shownIn: "money.ledger",
	}),
	entry(payoutTransfers, {
		whose: "creator",
		kept: ["books"],
		own: by(payoutTransfers.creatorId),
		exports: {
			"money.payoutTransfers": pages(getTableColumns(payoutTransfers), [
				sql`payout_transfers.rowid`,
			]),
		},
	}),
	entry(purchases, {
		whose: "buyer",
		kept: [
			"books",
			{ periods: ["attemptedPaymentDays"], run: prunePaymentAttempts },
			{ periods: ["claimDays"], run: pruneClaims },
			// No figures of that time are shown any more.
			{
				...older("sourceDays", purchases.createdAt, sql`source is not null`),
				set: { source: null },
			},
			{
				...older(
					"ledgerYears",
					purchases.createdAt,
					sql`(buyer_email is not null or confirmation_code is not null
						or edge_country is not null or card_country is not null or revoke_reason is not null)`,
				),
				set: {
					buyerEmail: null,
					confirmationCode: null,
					edgeCountry: null,
					cardCountry: null,
					revokeReason: null,
				},
			},
		],
		own: by(purchases.creatorId),
		exports: {
			// Without the buyers' addresses.
			"money.sales": pages(
				{
					id: purchases.id,
					title: purchases.shareTitle,
					route: purchases.route,
					state: shownStateOf(sql`purchases`),
					priceCents: purchases.priceCents,
					currency: purchases.currency,
					reference: purchases.reference,
					createdAt: purchases.createdAt,
					claimedAt: purchases.claimedAt,
					paidAt: purchases.paidAt,
					parts: sql`(select json_group_array(share_id) from purchase_parts
						where purchase_parts.purchase_id = purchases.id)`.mapWith(JSON.parse),
				},
				[sql`purchases.created_at`, sql`purchases.rowid`],
			),
		},
	}),
	entry(checkouts, {
		whose: "buyer",
		kept: [
			older("checkoutDays", checkouts.expiresAt, sql`not kept and ${saleOfCheckout} is null`),
			// Their sales have the address.
			{
				...older(
					"checkoutDays",
					checkouts.expiresAt,
					sql`not kept and ${saleOfCheckout} is not null`,
				),
				set: { kept: true, buyerEmail: null },
			},
		],
		own: by(checkouts.creatorId),
		exports: {
			"money.checkouts": pages(
				{
					id: checkouts.id,
					shareId: checkouts.shareId,
					priceCents: checkouts.priceCents,
					successUrl: checkouts.successUrl,
					externalId: checkouts.externalId,
					metadata: checkouts.metadata,
					createdAt: checkouts.createdAt,
				},
				[sql`checkouts.id`],
			),
		},
		erase: "rows",
	}),
	entry(invoiceDetails, {
		whose: "creator",
		kept: ["account"],
		own: by(invoiceDetails.userId),
		exports: { "money.invoiceDetails": row(getTableColumns(invoiceDetails)) },
		erase: "rows",
		reclaim: true,
	}),
	// The connected account's id stays with the ledger; money held by the platform stays assigned to it.
	entry(payoutMethods, {
		whose: "creator",
		kept: ["books"],
		own: by(payoutMethods.userId),
		exports: { "money.payoutMethod": row(getTableColumns(payoutMethods)) },
		erase: { cashAppHandle: null, directLink: null, releaseOnConfirmation: false },
		reclaim: "rows",
	}),
	entry(subscriptions, {
		whose: "creator",
		kept: ["account"],
		own: by(subscriptions.userId),
		exports: { subscription: (ctx) => exportSubscription(ctx, ctx.user.id) },
		eraseBy: (ctx, { id }) => deleteCustomerOnAccountDelete(ctx, id),
		reclaim: (ctx, { id }) => endRenewalOnReclaim(ctx, id),
	}),
	entry(caseEntries, { whose: "creator", kept: ["parent"] }),
	// Cases about the creator's shares are kept for their reporters.
	entry(cases, {
		whose: "creator",
		kept: [older("messageDays", cases.updatedAt)],
		own: by(cases.userId),
		exports: { support: (ctx) => exportRequests(ctx, ctx.user.id) },
		eraseBy: (ctx, { id }) => deleteRequests(ctx, id),
		reclaim: true,
	}),
	entry(sanctions, {
		whose: "creator",
		kept: ["account"],
		own: by(sanctions.creatorId),
		exports: {
			decisions: {
				kind: sanctions.kind,
				shareId: sanctions.shareId,
				category: sanctions.category,
				text: sanctions.text,
				legalOrder: sanctions.legalOrder,
				imposedAt: iso(sanctions.imposedAt),
				liftedAt: iso(sanctions.liftedAt),
				answer: sanctions.answer,
			},
		},
		erase: "rows",
	}),
	// The acts stay for the chain.
	entry(auditLog, {
		whose: "creator",
		kept: [
			{ ...older("auditYears", auditLog.at, sql`details is not null`), set: { details: null } },
		],
		own: (userId) => sql`(creator_id = ${userId} or actor_id = ${userId}) and details is not null`,
		exports: { acts: (ctx) => exportActs(ctx, ctx.user.id) },
		erase: { details: null },
	}),
	// Mails to the same address as a buyer's stay: the mailbox may be someone else's. The mails' job empties texts.
	entry(outbox, {
		whose: "creator",
		kept: [{ periods: ["mailTextMinutes", "unsentMailDays", "mailDays"], run: pruneOutbox }],
		exports: {
			// Without contents, which may include secrets.
			mails: (ctx, own) => {
				const columns = {
					kind: outbox.kind,
					createdAt: iso(outbox.createdAt),
					sentAt: iso(outbox.sentAt),
				};
				const theirs = and(
					isTo(ctx, ctx.user.email),
					eq(outbox.audience, "creator"),
					gte(outbox.createdAt, Date.parse(ctx.user.createdAt)),
				);
				return rows(columns, theirs)(ctx, own);
			},
		},
		eraseBy: (ctx, { id, email }) =>
			ctx.db.batch([deleteMails(ctx, email, "creator"), ...deleteAddressMails(ctx, id)]),
	}),
	entry(attempts, { whose: "nobody", kept: [older("attemptDays", attempts.lastAt)] }),
	entry(failedRequests, { whose: "nobody", kept: [older("failedRequestDays", failedRequests.at)] }),
	// After this they are not delivered again.
	entry(providerEvents, { whose: "nobody", kept: [older("eventDays", providerEvents.at)] }),
	entry(queue, nothingPersonal),
	entry(switches, nothingPersonal),
	entry(reconciliations, nothingPersonal),
	entry(jobCursors, nothingPersonal),
	entry(backupState, nothingPersonal),
	entry(backupChanges, nothingPersonal),
];
