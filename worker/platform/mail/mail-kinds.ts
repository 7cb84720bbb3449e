/** What a kind of mail is allowed; see `mail-limits.ts`. */
type KindPolicy = {
	readonly to: "creator" | "buyer" | "operator";
	/** most mails of this kind to one address in an hour, when anyone can cause them */
	readonly perHour?: number;
	/** most mails of this kind to one address in 24 hours, when anyone can cause them */
	readonly perDay?: number;
	/** of mails that are owed, so many an hour go at once; the others follow hour by hour */
	readonly pace?: number;
};

/** Every kind of mail there is. A mail without a kind does not compile, so none goes round the limits. */
export const MAIL_KINDS = {
	"verify-email": { to: "creator", perDay: 5 },
	// No daily bound: a stranger must not use up the owner's way back.
	"reset-password": { to: "creator" },
	security: { to: "creator", perDay: 5 },
	claim: { to: "creator", perDay: 24 },
	"claim-reminder": { to: "creator", perDay: 5 },
	// One, so that a claim declined twice leaves room for the receipt.
	"claim-answer": { to: "buyer", perHour: 1, perDay: 10 },
	receipt: { to: "buyer", perDay: 10, pace: 10 },
	sale: { to: "creator", perDay: 24 },
	refund: { to: "buyer", perDay: 5, pace: 10 },
	"refund-failed": { to: "creator", perDay: 5 },
	surplus: { to: "buyer", perDay: 5, pace: 10 },
	dispute: { to: "creator", perDay: 5 },
	"share-ending": { to: "buyer", perDay: 5, pace: 10 },
	renewal: { to: "creator", perDay: 5 },
	"purchase-code": { to: "buyer", perDay: 10 },
	support: { to: "operator", pace: 60 },
	report: { to: "operator", pace: 60 },
	"operator-notice": { to: "operator", pace: 60 },
} as const satisfies Record<string, KindPolicy>;

export type MailKind = keyof typeof MAIL_KINDS;

/** Kinds that go to creators about their account and sales. */
export const CREATOR_KINDS = Object.entries(MAIL_KINDS).flatMap(([kind, { to }]) =>
	to === "creator" ? [kind] : [],
);

export function policyOf(kind: MailKind): KindPolicy {
	return MAIL_KINDS[kind];
}
