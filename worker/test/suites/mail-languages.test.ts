import { expect, test } from "vitest";
import document from "../../../docs/mails.md?raw";
import type { Writing } from "../../../locales/en/index.ts";
import * as languages from "../../../locales/index.ts";
import { currencyPart } from "../../contract/currency-format.ts";
import { LOCALES, type Locale } from "../../contract/locales.ts";
import type { Currency } from "../../contract/money.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { CONSENT_VERSION } from "../../core/page-texts.ts";
import { REFUSALS } from "../../payments/settlement/mails.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, DisputeSnapshot } from "../../purchases/payment-snapshot.ts";
import { MAILS } from "../fixtures/all-mails.ts";
import { foreignSigns } from "../fixtures/foreign-signs.ts";
import { htmlFaults } from "../fixtures/html-faults.ts";
import { makeSale } from "../fixtures/sales.ts";
import { testCtx } from "../fixtures/test-app.ts";

const locales = Object.keys(LOCALES) as Locale[];
const others = locales.filter((locale) => locale !== "en");
const to = "reader@example.test";
const MS = Date.UTC(2026, 11, 21);

/** Names and title are words of no language. */
async function salesIn(locale: Locale, currency: Currency): Promise<Sale[]> {
	const made = async (route: "card" | "direct"): Promise<Sale> => {
		const { purchase } = await makeSale({
			share: { title: "Xqz", currency },
			purchase: { locale, route, priceCents: 123450, processingFeeCents: 30, claimedAt: MS },
		});
		const sale = await findSaleById(testCtx(), purchase.id);
		if (!sale) throw new Error("no sale made");
		return {
			...sale,
			purchase: { ...sale.purchase, reference: "Xqz" },
			creator: { ...sale.creator, locale, name: "Zqx", verified: true },
		};
	};
	const [card, direct] = [await made("card"), await made("direct")];
	const purchased = (fields: Partial<Sale["purchase"]>) => ({
		...card,
		purchase: { ...card.purchase, ...fields },
	});
	return [
		card,
		direct,
		{ ...card, accessEndsAt: MS },
		{ ...card, creator: { ...card.creator, name: null, verified: false } },
		purchased({ consentVersion: CONSENT_VERSION, consentLocale: locale, consentAt: MS }),
		purchased({ countryConflict: true, edgeCountry: "US", cardCountry: "DE" }),
		purchased({ discountCode: "XQZ", listCents: 200000 }),
	];
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

/** Values of each field of the mails' inputs, by its name; the first goes with the others. */
async function samples(locale: Locale, currency: Currency): Promise<Record<string, unknown[]>> {
	const { texts } = mailLanguage(locale);
	const { text: _text, note: _note, ...changes } = texts.security;
	const disputes = [
		dispute(),
		dispute({ won: true }),
		dispute({ lost: true, reason: "never_heard_of" }),
		dispute({ inquiry: true }),
		...Object.keys(texts.disputeReasons).map((reason) => dispute({ reason })),
	];
	const declared = { name: "A. B.", email: to, at: MS, isAutomatic: false };
	const outcomes = ["right_lost", "in_time", "late", "no_right"];
	const decision = { id: "s", text: "¿?", legalOrder: true, caseId: "c", title: "Harbour" };
	const categories = Object.keys(texts.categories);
	const names = { firstName: "¿?", lastName: "¿?", displayName: "¿?" };
	const newFiles = [1, 2].map((version) => ({
		name: "x.zip",
		version,
		note: "¿?",
		at: Date.now() + MS,
	}));
	return {
		email: [to],
		locale: [locale],
		to: [to],
		sale: await salesIn(locale, currency),
		userId: ["u"],
		token: ["token"],
		hash: ["t"],
		code: ["123456"],
		url: ["https://x.test/"],
		unsubscribeUrl: ["https://x.test/stop"],
		newEmail: ["new@x.test"],
		emailVerified: [true, false],
		change: Object.keys(changes),
		userAgent: [null, "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"],
		country: [null, "DE", "XX"],
		offReason: ["failing", "gone"],
		endpointChange: Object.keys(texts.webhookChanged.subjects),
		invoiceId: ["in_1"],
		eventId: ["evt_1"],
		creatorEmail: [to, null],
		endsAt: [MS],
		keptUntil: [MS],
		share: [{ slug: "slug", title: "¿?", email: to, ...names }],
		update: [{ id: "u", text: "¿?", attempt: 0, files: newFiles }],
		declared: [
			...outcomes.map((outcome) => ({ ...declared, outcome })),
			{ ...declared, outcome: "in_time", isAutomatic: true },
		],
		reason: ["¿?"],
		declineReason: Object.keys(texts.declined),
		autoRefundReason: Object.keys(texts.autoRefund.reasons),
		refusal: [...REFUSALS],
		failures: [0],
		name: ["¿?"],
		chosen: [1, 12],
		refund: [[], ["file-1:full"]].map((lines) => ({
			id: "re_1",
			amountCents: 123450,
			failed: true,
			reversedCents: 0,
			lines,
		})),
		chargeId: ["py_1"],
		charge: disputes.slice(0, 3).map(charge),
		dispute: disputes,
		isLate: [false, true],
		warningId: ["issfr_1"],
		decision: [
			...categories.map((category) => ({ ...decision, category })),
			{ ...decision, title: null, category: "other", legalOrder: false },
		],
		lifted: [decision, { ...decision, title: null, text: "" }],
		isCounterNotice: [false, true],
		caseId: ["c"],
		entryId: ["e"],
		answer: ["¿?"],
		subject: ["Harbour"],
		title: ["Harbour"],
		text: ["", "¿?"],
		message: ["¿?"],
		outcome: Object.keys(texts.reportDecided.outcomes),
		creatorId: ["c"],
		report: [{ reason: "scam", message: "¿?", email: to }, { reason: "other" }],
		account: [null, { id: "u", email: to }],
		plan: [null, { name: "Pro", prioritySupport: true }],
		uploadId: ["u"],
		fileName: ["x.zip"],
		found: ["Eicar"],
		differences: [
			[{ providerId: "ch_1", purchaseId: null, currency, providerCents: 5, ledgerCents: 7 }],
		],
		count: [1, 2],
		findings: [
			[
				{ problem: "missing", key: "k" },
				{ problem: "hash", row: 1 },
			],
		],
	};
}

/** Every mail, with each value of every field that it reads. */
async function mailsIn(
	locale: Locale,
	currency: Currency = "usd",
): Promise<(Mail & { name: string })[]> {
	const ctx = testCtx({ locale });
	const values = await samples(locale, currency);
	return MAILS.flatMap(({ name, compose }) => {
		const read = new Set<string>();
		const inputWith = (varied: Record<string, unknown>) =>
			new Proxy<Record<string, unknown>>(varied, {
				get: (_, field) => {
					if (typeof field === "symbol") return undefined;
					read.add(field);
					if (field in varied) return varied[field];
					if (!values[field]) throw new Error(`${name} needs a sample of ${field}`);
					return values[field][0];
				},
			});
		const usual = compose(ctx, inputWith({}));
		const varied = [...read].flatMap((field) =>
			(values[field] ?? []).slice(1).map((value) => compose(ctx, inputWith({ [field]: value }))),
		);
		return [usual, ...varied].map((mail) => ({ ...mail, name }));
	});
}

const toOperator = ({ kind }: Mail) => kind.audience === "operator";

const WRITTEN: Readonly<Record<Locale, { readonly writing: Writing }>> = languages;

/** Except names of the product. */
const ENGLISH =
	/\b(?:the|your|you|and|with|from|this|that|of|is|buyer|creator|payment|files|open|price|paid|until|days?)\b/gi;

test.each(others)("every mail in %s is in that language only", async (locale) => {
	const english = (await mailsIn("en")).filter((mail) => !toOperator(mail));
	const mails = (await mailsIn(locale)).filter((mail) => !toOperator(mail));
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
		for (const mail of mails) {
			const { subject, text, html } = mail;
			const lang = toOperator(mail) ? "en" : locale;
			expect(subject.trim()).not.toBe("");
			expect(html.startsWith(`<!doctype html><html lang="${lang}">`)).toBe(true);
			expect(await htmlFaults(html), subject).toEqual([]);
			// Tokens in addresses are random, and spell anything.
			for (const part of [subject, text, html])
				expect(part.replaceAll(/https:[^\s"<]+/g, "")).not.toMatch(
					/undefined|null|NaN|\[object|[{}]|=>/,
				);
		}
	},
);

/** By the names of entries, since words change more often. */
async function tableOfMails(): Promise<string> {
	const composed = await mailsIn("en");
	const rows = MAILS.map(({ name, compose: { kind } }) => {
		const mails = composed.filter((mail) => mail.name === name);
		const causes = [...new Set(mails.map(({ cause }) => cause.by))].sort();
		const { perHour, perDay, pace, reserved, follows } = kind;
		const limits = [
			perHour && `${perHour} an hour`,
			perDay && `${perDay} a day`,
			pace && `${pace} an hour, others later`,
			reserved && "one an hour reserved",
			follows && "follows later",
		];
		return [
			`\`${name}\``,
			kind.audience,
			causes.join(", "),
			`\`${kind.name}\``,
			limits.filter(Boolean).join("; "),
		];
	});
	const heads = ["Mail", "To", "Cause", "Kind", "Limits of its kind"];
	return [heads, heads.map(() => "---"), ...rows]
		.map((cells) => `| ${cells.join(" | ")} |`)
		.join("\n");
}

test("docs/mails.md lists every mail", async () => {
	const [intro] = document.split("\n| Mail");
	await expect(`${intro}\n${await tableOfMails()}\n`).toMatchFileSnapshot("../../../docs/mails.md");
});

test("mails of one kind share their limits", () => {
	const kinds = new Map(MAILS.map(({ compose: { kind } }) => [kind.name, kind]));
	for (const { name, compose } of MAILS)
		expect(compose.kind, name).toEqual(kinds.get(compose.kind.name));
});

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
