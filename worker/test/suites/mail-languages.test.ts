import { expect, test } from "vitest";
import type { Writing } from "../../../locales/en/index.ts";
import * as languages from "../../../locales/index.ts";
import {
	addressChangedMails,
	addressTakenMail,
	confirmNewAddressMail,
	confirmOldAddressMail,
} from "../../accounts/address-change/mails.ts";
import { reclaimedMail, resetMail, securityMail, verificationMail } from "../../accounts/mails.ts";
import {
	endpointChangedMail,
	endpointOffMail,
	endpointsResetMail,
} from "../../api/webhooks/mails.ts";
import { currencyPart } from "../../contract/currency-format.ts";
import { LOCALES, type Locale } from "../../contract/locales.ts";
import type { Currency } from "../../contract/money.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { CONSENT_VERSION } from "../../core/page-texts.ts";
import { keptForBuyersMail, undecidedClaimMail } from "../../customers/deletion/deletion-mails.ts";
import {
	restoredMail as accessRestoredMail,
	addressCorrectedMail,
	addressCorrectionMail,
	purchaseCodeMail,
	revokedMail,
} from "../../customers/mails.ts";
import { confirmAlertMail, onSaleMail } from "../../customers/sale-alerts/alert-mails.ts";
import { updateMail } from "../../customers/updates/update-mail.ts";
import { withdrawalMail, withdrawnSaleMail } from "../../customers/withdrawal/withdrawal-mails.ts";
import {
	claimMail,
	declinedMail,
	reminderMail,
	toReturnMail,
} from "../../payments/direct/claim-mails.ts";
import { disconnectedMails } from "../../payments/payouts/card-payouts.ts";
import {
	disputeDecidedMail,
	disputeMail,
	fraudWarningMail,
} from "../../payments/settlement/dispute-mails.ts";
import {
	type AutoRefundReason,
	autoRefundMail,
	debitFailedMail,
	notChargedMail,
	REFUSALS,
	receiptMail,
	saleMail,
} from "../../payments/settlement/mails.ts";
import {
	autoRefundFailedMail,
	partRefundMail,
	refundFailedMail,
	refundFailedSaleMail,
	refundMail,
} from "../../payments/settlement/refund-mails.ts";
import { renewalFailedMail } from "../../payments/subscriptions/sync-subscription.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, DisputeSnapshot } from "../../purchases/payment-snapshot.ts";
import {
	appealRejectedMail,
	restoredMail,
	sanctionMail,
} from "../../trust/moderation/sanctions/sanction-mails.ts";
import { quarantineMail } from "../../trust/scanning/scan-mails.ts";
import {
	caseAnswerMail,
	reportDecidedMail,
	reportReceivedMail,
} from "../../trust/support/case-mails.ts";
import { foreignSigns } from "../fixtures/foreign-signs.ts";
import { htmlFaults } from "../fixtures/html-faults.ts";
import { makeSale } from "../fixtures/sales.ts";
import { testCtx } from "../fixtures/test-app.ts";

const locales = Object.keys(LOCALES) as Locale[];
const others = locales.filter((locale) => locale !== "en");
const to = "reader@example.test";
const MS = Date.UTC(2026, 11, 21);

/** Names and title are words of no language. */
async function saleIn(
	locale: Locale,
	{ route = "card", currency }: { route?: "card" | "direct"; currency: Currency },
): Promise<Sale> {
	const { purchase } = await makeSale({
		share: { title: "Xqz", currency },
		purchase: { locale, route, priceCents: 123450, processingFeeCents: 30, claimedAt: MS },
	});
	const sale = await findSaleById(testCtx(), purchase.id);
	if (!sale) throw new Error("no sale made");
	return { ...sale, creator: { ...sale.creator, locale, name: "Zqx" } };
}

function dispute(fields: Partial<DisputeSnapshot> = {}): DisputeSnapshot {
	const moved = (id: string, amountCents: number) => ({ id, amountCents, feeCents: 1500 });
	return {
		id: "dp_1",
		amountCents: 123450,
		lost: false,
		won: false,
		inquiry: false,
		reason: "fraudulent",
		respondBy: MS,
		transactions: [moved("t", -123450)],
		...fields,
	};
}

