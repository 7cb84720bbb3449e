import { GIB, MAX_FILE_SIZE } from "./constants.ts";

/** The default message of every error code, by status. Clients distinguish errors by code. */
const MESSAGES = {
	400: {
		"request.invalid": "Some fields aren't right. Please check them and try again.",
		"consent.required": "Please tick the box to continue.",
		"request.malformed": "The request could not be read.",
		"application.unknown":
			"This application is unknown here, or isn't offered any more. Nothing was passed on to it.",
		"application.redirect_unknown":
			"The address to return to isn't one that this application has registered. Nothing was passed on to it.",
		"payment.amount_too_low": "This is less than the creator asks for.",
		"upload.crc_mismatch": "The bytes that arrived differ from the ones that were sent.",
		"upload.size_mismatch": "The bytes that arrived are not as many as declared.",
	},
	401: {
		"auth.required": "Please sign in to continue.",
		"access_token.invalid": "This access token is not valid, or not any more.",
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
		"access_token.scope_missing": "This access token lacks the permission for that.",
		"access_token.not_allowed":
			"This can't be done with an access token. Please sign in on the website.",
		"account.suspended":
			"Your account is suspended, so this isn't possible right now. Your dashboard says why and how to appeal.",
		"operator.factor_required": "Set up a second factor in Settings first.",
		"operator.confirm_required": "Please confirm with your second factor first.",
		"account.confirmation_required":
			"Confirm it's you first, with your password or a second factor.",
		"request.cross_site": "This request came from another site and was refused.",
		"upload.limit_reached":
			"You have reached your monthly transaction limit. Upgrade to Pro for unlimited uploads.",
		"challenge.failed":
			"We couldn't confirm that you're human. Please repeat the check in the form.",
		"storage.quota_exceeded":
			"There isn't enough space for this upload. Delete shares you no longer need, or upgrade to Pro.",
		"receipt.code_required":
			"This receipt is already open in many browsers. A code sent to its email address opens it here.",
		"buyer.blocked": "This creator doesn't take orders from this email address.",
		"plan.feature_unavailable": "This is part of the Pro plan.",
		forbidden: "You can't do this.",
		"upload.bad_token": "The upload permission is not valid for this part.",
	},
	404: {
		not_found: "There's nothing here.",
		"share.not_found": "This share link may have expired or been removed.",
		"file.not_found": "This file doesn't exist or has been removed.",
		"folder.not_found": "There's no such folder in this share.",
		"upload.not_found": "This upload doesn't exist or has expired.",
		"purchase.not_found": "We couldn't find this purchase.",
		"creator.not_found": "This page may have been removed, or its address has changed.",
		"case.not_found": "There is no such case.",
		"sanction.not_found": "There is no such decision.",
		"preview.not_found": "There's no preview of this file.",
		"token.not_found": "This link has been used or has expired. Please ask for a new one.",
		"checkout.not_found": "There is no such checkout.",
		"discount.not_found": "This discount code doesn't exist any more.",
	},
	405: {
		"request.method_not_allowed": "This address doesn't take this kind of request.",
	},
	409: {
		"account.exists": "An account with this email already exists. Please sign in.",
		"address.taken": "This address belongs to another account by now, so nothing was changed.",
		"account.totp_on": "An authenticator app is already set up.",
		"account.totp_off": "No authenticator app is set up.",
		"account.factor_missing": "Set up a second factor in Settings first.",
		"passkey.exists": "This passkey has been added already.",
		"access_token.too_many": "An account can have 20 access tokens. Remove one first.",
		"application.too_many": "An account can have 20 applications. Delete one first.",
		"webhook.too_many": "An account can have 10 webhook endpoints. Delete one first.",
		"webhook.endpoint_off": "This endpoint is off. Switch it on first.",
		"webhook.too_many_listeners":
			"Five listeners are running already. End one first, or wait ten minutes.",
		"passkey.too_many": "An account can have 20 passkeys. Remove one first.",
		"account.not_settled": "This account still has open payments.",
		"handle.taken": "This handle is taken. Please choose another one.",
		"handle.changed_often":
			"You have changed your handle too often. A former one is kept for you for a year: go back to it, or wait.",
		"idempotency.in_progress":
			"The first request with this Idempotency-Key is still running. Please try again in a moment.",
		"idempotency.outcome_unknown":
			"The first request with this Idempotency-Key was interrupted, and it isn't known whether it took effect. Look whether it did, and use a new key if not.",
		"idempotency.response_not_kept":
			"The first request with this Idempotency-Key took effect, but its response isn't kept, because it was too long or set a cookie. Use a new key for another request.",
		"upload.not_open": "This upload is already finished or was discarded.",
		"upload.incomplete": "Some parts of this upload are missing.",
		"upload.too_many_open": "Finish or discard one of your unfinished uploads first.",
		"draft.too_many": "You can keep 20 drafts. Throw one away first.",
		"upload.part_differs": "This part was already received with other bytes.",
		"share.has_sales": "This can no longer be changed, because someone has started to pay.",
		"share.kept_as_evidence":
			"A share that was taken down can't be deleted. You can refund its buyers under Sales.",
		"share.in_bundle":
			"This share is part of a bundle. Take it out of the bundle first, or delete the bundle.",
		"bundle.too_many": "You have 500 bundles already. Delete some first.",
		"share.changed":
			"The creator has just changed this share. Reload the page to see what you would get.",
		"update.too_soon": "You can write to the buyers of a share once a day.",
		"update.no_buyers": "Nobody who bought this share can be written to.",
		"share.exists":
			"Another share of yours, or an unfinished upload, has this external id. `details.shareId` names it.",
		"share.not_for_sale": "This share isn't for sale right now.",
		"checkout.too_many":
			"You have made 10,000 checkouts in the last days. Wait until some of them have ended.",
		"checkout.paid": "This has been paid already.",
		"discount.refused": "This code can't be used here.",
		"discount.taken": "You already have a code with these letters.",
		"discount.too_many": "You have 500 codes already. Delete some first.",
		"payment.nothing_to_pay": "There's nothing to pay for these files.",
		"share.sold_out": "This share is sold out.",
		"share.no_payment_route": "The creator can't take payments for this share yet.",
		"payment.already_paid": "You have already purchased these files.",
		"payment.processing": "The payment is still being processed.",
		"payment.conflict": "That isn't possible with this payment right now.",
		"claim.code_used": "This confirmation code has already been used.",
		"sanction.appealed": "You have already appealed. We'll answer by email.",
		"operator.nothing_to_do": "This has already been done.",
		"subscription.none": "You don't have a subscription to change.",
		"invoice.final":
			"A credit note stands against this invoice, so it can't be replaced any more. Please ask the creator.",
		"provider.refused":
			"The payment provider refused this, so nothing was changed. If it stays that way, write to us.",
	},
	410: {
		"checkout.ended":
			"This checkout is no longer open. Start again where you came from, or buy the files on their page.",
		"share.taken_down": "This share has been taken down.",
	},
	412: {
		"request.changed_meanwhile":
			"This was changed meanwhile. Read it again, and repeat the change if it still fits.",
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
		"range.not_satisfiable": "The requested range lies outside the file.",
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
		"internal.error": "Something went wrong on our side. Please try again.",
	},
	503: {
		"provider.unavailable": "We can't reach the payment provider. Please try again soon.",
		"challenge.unavailable": "We can't reach the check that you're human. Please try again soon.",
		"storage.unavailable": "We can't reach the file storage. Please try again soon.",
		"file.unavailable":
			"This file can't be read right now. Please try again later. If it keeps failing, contact support.",
		"service.unavailable": "The service is busy. Please try again soon.",
		"uploads.paused":
			"Uploads are paused for the moment. What was already sent is kept; please try again later.",
		"card_payments.paused":
			"Online payments are paused for the moment. Nothing was charged; please try again later.",
		"direct_payments.paused":
			"Direct payments are paused for the moment. Please don't pay yet, and try again later.",
		"registration.paused":
			"We aren't accepting new accounts for the moment. Please try again later.",
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
	"file.empty": "This file is empty, which no file of its type can be.",
	"account.code_wrong":
		"That code isn't right. Enter the current code from your authenticator app.",
	"account.mails_limited":
		"We've already sent several emails to this address. Please check them, or try again in an hour.",
	"idempotency.other_credential":
		"This Idempotency-Key was used with another session or token of your account, which alone can read the response.",
	"share.not_yours":
		"You have no share with this id. It may have been deleted; your dashboard has your shares.",
	"application.not_found": "This application doesn't exist any more.",
	"access_token.not_found": "This access token doesn't exist any more.",
	"webhook.endpoint_not_found": "This webhook endpoint doesn't exist any more.",
	"webhook.message_not_found": "This message doesn't exist any more.",
	"webhook.listener_not_found": "This listener has ended. Start it again.",
	"passkey.not_found": "This passkey doesn't exist any more.",
	"session.not_found": "This session doesn't exist any more.",
	"subscription.not_set_up": "The payment couldn't be set up. Please try again.",
	"upload.token_expired": "The upload permission has expired. Ask for a fresh one.",
	"payment.own_files": "You can't buy your own files.",
	"payment.cards_refused":
		"The creator takes no online payments. These files can be paid directly.",
	"checkout.closed_share":
		"This share has a password or isn't open yet, so that a buyer couldn't pay. Change that first.",
	"checkout.below_card_minimum":
		"This is less than can be paid online. Ask for more, or accept direct payments if Settings offers them for this currency.",
	"payment.refunded_checkout":
		"Somebody else has paid this order already, so your payment has been refunded in full.",
	"payment.below_card_minimum":
		"The price is less than can be paid online. These files can only be paid directly.",
	"payment.too_low":
		"The price is less than can be paid online. Ask the creator for another price.",
	"payment.too_low_exchanged":
		"At today's exchange rate, this is less than can be paid online, so nothing was charged. Ask the creator for another price.",
	"discount.unknown":
		"We don't know this code for these files. Check the letters, or go on without it.",
	"discount.not_yet": "This code can't be used yet.",
	"discount.ended": "This code has ended.",
	"discount.used_up": "This code has been used as often as the creator allows.",
	"discount.used_before": "You have used this code as often as the creator allows.",
	"payment.refunded_code_used":
		"No use of your discount code was left for you when you paid, so your payment has been refunded in full.",
	"payment.refunded": "This payment has been refunded.",
	"payment.refunded_duplicate":
		"You had already bought these files, so your second payment has been refunded in full. If they aren't open in this browser, find your purchases by email.",
	"payment.refunded_sold_out":
		"The last copy was sold while you were paying, so your payment has been refunded in full.",
	"payment.refunded_withdrawn":
		"The files were withdrawn while you were paying, so your payment has been refunded in full.",
	"payment.refunded_blocked":
		"This creator doesn't take orders from this email address, so your payment has been refunded in full. Nothing else has changed for you.",
	"provider.in_progress":
		"The payment provider is still working on this. Please try again in a moment.",
	"payment.uncharged_duplicate":
		"You had already bought these files, so this payment wasn't charged. If they aren't open in this browser, find your purchases by email.",
	"payment.uncharged_checkout":
		"Somebody else has paid this order already, so your payment wasn't charged.",
	"payment.uncharged_sold_out":
		"The last copy was sold while you were paying, so your payment wasn't charged.",
	"payment.uncharged_code_used":
		"No use of your discount code was left for you when you paid, so your payment wasn't charged.",
	"payment.uncharged_withdrawn":
		"The files were withdrawn while you were paying, so your payment wasn't charged.",
	"payment.uncharged_blocked":
		"This creator doesn't take orders from this email address, so your payment wasn't charged.",
	"payment.refunded_mismatch":
		"The payment didn't match the order, so it has been refunded in full.",
	"withdrawal.not_paid": "This purchase isn't paid, so there's nothing to withdraw from.",
	"share.password_wrong": "That password isn't right. Please try again.",
	"receipt.code_wrong": "This code isn't right or has expired.",
	"refund.direct": "A direct payment is refunded where it was made.",
	"refund.free": "Nothing was paid for this, so there's nothing to refund.",
	"refund.lost": "The buyer's bank has given this payment back after a dispute.",
	"refund.already_made": "This payment was refunded already. Reload the page to see it.",
	"refund.not_in_part":
		"This payment can't be returned in part, because of the way it was paid. You can return all of it instead, if that is still possible.",
	"refund.too_late":
		"This payment can't be returned any more, because of the way it was paid. Please arrange it with the buyer directly.",
	"refund.balance_insufficient":
		"The money for this refund isn't available at the payment provider yet. Please try again in a few days, or write to us.",
	"refund.disputed": "A disputed payment can't be refunded until it's decided.",
	"direct.blocked":
		"This creator doesn't take orders from this email address. If you've already sent the money, ask the creator to return it.",
	"revoke.not_paid": "Only a paid purchase can be revoked.",
	"receipt.not_sent": "We've already sent several emails to this address. Please try again later.",
	"direct.not_accepted": "This creator doesn't take direct payments.",
	"claim.decided": "This payment has already been dealt with.",
	"claim.files_gone":
		"These files are gone, so there is nothing to open. Return the money, then decline for that reason.",
	"claim.raises_limit":
		"Every copy is sold. Approving this one raises your limit by one: approve again to confirm.",
	"claim.other_disputed":
		"Another payment for these files is disputed at the bank. Answer again once that's decided.",
} as const satisfies Record<string, string>;

export type ErrorReason = keyof typeof REASONS;

/** The body of every error response. */
export type ErrorBody = {
	/** the kind of error, for programs */
	code: ErrorCode;
	/** a more exact reason, if the code has several */
	reason?: ErrorReason;
	/** what is wrong, for people, in English */
	message: string;
	/** identifies the request to the operator */
	requestId: string;
	/** what is wrong with each field, by its dotted path */
	fields?: Record<string, string>;
	/** further data, such as the `missing` parts of an upload or the `scope` that a token lacks */
	details?: Record<string, unknown>;
};
