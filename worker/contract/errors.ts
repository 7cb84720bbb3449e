import { GIB, MAX_FILE_SIZE } from "./constants.ts";

/**
 * The default message of every error code, by status. Clients distinguish errors by code. `npm run docs` copies
 * comments into docs/reference.md.
 */
const MESSAGES = {
	400: {
		"request.invalid": "Some fields aren't right. Please check them and try again.",
		"consent.required": "Please check the box to continue.",
		"request.malformed": "The request could not be read.",
		"application.unknown": "This app is unknown here or no longer offered. Nothing was sent to it.",
		"application.redirect_unknown":
			"This app hasn't registered the address to return to. Nothing was sent to it.",
		"payment.amount_too_low": "This is less than the creator asks for.",
		"upload.crc_mismatch": "The bytes that arrived differ from the ones that were sent.",
		"upload.size_mismatch": "The number of bytes that arrived differs from the one declared.",
	},
	401: {
		"auth.required": "Please sign in to continue.",
		"access_token.invalid": "This access token isn't valid, or no longer is.",
		"account.bad_credentials": "That email or password isn't right.",
		"account.code_required": "Enter the code from your authenticator app.",
		"operator.sign_in_again": "Please sign in again with your second factor to continue.",
		"account.passkey_refused":
			"This passkey couldn't be checked here. Try again, or sign in another way.",
	},
	402: {
		"payment.required": "Payment required to download files",
		"payment.not_succeeded": "The payment has not succeeded.",
	},
	403: {
		"account.email_unverified":
			"Please confirm your email address first. You can send the confirmation email again in Settings.",
		"share.locked": "This share is protected by a password. Open its link to enter it.",
		"share.not_open": "This share isn't open yet. Please come back later.",
		"share.ended": "This share has ended. Its files can no longer be downloaded.",
		"access_token.scope_missing": "This access token doesn't have permission for that.",
		"access_token.not_allowed":
			"This can't be done with an access token. Please sign in on the website.",
		"account.suspended":
			"Your account is suspended, so you can't do this right now. Your dashboard says why and how to appeal.",
		"operator.factor_required": "Set up a second factor in Settings first.",
		"operator.confirm_required": "Please confirm with your second factor first.",
		"account.confirmation_required":
			"First confirm it's you, with your password or a second factor.",
		"request.cross_site": "This request came from another site and was refused.",
		"upload.limit_reached":
			"You have reached your monthly transaction limit. Upgrade to Pro for unlimited uploads.",
		"challenge.failed":
			"We couldn't confirm that you're human. Please repeat the check in the form.",
		"storage.quota_exceeded":
			"There isn't enough space for this upload. Delete shares you no longer need, or upgrade to Pro.",
		"receipt.code_required":
			"This receipt is already open in many browsers. To open it here, use a code sent to its email address.",
		"buyer.blocked": "This creator doesn't take orders from this email address.",
		"plan.feature_unavailable": "This is part of the Pro plan.",
		forbidden: "You can't do this.",
		"upload.bad_token": "The upload permission is not valid for this part.",
	},
	404: {
		not_found: "There's nothing here.",
		"share.not_found": "This share link may have expired or been removed.",
		"file.not_found": "This file doesn't exist or has been removed.",
		"folder.not_found": "This share has no folder with that name.",
		"upload.not_found": "This upload doesn't exist or has expired.",
		"purchase.not_found": "We couldn't find this purchase.",
		"creator.not_found": "This page may have been removed, or its address has changed.",
		"case.not_found": "This case doesn't exist.",
		"sanction.not_found": "This decision doesn't exist.",
		"preview.not_found": "There's no preview of this file.",
		"token.not_found": "This link has been used or has expired. Please ask for a new one.",
		"checkout.not_found": "This checkout doesn't exist.",
		"discount.not_found": "This discount code no longer exists.",
	},
	405: {
		"request.method_not_allowed": "This address doesn't support this kind of request.",
	},
	409: {
		"account.exists": "An account with this email already exists. Please sign in.",
		"address.taken": "This address now belongs to another account, so nothing was changed.",
		"account.totp_on": "An authenticator app is already set up.",
		"account.totp_off": "No authenticator app is set up.",
		"account.factor_missing": "Set up a second factor in Settings first.",
		"passkey.exists": "This passkey has already been added.",
		"access_token.too_many": "An account can have 20 access tokens. Remove one first.",
		"application.too_many": "An account can have 20 apps. Delete one first.",
		"webhook.too_many": "An account can have 10 webhook endpoints. Delete one first.",
		"webhook.endpoint_off": "This endpoint is off. Switch it on first.",
		"webhook.too_many_listeners":
			"Five listeners are already running. Stop one first, or wait ten minutes.",
		"passkey.too_many": "An account can have 20 passkeys. Remove one first.",
		"account.not_settled": "This account still has open payments.",
		"handle.taken": "This handle is taken. Please choose another one.",
		"handle.changed_often":
			"You've changed your handle too often. We keep former ones for you for a year: go back to one of them, or wait.",
		"idempotency.in_progress":
			"The first request with this Idempotency-Key is still running. Please try again in a moment.",
		"idempotency.outcome_unknown":
			"The first request with this Idempotency-Key was interrupted, and we don't know whether it took effect. Check, and use a new key if it didn't.",
		"idempotency.response_not_kept":
			"The first request with this Idempotency-Key took effect, but its response isn't kept, because it was too long or set a cookie. Use a new key for another request.",
		"upload.not_open": "This upload is already finished or was discarded.",
		"upload.incomplete": "Some parts of this upload are missing.",
		"upload.too_many_open": "Finish or discard one of your unfinished uploads first.",
		"draft.too_many": "You can keep 20 drafts. Discard one first.",
		"upload.part_differs": "This part was already received with different bytes.",
		"share.has_sales": "This can no longer be changed, because someone has started to pay.",
		"share.kept_as_evidence":
			"A share that was taken down can't be deleted. You can refund its buyers under Sales.",
		"share.in_bundle":
			"This share is part of a bundle. Remove it from the bundle first, or delete the bundle.",
		"bundle.too_many": "You already have 500 bundles. Delete some first.",
		"share.changed":
			"The creator has just changed this share. Reload the page to see what you would get.",
		"update.too_soon": "You can message a share's buyers once a day.",
		"update.no_buyers": "None of this share's buyers can get messages.",
		"share.exists":
			"Another share of yours, or an unfinished upload, already has this external id. `details.shareId` names it.",
		"share.not_for_sale": "This share isn't for sale right now.",
		"checkout.too_many":
			"You've created 10,000 checkouts in the last few days. Wait until some of them have ended.",
		"checkout.paid": "This is already paid.",
		"discount.refused": "This code can't be used here.",
		"discount.taken": "You already have this code.",
		"discount.too_many": "You already have 500 codes. Delete some first.",
		"payment.nothing_to_pay": "There's nothing to pay for these files.",
		"share.sold_out": "This share is sold out.",
		"share.no_payment_route": "The creator can't take payments for this share yet.",
		"payment.already_paid": "You have already purchased these files.",
		"payment.processing": "The payment is still being processed.",
		"payment.conflict": "This isn't possible with this payment right now.",
		"claim.code_used": "This confirmation code has already been used.",
		"sanction.appealed": "You have already appealed. We'll answer by email.",
		"operator.nothing_to_do": "This has already been done.",
		"subscription.none": "You don't have a subscription to change.",
		"invoice.final":
			"This invoice has a credit note, so it can no longer be replaced. Please ask the creator.",
		"provider.refused":
			"The payment provider refused this, so nothing was changed. If it keeps happening, write to us.",
	},
	410: {
		"checkout.ended":
			"This checkout is no longer open. Go back and start again, or buy the files on their page.",
		"share.taken_down": "This share has been taken down.",
	},
	412: {
		"request.changed_meanwhile":
			"This has changed since you read it. Read it again, and repeat the change if it still applies.",
	},
	413: {
		// Not by `formatSize`: loading locale data takes 20 ms of every start of the Worker.
		"file.too_large": `The file is larger than ${MAX_FILE_SIZE / GIB} GB.`,
		"request.too_large": "The request is too large.",
	},
	415: {
		"file.type_not_accepted": "We don't accept this type of file. Put it in a ZIP to share it.",
	},
	416: {
		"range.not_satisfiable": "The requested range is outside the file.",
	},
	422: {
		"idempotency.key_reused":
			"This Idempotency-Key was used for another request. Use a new key for each request.",
	},
	429: {
		"rate.limited": "Too many attempts. Please wait a moment and try again.",
	},
	451: {
		"share.removed_by_order": "This share has been removed because of a legal order.",
	},
	500: {
		/** Unexpected. Read `error`, `cause` and `stack` of `request.failed`. Runbook: the site. */
		"internal.error": "Something went wrong on our side. Please try again.",
	},
	503: {
		/** Stripe doesn't answer, or answers 5xx or 429. Runbook: money. */
		"provider.unavailable": "We can't reach the payment provider. Please try again soon.",
		/** Turnstile doesn't answer, or refuses the secret. Runbook: costs and abuse. */
		"challenge.unavailable": "We can't reach the security check. Please try again soon.",
		/** R2 refused a write. Runbook: uploads and files. */
		"storage.unavailable": "We can't reach the file storage. Please try again soon.",
		/** A stored object is missing or differs. Runbook: stored files. */
		"file.unavailable":
			"This file can't be read right now. Please try again later. If it keeps failing, contact support.",
		/**
		 * The platform failed a call, or two requests for the same thing met; asking again helps. If `request.failed`
		 * says that the web app isn't built: `npm run deploy`. Runbook: faults of the platform.
		 */
		"service.unavailable": "The service is busy. Please try again soon.",
		/** A switch is on. */
		"uploads.paused":
			"Uploads are paused right now. What you've already sent is kept; please try again later.",
		/** A switch is on. */
		"card_payments.paused":
			"Online payments are paused right now. Nothing was charged; please try again later.",
		/** A switch is on. */
		"direct_payments.paused":
			"Direct payments are paused right now. Please don't pay yet, and try again later.",
		/** A switch is on. */
		"registration.paused": "We aren't accepting new accounts right now. Please try again later.",
		/** A switch is on. */
		maintenance: "We're doing maintenance and will be back soon. Nothing is lost.",
	},
} as const;
type ByStatus = typeof MESSAGES;

