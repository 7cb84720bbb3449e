import type { ReactNode } from "react";
import type { Currency } from "../../../worker/contract/money.ts";
import { shownCents } from "../../../worker/contract/shown-cents.ts";
import type { Receipt } from "../../../worker/customers/receipts/contract.ts";
import type { Party } from "../../../worker/payments/invoices/contract.ts";
import { currencyWords } from "../../lib/i18n/currency-names.ts";
import { formatDate, formatDateTime, formatMoney } from "../../lib/i18n/format.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { PartLinks } from "./part-links.tsx";
import { PurchaseBadge } from "./purchase-badge.tsx";
import { useTexts } from "./texts.ts";

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
	const t = useTexts();
	const { invoice, consent } = receipt;
	const metadata = [
		...(invoice
			? [
					[t("purchases.invoice"), invoice.number] as const,
					[t("purchases.issued"), formatDate(invoice.issuedAt)] as const,
				]
			: []),
		[t("purchases.paidAt"), formatDateTime(receipt.paidAt)],
		[
			t("purchases.paidBy"),
			receipt.route === "direct" ? receipt.directBy : t(`purchases.route.${receipt.route}`),
		],
		[t("purchases.reference"), receipt.reference],
	] as const;
	const seller = receipt.creator ?? t("purchases.unnamedSeller");
	return (
		<section
			className="rounded-card border border-line bg-surface print:border-0"
			aria-labelledby="receipt-title"
		>
			<header className="flex flex-wrap items-start justify-between gap-4 p-6 sm:p-8 sm:pb-6 print:px-0 print:pt-0">
				<div>
					<h1 id="receipt-title" className="text-28">
						{t("purchases.receipt")}
					</h1>
					<PurchaseBadge purchase={receipt} className="mt-1" />
					{receipt.refundFailedAt && (
						<p className="mt-1 max-w-md text-13 text-muted">
							{t("purchases.refundFailed", { date: formatDate(receipt.refundFailedAt) })}
						</p>
					)}
				</div>
				<Wordmark />
			</header>
			<dl className="grid gap-x-8 gap-y-5 px-6 sm:grid-cols-2 sm:px-8 print:grid-cols-2 print:px-0">
				<Entry name={t("purchases.seller")}>
					<PartyLines party={invoice?.seller ?? null} fallback={seller} />
				</Entry>
				<Entry name={t("purchases.buyer")}>
					<PartyLines party={invoice?.buyer ?? null} fallback={receipt.buyerEmail} />
				</Entry>
				{metadata.map(([name, detail]) => (
					<Entry key={name} name={name}>
						{detail}
					</Entry>
				))}
			</dl>
			<Amounts receipt={receipt} />
			<div className="grid gap-3 border-line border-t px-6 py-5 text-13 text-muted sm:px-8 print:px-0">
				<p>
					{t(receipt.directBy === null ? "purchases.soldCard" : "purchases.soldDirect", {
						name: seller,
						way: receipt.directBy ?? "",
					})}
				</p>
				{invoice && <p>{t("purchases.noTax", { currency: currencyWords(receipt.currency) })}</p>}
				{receipt.licence && <Licence title={t("purchases.licence")} text={receipt.licence} />}
				{receipt.parts?.map(
					({ shareId, title, licence }) =>
						licence && (
							<Licence key={shareId} title={t("purchases.licenceOf", { title })} text={licence} />
						),
				)}
				{consent && (
					<p>
						{t("purchases.consent", {
							time: formatDateTime(consent.at),
							version: consent.version,
							text: consent.text,
						})}
					</p>
				)}
			</div>
		</section>
	);
}

function Licence({ title, text }: { title: string; text: string }) {
	return (
		<div>
			<h2 className="font-semibold text-ink">{title}</h2>
			<p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
				{text}
			</p>
		</div>
	);
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="text-13 text-muted">{name}</dt>
			<dd className="tabular break-words">{children}</dd>
		</div>
	);
}

