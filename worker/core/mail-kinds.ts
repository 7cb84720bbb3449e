import type { MailKind } from "../platform/mail/mail-limits.ts";

type Recipient = "creator" | "buyer" | "operator";
type KindPolicy = Omit<MailKind, "name"> & { readonly to: Recipient };

const POLICIES = {
	"verify-email": { to: "creator", perDay: 5 },
	// No daily limit, and one mail reserved: an attacker must not use up the owner's account recovery.
	"reset-password": { to: "creator", reserved: true },
	"address-change": { to: "creator", perDay: 5 },
	security: { to: "creator", perDay: 5 },
	claim: { to: "creator", perDay: 24 },
	"claim-reminder": { to: "creator", perDay: 5 },
	// Once per hour, so that a claim declined twice leaves room for the receipt.
	"claim-decision": { to: "buyer", perHour: 1, perDay: 10, follows: true },
	receipt: { to: "buyer", perDay: 10 },
	sale: { to: "creator", perDay: 24 },
	refund: { to: "buyer", perDay: 5 },
	"refund-failed": { to: "creator", perDay: 5 },
	revoked: { to: "buyer", perDay: 5 },
	"address-correction": { to: "buyer", perHour: 1, perDay: 3 },
	"payment-failed": { to: "buyer", perDay: 5 },
	"auto-refund": { to: "buyer", perDay: 5 },
	dispute: { to: "creator", perDay: 5 },
	"share-ending": { to: "buyer", perDay: 5, follows: true },
	renewal: { to: "creator", perDay: 5 },
	webhook: { to: "creator", perDay: 5 },
	"buyer-update": { to: "buyer", perDay: 5 },
	"purchase-code": { to: "buyer", perDay: 10 },
	"sale-alert-confirmation": { to: "buyer", perHour: 2, perDay: 5 },
	"sale-alert": { to: "buyer" },
	"case-received": { to: "buyer", perHour: 1, perDay: 5 },
	"case-answer": { to: "buyer" },
	sanction: { to: "creator" },
	"upload-quarantined": { to: "creator", perDay: 24 },
	withdrawal: { to: "buyer", perDay: 5 },
	withdrawn: { to: "creator", perDay: 24 },
	support: { to: "operator", pace: 60 },
	report: { to: "operator", pace: 60 },
	"operator-notice": { to: "operator", pace: 60 },
} as const satisfies Record<string, KindPolicy>;

/** A mail without a kind doesn't compile, so none bypasses the limits. */
export const MAIL_KINDS = Object.fromEntries(
	Object.entries(POLICIES).map(([name, policy]) => [name, { name, ...policy }]),
) as Readonly<Record<keyof typeof POLICIES, MailKind & { readonly to: Recipient }>>;

export const CREATOR_KINDS = Object.values(MAIL_KINDS).flatMap(({ name, to }) =>
	to === "creator" ? [name] : [],
);
