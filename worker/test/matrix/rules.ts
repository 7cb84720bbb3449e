import type { ErrorCode } from "../../contract/errors.ts";
import type { CaseName } from "./cases.ts";

export const ROLE_NAMES = [
	"Nobody",
	"Buyer",
	"Other buyer",
	"Creator",
	"Suspended creator",
	"Other creator",
	"Operator without factor",
	"Operator, factor long ago",
	"Operator",
] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** The expected answer: the route's own for `yes` and `no`, sold bytes, a status, or an error. */
export type Cell = "yes" | "no" | "bytes" | number | ErrorCode;
/** An operator without a column of their own counts as another creator. */
export type Row = Readonly<Partial<Record<RoleName, Cell>>>;
/** `any` if no share is concerned; `other` for all states without a row. */
export type Rule = Readonly<Partial<Record<CaseName | "any" | "other", Row>>>;

const row = (others: Cell, buyer: Cell, creator: Cell, suspended: Cell = creator): Row => ({
	Nobody: others,
	Buyer: buyer,
	"Other buyer": others,
	Creator: creator,
	"Suspended creator": suspended,
	"Other creator": others,
});
const all = (cell: Cell) => row(cell, cell, cell);
/** For routes that need a sign-in. */
const signedIn = (creator: Cell, suspended: Cell, otherCreator: Cell): Row => ({
	...row("auth.required", "auth.required", creator, suspended),
	"Other creator": otherCreator,
});
const operators = (visitor: Cell, withoutFresh: Cell): Row => ({
	...row(visitor, visitor, 404),
	"Other creator": 404,
	"Operator without factor": 403,
	"Operator, factor long ago": withoutFresh,
	Operator: "yes",
});

const each = (states: readonly CaseName[], answers: Row): Rule =>
	Object.fromEntries(states.map((state) => [state, answers]));

const UNPAID = ["started", "processing", "claimed", "declined", "cancelled"] as const;
const NOT_BOUGHT = ["not bought", "link, not bought"] as const;
const REFUNDED = ["refunded", "link, refunded"] as const;
const REVOKED = ["revoked", "link, revoked"] as const;
const WITHOUT_ACCESS = [...NOT_BOUGHT, ...UNPAID, ...REFUNDED, ...REVOKED, "disputed"] as const;
const ERASED = ["deleted, period over", "deleted, erased"] as const;
const DELETED = ["deleted, kept", ...ERASED] as const;
const TAKEN_DOWN = ["taken down", "taken down by order"] as const;
const UNPUBLISHED = ["uploading", ...TAKEN_DOWN, ...DELETED] as const;

const REMOVED: Rule = {
	"taken down": all("share.taken_down"),
	"taken down by order": all("share.removed_by_order"),
};
const closed = (buyer: Cell, creator: Cell): Rule => ({
	locked: row("share.locked", buyer, creator),
	"not open yet": row("share.not_open", buyer, creator),
	ended: row("share.ended", "share.ended", creator),
});
const ownShare = (suspended: Cell, unknown: ErrorCode = "share.not_found"): Rule => ({
	other: signedIn("yes", suspended, unknown),
});
const ownPurchase = (suspended: Cell): Rule => ({
	other: signedIn("yes", suspended, "purchase.not_found"),
	...each(
		[...NOT_BOUGHT, "creator suspended"],
		signedIn(
			"purchase.not_found",
			suspended === "yes" ? "purchase.not_found" : suspended,
			"purchase.not_found",
		),
	),
});
/** Nobody buys their own files, or buys twice. */
const checkout: Rule = {
	other: row("yes", "payment.already_paid", "forbidden"),
	...each(WITHOUT_ACCESS, row("yes", "yes", "forbidden")),
	"link, revoked": row("share.sold_out", "share.sold_out", "forbidden"),
	...each(
		["stopped", "expired", "uploading"],
		row("share.not_for_sale", "payment.already_paid", "forbidden"),
	),
	"sold out": row("share.sold_out", "payment.already_paid", "forbidden"),
	"link, paid": row("payment.already_paid", "payment.already_paid", "forbidden"),
	"creator suspended": row("share.not_for_sale", "payment.already_paid", "share.not_for_sale"),
	...closed("payment.already_paid", "forbidden"),
	...REMOVED,
	...each(DELETED, all("share.not_found")),
};