function PartyLines({ party, fallback }: { party: Party | null; fallback: string }) {
	const t = useTexts();
	if (!party) return fallback;
	const { name, address, country, taxNumber } = party;
	return (
		<>
			<span className="block font-semibold">{name}</span>
			<span className="block whitespace-pre-line">
				{[address, country].filter(Boolean).join("\n")}
			</span>
			{taxNumber && (
				<span className="block">{t("purchases.taxNumber", { number: taxNumber })}</span>
			)}
		</>
	);
}

function boughtWords(
	t: ReturnType<typeof useTexts>,
	{ full, web }: NonNullable<Receipt["bought"]>,
): string {
	return [
		full > 0 && t("purchases.boughtFiles", { n: full }),
		web === null
			? t("purchases.boughtAllPictures")
			: web > 0 && t("purchases.boughtPictures", { n: web }),
	]
		.filter(Boolean)
		.join(", ");
}

/** If the buyer chose the price, it may exceed the reduced minimum. */
function DiscountLine({
	price,
	currency,
	discount: { code, listPrice },
}: {
	price: string;
	currency: Currency;
	discount: NonNullable<Receipt["discount"]>;
}) {
	const t = useTexts();
	const change = (Number(price) - Number(listPrice)).toFixed(2);
	return (
		<p className="mt-3 flex items-baseline justify-between gap-6">
			<span className="min-w-0 break-words">{t("purchases.discount", { code })}</span>
			<span className="tabular whitespace-nowrap">{formatMoney(change, currency)}</span>
		</p>
	);
}

function Amounts({ receipt }: { receipt: Receipt }) {
	const t = useTexts();
	const { creditNotes: notes = [], replaced = [] } = receipt.invoice ?? {};
	const returned = notes.reduce((sum, { amount }) => sum + shownCents(amount), 0);
	const remaining = (shownCents(receipt.price) - returned) / 100;
	return (
		<div className="mt-6 border-line border-t px-6 py-5 sm:px-8 print:px-0">
			<p className="flex items-baseline gap-4">
				<span className="min-w-0 flex-1 break-words font-semibold">{receipt.title}</span>
				<span className="tabular">
					{formatMoney(receipt.discount?.listPrice ?? receipt.price, receipt.currency)}
				</span>
			</p>
			{receipt.bought && <p className="text-15 text-muted">{boughtWords(t, receipt.bought)}</p>}
			<PartLinks receipt={receipt} className="mt-3 grid gap-2 text-15" />
			{receipt.discount && (
				<DiscountLine
					price={receipt.price}
					currency={receipt.currency}
					discount={receipt.discount}
				/>
			)}
			<p className="mt-4 flex items-baseline justify-between gap-6 border-line border-t pt-4">
				<span className="font-semibold">{t("purchases.total")}</span>
				<span className="tabular font-display text-28 font-semibold">
					{formatMoney(receipt.price, receipt.currency)}
				</span>
			</p>
			{notes.map(({ number, at, amount }) => (
				<p key={number} className="mt-3 flex items-baseline justify-between gap-6">
					<span className="min-w-0 break-words">
						{t("purchases.creditNote", { number, date: formatDate(at) })}
					</span>
					<span className="tabular whitespace-nowrap">
						−{formatMoney(amount, receipt.currency)}
					</span>
				</p>
			))}
			{replaced.map(({ number, creditNote }) => (
				<p key={number} className="mt-3 text-15 text-muted">
					{t("purchases.replaced", {
						number,
						credit: creditNote.number,
						date: formatDate(creditNote.at),
					})}
				</p>
			))}
			{notes.length > 0 && (
				<p className="mt-3 flex items-baseline justify-between gap-6 border-line border-t pt-3">
					<span>{t("purchases.remaining")}</span>
					<span className="tabular font-semibold">
						{formatMoney(remaining.toFixed(2), receipt.currency)}
					</span>
				</p>
			)}
		</div>
	);
}