function charge(of: DisputeSnapshot): ChargeSnapshot {
	return {
		id: "ch_1",
		processingFeeCents: 30,
		settled: null,
		cardCountry: null,
		transferId: null,
		refunds: [],
		feeRefunds: [],
		disputes: [of],
	};
}

const OUTCOMES = ["right_lost", "in_time", "late", "no_right"] as const;

/** Every mail to creators and buyers, in every variant. */
async function mailsIn(locale: Locale, currency: Currency = "usd"): Promise<Mail[]> {
	const ctx = testCtx({ locale });
	const reader = { email: to, locale };
	const card = await saleIn(locale, { currency });
	const direct = await saleIn(locale, { route: "direct", currency });
	const declared = {
		name: "A. B.",
		email: to,
		at: MS,
		isAutomatic: false,
		outcome: "in_time" as const,
	};
	const agreed = {
		...card,
		purchase: {
			...card.purchase,
			consentVersion: CONSENT_VERSION,
			consentLocale: locale,
			consentAt: MS,
		},
	};
	const conflicting = {
		...card,
		purchase: { ...card.purchase, countryConflict: true, edgeCountry: "US", cardCountry: "DE" },
	};
	const ending = { ...card, accessEndsAt: MS };
	const unnamed = { ...card, creator: { ...card.creator, name: null } };
	const refund = { id: "re_1", amountCents: 123450, failed: true, reversedCents: 0 };
	const won = dispute({ won: true });
	const lost = dispute({ lost: true, reason: "never_heard_of" });
	const { texts } = mailLanguage(locale);
	const { security, autoRefund, declined, disputeReasons, categories, reportDecided } = texts;
	const { webhookChanged } = texts;
	const creator = { id: "u", email: to, locale };
	const decision = { id: "s", text: "¿?", legalOrder: true, caseId: "c", title: "Harbour" };
	const asked = { id: "c", email: to, locale, subject: "Harbour" };
	const { text: _text, note: _note, ...changes } = security;
	const named = { firstName: "¿?", lastName: "¿?", displayName: "¿?" };
	const awaited = { slug: "slug", title: "¿?", email: to, ...named };
	const updated = {
		id: "u",
		text: "¿?",
		to,
		attempt: 0,
		files: [1, 2].map((version) => ({ name: "x.zip", version, note: "¿?", at: Date.now() + MS })),
	};
	return Promise.all([
		verificationMail(ctx, reader, "token"),
		resetMail(ctx, reader, "token"),
		confirmNewAddressMail(ctx, { ...reader, userId: "u" }, "token"),
		confirmOldAddressMail(ctx, { userId: "u", from: to, to, locale }, "token"),
		addressTakenMail(ctx, reader),
		...Object.values(addressChangedMails(ctx, { userId: "u", from: to, to, locale })),
		...keysOf(changes).map((change) =>
			securityMail(ctx, { ...reader, emailVerified: true }, change),
		),
		reclaimedMail(ctx, reader),
		...(["failing", "gone"] as const).map((reason) =>
			endpointOffMail(ctx, { email: to, locale, url: "https://x.test/", reason }),
		),
		...keysOf(webhookChanged.subjects).map((change) =>
			endpointChangedMail(ctx, { ...reader, url: "https://x.test/" }, change),
		),
		endpointsResetMail(ctx, reader),
		renewalFailedMail(ctx, { to, locale, invoiceId: "in_1", endsAt: MS }),
		updateMail(ctx, card, updated),
		updateMail(ctx, unnamed, updated),
		purchaseCodeMail(ctx, { to, code: "123456" }),
		confirmAlertMail(ctx, awaited, to, "token"),
		onSaleMail(ctx, awaited, { email: to, locale, hash: "t" }),
		receiptMail(ctx, card, to, "https://x.test/"),
		receiptMail(ctx, direct, to, "https://x.test/"),
		receiptMail(ctx, unnamed, to, "https://x.test/"),
		receiptMail(ctx, agreed, to, "https://x.test/"),
		receiptMail(ctx, ending, to, "https://x.test/"),
		saleMail(ctx, card),
		saleMail(ctx, direct),
		refundMail(ctx, card, to, 0),
		debitFailedMail(ctx, card, to, "py_1"),
		revokedMail(ctx, card, to, "¿?"),
		accessRestoredMail(ctx, card, to, "https://x.test/"),
		addressCorrectionMail(ctx, card, to, "token"),
		addressCorrectedMail(ctx, card, to, "new@x.test"),
		...keysOf(autoRefund.reasons).map((reason: AutoRefundReason) =>
			autoRefundMail(ctx, card, to, reason),
		),
		partRefundMail(ctx, card, to, refund),
		refundFailedMail(ctx, card, to, refund),
		refundFailedSaleMail(ctx, card, refund),
		...REFUSALS.map((reason) => notChargedMail(ctx, card, to, reason)),
		autoRefundFailedMail(ctx, card, to, refund),
		...Object.keys(disputeReasons).map((reason) => disputeMail(ctx, card, dispute({ reason }))),
		fraudWarningMail(ctx, card, "issfr_1"),
		...disconnectedMails(ctx, { id: "1", email: to, locale, deletedAt: null }, "evt_1").slice(0, 1),
		disputeDecidedMail(ctx, card, charge(won), won),
		disputeDecidedMail(ctx, card, charge(lost), lost),
		keptForBuyersMail(ctx, card, { to, url: "https://x.test/", keptUntil: MS }),
		undecidedClaimMail(ctx, direct, to),
		claimMail(ctx, direct),
		reminderMail(ctx, direct),
		toReturnMail(ctx, direct),
		...OUTCOMES.flatMap((outcome) => [
			withdrawalMail(ctx, card, { ...declared, outcome }),
			withdrawalMail(ctx, direct, { ...declared, outcome }),
			withdrawnSaleMail(ctx, card, { ...declared, outcome }),
			withdrawnSaleMail(ctx, direct, { ...declared, outcome }),
		]),
		withdrawalMail(ctx, card, { ...declared, isAutomatic: true }),
		withdrawnSaleMail(ctx, conflicting, { ...declared, isAutomatic: true }),
		...keysOf(declined).map((reason) => declinedMail(ctx, direct, to, reason)),
		...keysOf(categories).map((category) => sanctionMail(ctx, creator, { ...decision, category })),
		sanctionMail(ctx, creator, { ...decision, title: null, category: "other" }),
		restoredMail(ctx, creator, { id: "s", title: "Harbour", text: "" }),
		restoredMail(ctx, creator, { id: "s", title: null, text: "" }),
		quarantineMail(ctx, creator, {
			uploadId: "u",
			title: "Harbour",
			fileName: "x.zip",
			found: "Eicar",
		}),
		appealRejectedMail(ctx, creator, { entryId: "e", text: "¿?" }),
		reportReceivedMail(ctx, { id: "c", to, title: "Harbour" }),
		caseAnswerMail(ctx, asked, "¿?", "e"),
		...keysOf(reportDecided.outcomes).map((outcome) =>
			reportDecidedMail(ctx, asked, { outcome, text: "", entryId: "e" }),
		),
	]);
}