export type ErrorCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus];

export const ERRORS = Object.fromEntries(
	Object.entries<Record<string, string>>(MESSAGES).flatMap(([status, messages]) =>
		Object.entries(messages).map(([code, message]) => [code, [Number(status), message] as const]),
	),
) as Record<ErrorCode, readonly [status: keyof ByStatus, message: string]>; // one for each code

/** Messages more exact than a code's own; responses have the id as `reason`. */
export const REASONS = {
	"file.program":
		"Programs and installers can't be sold here, because one from a stranger could harm a buyer's device.",
	"file.content_differs":
		"This file isn't what its extension says: it is damaged, or its name has the wrong extension.",
	"file.empty": "This file is empty, and files of its type can't be.",
	"account.code_wrong":
		"That code isn't right. Enter the current code from your authenticator app.",
	"account.mails_limited":
		"We've already sent several emails to this address. Please check them, or try again in an hour.",
	"idempotency.other_credential":
		"This Idempotency-Key was used with another session or token of your account, and only that one can read the response.",
	"share.not_yours":
		"We can't find this share in your account. It may have been deleted; your dashboard lists your shares.",
	"application.not_found": "This app no longer exists.",
	"access_token.not_found": "This access token no longer exists.",
	"webhook.endpoint_not_found": "This webhook endpoint no longer exists.",
	"webhook.message_not_found": "This message no longer exists.",
	"webhook.listener_not_found": "This listener has ended. Start it again.",
	"passkey.not_found": "This passkey no longer exists.",
	"session.not_found": "This session no longer exists.",
	"subscription.not_set_up": "The payment couldn't be set up. Please try again.",
	"upload.token_expired": "The upload permission has expired. Ask for a fresh one.",
	"payment.own_files": "You can't buy your own files.",
	"payment.cards_refused":
		"The creator doesn't take online payments. You can pay for these files directly.",
	"checkout.closed_share":
		"This share has a password or isn't open yet, so buyers couldn't pay. Change that first.",
	"checkout.below_card_minimum":
		"This is less than can be paid online. Ask for more, or accept direct payments if Settings offers them for this currency.",
	"payment.refunded_checkout":
		"Someone else has already paid for this order, so your payment has been refunded in full.",
	"payment.below_card_minimum":
		"The price is less than can be paid online. These files can only be paid directly.",
	"payment.too_low":
		"The price is less than can be paid online. Ask the creator for another price.",
	"payment.too_low_exchanged":
		"At today's exchange rate, this is less than can be paid online, so nothing was charged. Ask the creator for another price.",
	"discount.unknown":
		"This code doesn't work for these files. Check the letters, or continue without it.",
	"discount.not_yet": "This code can't be used yet.",
	"discount.ended": "This code has expired.",
	"discount.used_up": "This code has been used up.",
	"discount.used_before": "You've used this code as often as the creator allows.",
	"payment.refunded_code_used":
		"Your discount code had run out when you paid, so your payment has been refunded in full.",
	"payment.refunded": "This payment has been refunded.",
	"payment.refunded_duplicate":
		"You had already bought these files, so your second payment has been refunded in full. If they aren't open in this browser, find your purchases by email.",
	"payment.refunded_sold_out":
		"The last copy was sold while you were paying, so your payment has been refunded in full.",
	"payment.refunded_withdrawn":
		"The files were withdrawn while you were paying, so your payment has been refunded in full.",
	"payment.refunded_blocked":
		"This creator doesn't take orders from this email address, so your payment has been refunded in full. Your other purchases aren't affected.",
	"provider.in_progress":
		"The payment provider is still working on this. Please try again in a moment.",
	"payment.uncharged_duplicate":
		"You had already bought these files, so this payment wasn't charged. If they aren't open in this browser, find your purchases by email.",
	"payment.uncharged_checkout":
		"Someone else has already paid for this order, so your payment wasn't charged.",
	"payment.uncharged_sold_out":
		"The last copy was sold while you were paying, so your payment wasn't charged.",
	"payment.uncharged_code_used":
		"Your discount code had run out when you paid, so your payment wasn't charged.",
	"payment.uncharged_withdrawn":
		"The files were withdrawn while you were paying, so your payment wasn't charged.",
	"payment.uncharged_blocked":
		"This creator doesn't take orders from this email address, so your payment wasn't charged.",
	"payment.disputed_before":
		"You've already paid for these files, and your bank is looking into that payment. You can't pay again until that's decided.",
	"payment.refunded_mismatch":
		"The payment didn't match the order, so it has been refunded in full.",
	"withdrawal.not_paid": "This purchase isn't paid, so there's nothing to withdraw from.",
	"share.password_wrong": "That password isn't right. Please try again.",
	"receipt.code_wrong": "This code isn't right or has expired.",
	"refund.direct": "Direct payments are refunded where they were made.",
	"refund.free": "No money was paid for this, so there's nothing to refund.",
	"refund.lost": "The buyer's bank returned this payment after a dispute.",
	"refund.already_made": "This payment has already been refunded. Reload the page to see it.",
	"refund.not_in_part":
		"Because of how it was paid, this payment can't be refunded in part. You can refund all of it instead, if that's still possible.",
	"refund.too_late":
		"Because of how it was paid, this payment can no longer be refunded. Please arrange it with the buyer directly.",
	"refund.balance_insufficient":
		"The money for this refund isn't available at the payment provider yet. Please try again in a few days, or write to us.",
	"refund.disputed": "A disputed payment can't be refunded until it's decided.",
	"refund.whole_first":
		"This payment was counted toward the whole share, which the buyer has bought since. Refund or revoke that sale first.",
	"direct.blocked":
		"This creator doesn't take orders from this email address. If you've already sent the money, ask the creator to return it.",
	"revoke.not_paid": "Only a paid purchase can be revoked.",
	"receipt.not_sent": "We've already sent several emails to this address. Please try again later.",
	"direct.not_accepted": "This creator doesn't take direct payments.",
	"claim.decided": "This payment has already been dealt with.",
	"claim.files_gone":
		"These files are gone, so there's nothing to open. Return the money, then decline with that reason.",
	"claim.raises_limit":
		"Every copy has been sold. Approving this one raises your limit by one: approve again to confirm.",
	"claim.other_disputed":
		"Another payment for these files is being disputed. Answer again once that's decided.",
} as const satisfies Record<string, string>;

export type ErrorReason = keyof typeof REASONS;

/** The body of every error response. */
export type ErrorBody = {
	/** the kind of error, for programs */
	code: ErrorCode;
	/** a more exact reason, if the code has several */
	reason?: ErrorReason;
	/** the reason for people, in English */
	message: string;
	/** identifies the request to the operator */
	requestId: string;
	/** the fault of each field, by its dotted path */
	fields?: Record<string, string>;
	/** further data, such as the `missing` parts of an upload or the `scope` that a token lacks */
	details?: Record<string, unknown>;
};
