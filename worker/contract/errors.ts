import { GIB, MAX_FILE_SIZE, MIN_CARD_PRICE_CENTS } from "./constants.ts";

/**
 * The table of error codes: status and the default message for a person. Clients distinguish errors by
 * code.
 */
export const ERRORS = {
	"request.invalid": [400, "Some fields aren't right. Please check them and try again."],
	"request.malformed": [400, "The request could not be read."],
	"auth.required": [401, "Please sign in to continue."],
	"account.bad_credentials": [401, "That email or password isn't right."],
	"account.code_required": [401, "Enter the code from your authenticator app."],
	"payment.required": [402, "Payment required to download files"],
	"payment.not_succeeded": [402, "The payment has not succeeded."],
	"account.email_unverified": [
		403,
		"Please confirm your email address first. You can send the confirmation email again in Settings.",
	],
	"request.cross_site": [403, "This request came from another site and was refused."],
	"upload.limit_reached": [
		403,
		"You have reached your monthly transaction limit. Upgrade to Pro for unlimited uploads.",
	],
	"challenge.failed": [
		403,
		"We couldn't confirm that you're human. Please repeat the check in the form.",
	],
	"storage.quota_exceeded": [
		403,
		"There isn't enough space for this upload. Delete shares you no longer need, or upgrade to Pro.",
	],
	"receipt.code_required": [
		403,
		"This receipt is already open in many browsers. A code sent to its email address opens it here.",
	],
	"plan.feature_unavailable": [403, "This is part of the Pro plan."],
	forbidden: [403, "You can't do this."],
	not_found: [404, "There's nothing here."],
	"share.not_found": [404, "This share link may have expired or been removed."],
	"file.not_found": [404, "This file doesn't exist or has been removed."],
	"folder.not_found": [404, "There's no such folder in this share."],
	"upload.not_found": [404, "This upload doesn't exist or has expired."],
	"purchase.not_found": [404, "We couldn't find this purchase."],
	"creator.not_found": [404, "This page may have been removed, or its address has changed."],
	"preview.not_found": [404, "There's no preview of this file."],
	"token.not_found": [404, "This link has been used or has expired. Please ask for a new one."],
	"account.exists": [409, "An account with this email already exists. Please sign in."],
	"account.totp_on": [409, "An authenticator app is already set up."],
	"account.totp_off": [409, "No authenticator app is set up."],
	"account.not_settled": [409, "This account still has open payments."],
	"handle.taken": [409, "This handle is taken. Please choose another one."],
	"handle.changed_often": [
		409,
		"You have changed your handle too often. A former one is kept for you for a year: go back to it, or wait.",
	],
	"upload.not_open": [409, "This upload is already finished or was discarded."],
	"upload.incomplete": [409, "Some parts of this upload are missing."],
	"upload.too_many_open": [409, "Finish or discard one of your unfinished uploads first."],
	"upload.part_differs": [409, "This part was already received with other bytes."],
	"share.has_sales": [409, "This can no longer be changed, because someone has started to pay."],
	"share.changed": [
		409,
		"The creator has just changed this share. Reload the page to see what you would get.",
	],
	"share.not_for_sale": [409, "This share isn't for sale right now."],
	"share.sold_out": [409, "This share is sold out."],
	"share.no_payment_route": [409, "The creator can't take payments for this share yet."],
	"payment.already_paid": [409, "You have already purchased these files."],
	"payment.processing": [409, "The payment is still being processed."],
	"payment.conflict": [409, "That isn't possible with this payment right now."],
	"claim.code_used": [409, "This confirmation code has already been used."],
	"subscription.none": [409, "You don't have a subscription to change."],
	"share.taken_down": [410, "This share has been taken down."],
	// Not by `formatSize`: loading the data of locales takes some 20 ms of every start of the Worker.
	"file.too_large": [413, `The file is larger than ${MAX_FILE_SIZE / GIB} GB.`],
	"request.too_large": [413, "The request is too large."],
	"file.type_not_accepted": [
		415,
		"We don't accept this type of file. Put it in a ZIP to share it.",
	],
	"range.not_satisfiable": [416, "The requested range lies outside the file."],
	"upload.crc_mismatch": [400, "The bytes that arrived differ from the ones that were sent."],
	"upload.size_mismatch": [400, "The bytes that arrived are not as many as declared."],
	"upload.bad_token": [403, "The upload permission is not valid for this part."],
	"rate.limited": [429, "Too many attempts. Please wait a moment and try again."],
	"internal.error": [500, "Something went wrong on our side. Please try again."],
	"provider.unavailable": [503, "We can't reach the payment provider. Please try again soon."],
	"challenge.unavailable": [
		503,
		"We can't reach the check that you're human. Please try again soon.",
	],
	"storage.unavailable": [503, "We can't reach the file storage. Please try again soon."],
	"file.unavailable": [
		503,
		"This file can't be read right now. Please try again later. If it keeps failing, contact support.",
	],
	"service.unavailable": [503, "The service is busy. Please try again soon."],
	"uploads.paused": [
		503,
		"Uploads are paused for the moment. What was already sent is kept; please try again later.",
	],
	"card_payments.paused": [
		503,
		"Card payments are paused for the moment. Nothing was charged; please try again later.",
	],
	"direct_payments.paused": [
		503,
		"Direct payments are paused for the moment. Please don't pay yet, and try again later.",
	],
	"registration.paused": [
		503,
		"We aren't accepting new accounts for the moment. Please try again later.",
	],
	maintenance: [503, "We're doing maintenance and will be back soon. Nothing is lost."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Messages more exact than a code's own. The id travels as `reason`, for clients in other languages. */
export const REASONS = {
	"file.program":
		"Programs and installers can't be sold here, because one from a stranger could harm a buyer's device.",
	"account.code_wrong":
		"That code isn't right. Enter the current code from your authenticator app.",
	"account.mails_limited":
		"We've already sent several emails to this address. Please check them, or try again in an hour.",
	"session.not_found": "This session doesn't exist any more.",
	"subscription.not_set_up": "The payment couldn't be set up. Please try again.",
	"upload.token_expired": "The upload permission has expired. Ask for a fresh one.",
	"payment.own_files": "You can't buy your own files.",
	"payment.below_card_minimum": `Card payments start at $${(MIN_CARD_PRICE_CENTS / 100).toFixed(2)}. These files can only be paid directly.`,
	"payment.refunded": "This payment has been refunded.",
	"payment.refunded_duplicate":
		"You had already bought these files, so your second payment has been refunded in full.",
	"payment.refunded_sold_out":
		"The last copy was sold while you were paying, so your payment has been refunded in full.",
	"payment.refunded_withdrawn":
		"The files were withdrawn while you were paying, so your payment has been refunded in full.",
	"payment.refunded_mismatch":
		"The payment didn't match the order, so it has been refunded in full.",
	"receipt.code_wrong": "This code isn't right or has expired.",
	"refund.direct": "A direct payment is refunded in Cash App.",
	"refund.disputed": "A disputed payment can't be refunded until it's decided.",
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
	code: ErrorCode;
	/** why exactly, where the code says it in general only */
	reason?: ErrorReason;
	message: string;
	requestId: string;
	/** what a schema refused, by the field's dotted path */
	fields?: Record<string, string>;
	/** further data the client may use, such as the missing parts of an upload */
	details?: Record<string, unknown>;
};