/** Access to shares and purchases, by state. */
export const RULES = {
	/** The response depends on nothing that only some know. */
	anyone: { any: all("yes") },
	creators: { any: signedIn("yes", "yes", "yes") },
	/** Not while suspended. */
	sellers: { any: signedIn("yes", "account.suspended", "yes") },
	/** For the creator whose session, upload or discount code it is. */
	"one creator": { any: signedIn("yes", "yes", "no") },
	"one seller": { any: signedIn("yes", "account.suspended", "no") },
	/** With an access token only, signed in or not. */
	programs: { any: all("auth.required") },
	/** For the holder of a mailed link, a code or the provider's signature, signed in or not. */
	token: { any: all("yes") },
	/**
	 * The sold content: for the buyer until a refund, a dispute or the end of access, for the creator until they delete the
	 * share, and for everybody once a payment has opened the link.
	 */
	bytes: {
		other: row("no", "yes", "yes"),
		...each(WITHOUT_ACCESS, row("no", "no", "yes")),
		"link, paid": all("yes"),
		"creator suspended": row("no", "yes", "no"),
		...closed("yes", "yes"),
		...REMOVED,
		"deleted, kept": row("share.not_found", "yes", "share.not_found"),
		...each(["uploading", ...ERASED], all("share.not_found")),
	},
	/** The original for those who may download it, a rendition for everybody else. */
	previews: {
		other: row(200, "bytes", "bytes"),
		...each(WITHOUT_ACCESS, row(200, 200, "bytes")),
		"link, paid": all("bytes"),
		"creator suspended": row(200, "bytes", 200),
		...closed("bytes", "bytes"),
		...REMOVED,
		"deleted, kept": row("file.not_found", "bytes", "file.not_found"),
		...each(["uploading", ...ERASED], all("file.not_found")),
	},
	/** Renditions that the share doesn't show are for its creator and its buyers only. */
	renditions: {
		other: all("yes"),
		...each(UNPUBLISHED, all("no")),
		"deleted, kept": row("no", "yes", "no"),
		...each(["locked", "not open yet"], row("no", "yes", "yes")),
		ended: row("no", "no", "yes"),
	},
	/** Says so while the upload is under way. */
	"share page": {
		other: all("yes"),
		...closed("yes", "yes"),
		...REMOVED,
		"deleted, kept": row("share.not_found", "yes", "share.not_found"),
		...each(ERASED, all("share.not_found")),
	},
	/** The same in HTML. */
	"share document": {
		other: all("yes"),
		...each(["locked", "not open yet"], row(403, "yes", "yes")),
		ended: row(403, 403, "yes"),
		"taken down": all(410),
		"taken down by order": all(451),
		"deleted, kept": row(404, "yes", 404),
		...each(ERASED, all(404)),
	},
	"public of a share": {
		other: all("yes"),
		locked: all("share.locked"),
		"not open yet": all("share.not_open"),
		ended: all("share.ended"),
		...REMOVED,
		...each(DELETED, all("share.not_found")),
	},
	/** For clients who may open the link, while the round is open. */
	choosing: {
		other: all("yes"),
		...closed("yes", "yes"),
		...REMOVED,
		...each(["uploading", ...DELETED], all("share.not_found")),
	},
	/** With a wrong password; a share without one needs none. */
	unlock: {
		other: all("yes"),
		locked: all("share.locked"),
		...REMOVED,
		...each(DELETED, all("share.not_found")),
	},
	/** Leads to the share unless the password is wrong. */
	"unlock form": { other: all("yes"), locked: all(403) },
	/** Leads to the share if it can be bought or nothing may be said about it; 200 if a mail is sent. */
	"sale alert": {
		other: all("yes"),
		...each(
			["stopped", "expired", "sold out", "not open yet", "ended", "link, paid", "link, revoked"],
			{ ...all(200), "Suspended creator": "yes" },
		),
	},
	/** About anything that the reporter can see or download. */
	reports: {
		other: all("yes"),
		locked: row("share.locked", "yes", "yes"),
		...each(["uploading", ...ERASED], all("share.not_found")),
	},
	/** A share that was taken down is still its creator's, but stays down and can't be deleted. */
	"own share": {
		...ownShare("yes"),
		...each(
			[...DELETED, "creator suspended"],
			signedIn("share.not_found", "share.not_found", "share.not_found"),
		),
	},
	"own share, for sellers": {
		...ownShare("account.suspended"),
		...each(
			[...DELETED, "creator suspended"],
			signedIn("share.not_found", "account.suspended", "share.not_found"),
		),
	},
	"own published share": {
		...ownShare("yes"),
		...each(
			[...UNPUBLISHED, "creator suspended"],
			signedIn("share.not_found", "share.not_found", "share.not_found"),
		),
	},
	"own published file, for sellers": {
		...ownShare("account.suspended", "file.not_found"),
		...each(
			[...UNPUBLISHED, "creator suspended"],
			signedIn("file.not_found", "account.suspended", "file.not_found"),
		),
	},
	/** To buyers who have paid and not got their money back. */
	"message to buyers": {
		other: signedIn("update.no_buyers", "account.suspended", "share.not_found"),
		...each(
			["paid", "stopped", "expired", "sold out", "locked", "not open yet", "ended", "link, paid"],
			signedIn("yes", "account.suspended", "share.not_found"),
		),
		...each(
			[...UNPUBLISHED, "creator suspended"],
			signedIn("share.not_found", "account.suspended", "share.not_found"),
		),
	},
	/** Also of a deleted share. */
	"own share's sales": {
		...ownShare("yes"),
		"creator suspended": signedIn("share.not_found", "share.not_found", "share.not_found"),
	},
	/** The consequences of deleting a share for its buyers. */
	"look at a deletion": {
		...ownShare("yes"),
		...each(
			TAKEN_DOWN,
			signedIn("share.kept_as_evidence", "share.kept_as_evidence", "share.not_found"),
		),
		...each(
			[...DELETED, "creator suspended"],
			signedIn("share.not_found", "share.not_found", "share.not_found"),
		),
	},
	/** Can be repeated until the content is erased. */
	deletion: {
		...ownShare("yes"),
		...each(
			TAKEN_DOWN,
			signedIn("share.kept_as_evidence", "share.kept_as_evidence", "share.not_found"),
		),
		...each(
			["deleted, erased", "creator suspended"],
			signedIn("share.not_found", "share.not_found", "share.not_found"),
		),
	},
	purchase: { ...checkout, processing: row("yes", "no", "forbidden") },
	/** An offer that a code makes free, also while a bank decides on the payment. */
	"free offer": { ...checkout, disputed: row("yes", "payment.already_paid", "forbidden") },
	/** For the browser that began it. */
	payment: { any: row("no", "yes", "no") },
	/** For the buyer who made it and the creator it is addressed to. */
	claim: {
		other: all("purchase.not_found"),
		...each(["claimed", "declined"], row("purchase.not_found", "yes", "yes")),
	},
	/** For the holder of the link in the creator's mail. */
	"claim link": {
		other: all("token.not_found"),
		...each(["claimed", "declined"], all("yes")),
	},
	"claim decision link": {
		other: all("token.not_found"),
		claimed: all("yes"),
		declined: all("payment.conflict"),
	},
	"claim approval": {
		other: signedIn("purchase.not_found", "purchase.not_found", "purchase.not_found"),
		claimed: signedIn("yes", "yes", "purchase.not_found"),
		declined: signedIn("payment.conflict", "payment.conflict", "purchase.not_found"),
	},
	/** A second decline changes nothing. */
	"claim decline": {
		other: signedIn("purchase.not_found", "purchase.not_found", "purchase.not_found"),
		...each(["claimed", "declined"], signedIn("yes", "yes", "purchase.not_found")),
	},
	/** For browsers that hold the purchase. */
	receipt: {
		other: row("purchase.not_found", "yes", "purchase.not_found"),
		...each([...NOT_BOUGHT, ...UNPAID], all("purchase.not_found")),
	},
	/** For the holder of the receipt's link, until a refund or dispute. */
	"receipt link": {
		other: all("yes"),
		...each([...NOT_BOUGHT, ...UNPAID, ...REFUNDED, "disputed"], all("token.not_found")),
	},
	sale: ownPurchase("yes"),
	/** For card payments. */
	refund: { any: signedIn("yes", "yes", "purchase.not_found") },
	customer: {
		...ownPurchase("yes"),
		...each(UNPAID, signedIn("purchase.not_found", "purchase.not_found", "purchase.not_found")),
	},
	/** Suspended creators take nothing from their buyers. */
	revocation: {
		...ownPurchase("account.suspended"),
		...each(
			[...UNPAID, ...REFUNDED],
			signedIn("payment.conflict", "account.suspended", "purchase.not_found"),
		),
	},
	/** Also of an address, or of access that was never taken. */
	"own purchase, for sellers": ownPurchase("account.suspended"),
	/** For a purchase that gives access. */
	"receipt again": {
		...ownPurchase("account.suspended"),
		...each(
			[...UNPAID, ...REFUNDED, ...REVOKED, "disputed"],
			signedIn("payment.conflict", "account.suspended", "purchase.not_found"),
		),
	},
	/** The creator has sales that are not settled. */
	"account deletion": { any: signedIn("account.not_settled", "account.not_settled", "yes") },
	/** For browsers that hold a paid purchase. */
	"own withdrawal": {
		other: row("purchase.not_found", "yes", "purchase.not_found"),
		...each(NOT_BOUGHT, all("purchase.not_found")),
		...each(
			[...UNPAID, ...REFUNDED],
			row("purchase.not_found", "payment.conflict", "purchase.not_found"),
		),
	},
	/** An account has one; the operator has it. */
	authenticator: { any: { ...signedIn("yes", "yes", "yes"), Operator: "account.totp_on" } },
	/** Hidden while its creator is suspended. */
	"creator's page": { any: { ...all("yes"), "Suspended creator": "no" } },
	/** Unknown to everybody but operators; visitors are asked to sign in. */
	console: { any: operators(302, "yes") },
	"console's acts": { any: operators(401, "yes") },
	/** Irreversible acts need a code of the last five minutes. */
	"console's fresh acts": { any: operators(401, 403) },
	/** Content for other sites: the same for everybody, and nothing of shares that aren't public. */
	embed: {
		other: all("yes"),
		...each(
			[
				"locked",
				"not open yet",
				"ended",
				"link, not bought",
				"link, paid",
				"link, refunded",
				"link, revoked",
				...UNPUBLISHED,
			],
			all("no"),
		),
	},
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
