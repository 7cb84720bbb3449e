import type { Change } from "../engine/bundle.ts";
import type { ProfileName } from "../profiles.ts";

/** A defect that a run must find. */
export type Defect = Change & {
	/** what is wrong, in plain words */
	readonly name: string;
	/** the invariants that may find it */
	readonly breaks: readonly string[];
	/** `short` where it is absent */
	readonly profile?: ProfileName;
};

/**
 * Defects as people make them, each of which breaks a promise of the product. A text that the file no longer has
 * exactly once is an error, so that the list stays true.
 */
export const DEFECTS: readonly Defect[] = [
	{
		name: "the platform's fee is rounded down",
		file: "worker/payments/checkout/price.ts",
		from: "platformFeeCents: feeOf(priceCents, feeBps, currency),",
		to: "platformFeeCents: Math.floor((priceCents * feeBps) / 10_000),",
		breaks: ["books-agree"],
	},
	{
		name: "a refund does not reach the ledger",
		file: "worker/payments/ledger/ledger-entries.ts",
		from: "...refundLines(sale, charge.refunds),",
		to: "",
		breaks: ["books-agree", "paid-is-access", "refunded-is-closed", "nothing-waits"],
	},
	{
		name: "events about disputes are dropped",
		file: "worker/payments/settlement/provider-events.ts",
		from: '|| object.object === "dispute") {',
		to: ") {",
		breaks: ["books-agree", "paid-is-access"],
	},
	{
		name: "events whose webhook was lost are never read",
		file: "worker/payments/settlement/read-missed-events.ts",
		from: "return events.filter((event) => !known.has(event.id));",
		to: "return events.filter((event) => known.has(event.id));",
		breaks: ["books-agree", "paid-is-access", "nothing-waits"],
		profile: "storm",
	},
	{
		name: "stock is not looked at when a payment settles",
		file: "worker/purchases/availability-sql.ts",
		from: ` and not \${soldOut()})`,
		to: ")",
		breaks: ["stock-is-never-exceeded"],
	},
	{
		name: "uploads under way do not count as free uploads",
		file: "worker/accounts/plans/quota-store.ts",
		from: "count(*) AS used FROM slots WHERE month = ?",
		to: "count(*) AS used FROM slots WHERE month = ? AND expires_at IS NULL",
		breaks: ["three-free-uploads"],
	},
	{
		name: "the quota object is not told that a share's bytes are free again",
		file: "worker/accounts/plans/upload-quota.ts",
		from: "\t\tthis.store.removeShare(shareId);\n",
		to: "",
		breaks: ["space-is-counted"],
	},
	{
		name: "creators with Pro pay the rate of the free plan",
		file: "worker/payments/checkout/price.ts",
		from: "const plan = currentPlan(creator, ctx.now());",
		to: 'const plan = currentPlan({ ...creator, plan: "free" }, ctx.now());',
		breaks: ["fees-follow-the-plan"],
	},
	{
		name: "a purchase whose access was ended still opens the files",
		file: "worker/purchases/entitlements/access-sql.ts",
		from: "held.state = 'paid' and held.revoked_at is null\n",
		to: "held.state = 'paid'\n",
		breaks: ["revoked-is-closed"],
	},
	{
		name: "an archive reads each small file from the beginning of its pack",
		file: "worker/files/downloads/archive-entries.ts",
		from: "offset: pack.packOffset, length",
		to: "offset: 0, length",
		breaks: ["files-are-whole"],
	},
	{
		name: "an account that was closed keeps its address",
		file: "worker/accounts/delete-account.ts",
		from: "email: `deleted-",
		to: "displayName: `deleted-",
		breaks: ["deleted-is-gone"],
	},
	{
		name: "a share is found without its creator",
		file: "worker/catalogue/shares/fetch-own-share.ts",
		from: "eq(shares.creatorId, ctx.user.id),",
		to: "",
		breaks: ["nothing-forged"],
	},
	{
		name: "a purchase that opens files is found without its buyer",
		file: "worker/purchases/entitlements/access-sql.ts",
		from: `purchases held on held.id = purchase_holders.purchase_id
		where buyers.token_hash = \${buyerHash} and`,
		to: "purchases held on held.id = purchase_holders.purchase_id where",
		breaks: ["no-byte-unpaid", "paid-is-access"],
	},
	{
		name: "a debit on which a bank still decides opens the files",
		file: "worker/purchases/entitlements/access-sql.ts",
		from: `\${opens(sql\`held\`, sql\`shares.id\`)} and held.state = 'paid' and`,
		to: `\${opens(sql\`held\`, sql\`shares.id\`)} and held.state in ('paid', 'processing') and`,
		breaks: ["no-byte-unpaid"],
		profile: "week",
	},
	{
		name: "what was sold in euros is transferred in dollars",
		file: "worker/payments/payouts/provider-payouts.ts",
		from: "\t\t\t\tcurrency: input.currency,\n",
		to: '\t\t\t\tcurrency: "usd",\n',
		breaks: ["books-agree", "nothing-waits"],
		profile: "week",
	},
	{
		name: "access to a file is checked on a replica",
		file: "worker/files/downloads/require-entitlement.ts",
		from: "await ctx.db\n\t\t.select({ file: getTableColumns(files),",
		to: "await ctx.replica\n\t\t.select({ file: getTableColumns(files),",
		breaks: ["refunded-is-closed", "taken-down-is-gone"],
	},
	{
		name: "what a browser has seen is not looked at when it reads",
		file: "worker/platform/storage/bookmarks.ts",
		from: ".filter((bookmark) => FORM.test(bookmark))",
		to: ".filter(() => false)",
		breaks: ["own-writes-are-read"],
	},
	{
		name: "a share that was taken down stays open to its buyers",
		file: "worker/purchases/entitlements/authorise.ts",
		from: 'if (status === "taken_down") return refused("taken_down");',
		to: "",
		breaks: ["taken-down-is-gone"],
	},
	{
		name: "the originals of a deleted share are not removed",
		file: "worker/catalogue/shares/erase-share.ts",
		from: "\t\tfirst,\n\t\t...rest,\n",
		to: "\t\t...rest,\n",
		breaks: ["deleted-is-gone", "space-is-counted"],
	},
	{
		name: "an idempotency key is ignored",
		file: "worker/api/idempotency/idempotent-posts.ts",
		from: "if (key === undefined || method",
		to: "if (key || key === undefined || method",
		breaks: ["one-effect-per-key"],
	},
	{
		name: "a sent mail is not marked as sent",
		file: "worker/platform/mail/outbox.ts",
		from: ".set({ sentAt: ctx.now(), lastError: null })",
		to: ".set({ lastError: null })",
		breaks: ["one-mail-per-cause", "nothing-waits"],
	},
	{
		name: "unsubscribing is answered and not stored",
		file: "worker/customers/updates/unsubscribe.ts",
		from: "await ctx.db.insert(unsubscribes).values(row).onConflictDoNothing();",
		to: "",
		breaks: ["unsubscribed-is-unsubscribed"],
		profile: "week",
	},
	{
		name: "a webhook counts as delivered before it is sent",
		file: "worker/api/webhooks/deliver.ts",
		from: "const outcome = await send(ctx, { url: endpoint.url, headers: requestHeaders, body });",
		to: 'const outcome = { status: 200, failure: null, response: "", durationMs: 1 };',
		breaks: ["every-event-arrives"],
	},
	{
		name: "rows of the audit log are sealed apart from each other",
		file: "worker/core/audit-log/seal.ts",
		from: "sealOf(secret, row, previous)",
		to: "sealOf(secret, row, CHAIN_BEGIN)",
		breaks: ["records-are-whole"],
	},
	{
		name: "a part whose bytes were damaged on the way is stored",
		file: "worker/files/uploads/put-verified.ts",
		from: "expected.crc32 !== null && crc !== expected.crc32",
		to: "crc !== crc",
		breaks: ["files-are-whole"],
	},
	{
		name: "a purchase that is paid does not count as a use of its code",
		file: "worker/catalogue/discounts/uses-sql.ts",
		from: "const isUsed = sql`used.state in ('paid', 'disputed')`;",
		to: "const isUsed = sql`used.state in ('disputed')`;",
		breaks: ["codes-are-limited"],
		profile: "week",
	},
	{
		name: "an archive has a wrong checksum of an empty file",
		file: "worker/files/downloads/archive-entries.ts",
		from: "crc32: file.crc32,",
		to: "crc32: file.size === 0 ? 1 : file.crc32,",
		breaks: ["files-are-whole"],
	},
	{
		name: "a bundle costs as much as its parts",
		file: "worker/purchases/bundles/own-price.ts",
		from: "|| isAll) return bundle;",
		to: "|| isAll) return { ...bundle, priceCents: separateCents(parts) };",
		breaks: ["quotes-are-right"],
		profile: "week",
	},
	{
		name: "the dashboard shows what is left after fees as earned",
		file: "worker/pages/dashboard/metrics.ts",
		from: "totalEarnings: priceOf(own?.earnedCents ?? 0),",
		to: "totalEarnings: priceOf(own?.netCents ?? 0),",
		breaks: ["figures-agree"],
	},
	{
		name: "the ETag of an archive is the same for every version",
		file: "worker/files/downloads/download-archive.ts",
		from: "etag: layout.etag,",
		to: "etag: '\"archive\"',",
		breaks: ["files-are-whole"],
		profile: "week",
	},
	{
		name: "amounts in yen have hundredths",
		file: "worker/contract/money.ts",
		from: "portion(cents, part, whole, CURRENCIES[currency].step);",
		to: "portion(cents, part, whole, 1);",
		breaks: ["books-agree", "quotes-are-right"],
	},
	{
		name: "a corrected invoice leaves a number out",
		file: "worker/customers/invoices/invoice-details.ts",
		from: "(select max(others.number) + 1 from",
		to: "(select max(others.number) + 2 from",
		breaks: ["figures-agree"],
	},
	{
		name: "a code is used from one address by each of its browsers",
		file: "worker/catalogue/discounts/uses-sql.ts",
		from: `and used.id <> \${except} and`,
		to: `and used.id = \${except} and`,
		breaks: ["codes-are-limited-by-buyer"],
		profile: "week",
	},
];