function keysOf<T extends object>(value: T): (keyof T)[] {
	return Object.keys(value) as (keyof T)[]; // the texts have no other keys
}

const WRITTEN: Readonly<Record<Locale, { readonly writing: Writing }>> = languages;

/** Except names of the product. */
const ENGLISH =
	/\b(?:the|your|you|and|with|from|this|that|of|is|buyer|creator|payment|files|open|price|paid|until|days?)\b/gi;

test.each(others)("every mail in %s is in that language only", async (locale) => {
	const english = await mailsIn("en");
	const mails = await mailsIn(locale);
	const borrowed = WRITTEN[locale].writing.englishWords;
	expect(mails).toHaveLength(english.length);
	for (const [at, mail] of mails.entries()) {
		expect(mail.kind).toEqual(english[at]?.kind);
		expect(mail.subject).not.toBe(english[at]?.subject);
		const words = mail.text.replaceAll(/https?:\S+/g, "").replaceAll(/\S+@\S+/g, "");
		const found = words.match(ENGLISH) ?? [];
		expect(
			found.filter((word) => !borrowed.includes(word)),
			words,
		).toEqual([]);
	}
});

test.each(locales)(
	"every mail in %s is complete, names its language and is valid HTML",
	async (locale) => {
		const mails = await mailsIn(locale);
		for (const { subject, text, html } of mails) {
			expect(subject.trim()).not.toBe("");
			expect(html.startsWith(`<!doctype html><html lang="${locale}">`)).toBe(true);
			expect(await htmlFaults(html), subject).toEqual([]);
			// Tokens in addresses are random, and spell anything.
			for (const part of [subject, text, html])
				expect(part.replaceAll(/https:[^\s"<]+/g, "")).not.toMatch(
					/undefined|null|NaN|\[object|[{}]|=>/,
				);
		}
		const reached = new Set(mails.map(({ kind }) => kind.name));
		const wanted = Object.values(MAIL_KINDS).filter((kind) => kind.to !== "operator");
		expect(wanted.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
	},
);

test.each(locales)(
	"no mail in %s shows a sign of a currency that is not the sale's",
	async (locale) => {
		for (const currency of ["jpy", "cad"] as const) {
			const mails = await mailsIn(locale, currency);
			const foreign = foreignSigns(currency);
			expect(mails.filter(({ text }) => text.includes(currencyPart(locale, currency)))).not.toEqual(
				[],
			);
			expect(mails.flatMap(({ subject, text, html }) => foreign(subject + text + html))).toEqual(
				[],
			);
		}
	},
);

/** By path, with every parameter as «name». */
function flattened(texts: object, path = ""): [string, string][] {
	const named = new Proxy({}, { get: (_, name) => `«${String(name)}»` });
	return Object.entries(texts).flatMap(([key, text]): [string, string][] => {
		const at = path === "" ? key : `${path}.${key}`;
		if (typeof text === "function") return [[at, text(named)]];
		return typeof text === "string" ? [[at, text]] : flattened(text, at);
	});
}

test.each(others)("the texts in %s take the same values as the English", (locale) => {
	const valuesOf = (text: string) => [...new Set(text.match(/«\w+»/g))].sort();
	const english = flattened(mailLanguage("en").texts);
	const texts = new Map(flattened(mailLanguage(locale).texts));
	expect([...texts.keys()]).toEqual(english.map(([path]) => path));
	for (const [path, text] of english)
		expect(valuesOf(texts.get(path) ?? ""), path).toEqual(valuesOf(text));
});

test("amounts, days and periods are written as each language has them", () => {
	const written = (locale: Locale) => {
		const { money, day, period } = mailLanguage(locale);
		return [
			money(123450, "usd"),
			money(-30, "usd"),
			money(123400, "jpy"),
			day(MS),
			period(1, "hour"),
			period(7, "day"),
		].map((text) => text.replaceAll(/[\u00a0\u202f]/g, " "));
	};
	expect(written("en")).toEqual([
		"$1,234.50",
		"-$0.30",
		"¥1,234",
		"December 21, 2026",
		"1 hour",
		"7 days",
	]);
	expect(written("de")).toEqual([
		"1.234,50 $",
		"-0,30 $",
		"1.234 ¥",
		"21. Dezember 2026",
		"1 Stunde",
		"7 Tage",
	]);
	expect(written("es")).toEqual([
		"1234,50 $",
		"-0,30 $",
		"1234 JPY",
		"21 de diciembre de 2026",
		"1 hora",
		"7 días",
	]);
});

test("a stored language that the product no longer has is English", () => {
	expect(mailLanguage("xx" as Locale).texts).toBe(mailLanguage("en").texts);
});
