import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { DEFAULT_CURRENCY, leastByCard } from "../../../worker/contract/money.ts";
import { DEFAULT_PROCESSING_FEE, PLANS } from "../../../worker/contract/plans.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { typedCents } from "../../lib/forms/price-input.ts";
import { currencySign } from "../../lib/i18n/currency-names.ts";
import { formatBps, formatCents, formatShortMoney, formatSize } from "../../lib/i18n/format.ts";
import { fieldText } from "../../lib/i18n/server-texts.ts";
import { type SaleBreakdown, saleBreakdown } from "../../lib/selling/sale-breakdown.ts";
import { usePublicConfig, useStorageLimits } from "../../lib/server/queries/config.ts";
import { NumberField } from "../../shared/number-field.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useTexts } from "./texts.ts";

const START_PRICE = "20";
const LEAST_BY_CARD = leastByCard(DEFAULT_CURRENCY);
const { free, pro } = PLANS;

export function PricingCalculator() {
	const t = useTexts();
	const config = usePublicConfig();
	const storage = useStorageLimits();
	const [price, setPrice] = useState(START_PRICE);
	const typed = typedCents(price, DEFAULT_CURRENCY);
	const cents = typed ?? 0;
	const borneBy = config?.processingFeeBorneBy ?? "creator";
	const byCard = cents >= LEAST_BY_CARD;
	return (
		<section id="plans" className="scroll-mt-8 border-line border-y bg-surface">
			<div className="gutters max-w-content py-16">
				<div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
					<div className="max-w-xl">
						<h2 className="text-28">{t("landing.plansTitle")}</h2>
						<p className="mt-2 max-w-line text-muted">
							{t("landing.plansLead", { unverified: formatSize(storage.unverified) })}
						</p>
					</div>
					<NumberField
						label={t("landing.salePrice")}
						prefix={currencySign(DEFAULT_CURRENCY)}
						unit={DEFAULT_CURRENCY}
						value={price}
						onValue={setPrice}
						error={price && typed === null ? fieldText("Valid price is required") : undefined}
						fieldClass="w-40"
						className="tabular"
					/>
				</div>
				<div aria-live="polite" className="mt-8 grid gap-5 lg:grid-cols-3">
					<PlanCard
						name={t("landing.planFree")}
						price={formatShortMoney("0", DEFAULT_CURRENCY)}
						detail={t("landing.planFreeFact", {
							n: free.uploadsPerMonth,
							storage: formatSize(storage.free),
						})}
						sum={byCard ? saleBreakdown(free, cents, "card", borneBy) : null}
						feeBps={free.cardFeeBps}
						action={
							<Link to={paths.signUp} className={`${buttonClass("plain")} w-full`}>
								{t("landing.planFreeAction")}
							</Link>
						}
					/>
					<PlanCard
						name={t("landing.planPro")}
						price={t("landing.planProPrice", {
							price: formatCents(pro.priceCents, DEFAULT_CURRENCY),
						})}
						detail={t("landing.planProFact", { storage: formatSize(storage.pro) })}
						sum={byCard ? saleBreakdown(pro, cents, "card", borneBy) : null}
						feeBps={pro.cardFeeBps}
						action={
							<a href={paths.subscribe} className={`${buttonClass("primary")} w-full`}>
								{t("landing.planProAction")}
							</a>
						}
					/>
					<PlanCard
						name={t("landing.planDirect")}
						price={t("landing.planDirectPrice")}
						detail={t("landing.planDirectFact")}
						sum={saleBreakdown(free, cents, "direct")}
						feeBps={free.directFeeBps}
						action={
							<Link to={paths.signUp} className={`${buttonClass("plain")} w-full`}>
								{t("landing.start")}
							</Link>
						}
					/>
				</div>
			</div>
		</section>
	);
}

function PlanCard({
	name,
	price,
	detail,
	sum,
	feeBps,
	action,
}: {
	name: string;
	price: string;
	detail: string;
	/** null: no card can pay this price */
	sum: SaleBreakdown | null;
	feeBps: number;
	action: ReactNode;
}) {
	const t = useTexts();
	return (
		<Card className="flex flex-col bg-paper">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<h3 className="font-[650] font-display text-21">{name}</h3>
				<p className="tabular text-muted">{price}</p>
			</div>
			<p className="mt-1 text-muted">{detail}</p>
			{sum ? (
				<>
					<p className="mt-5 text-muted">
						{t("landing.sumYouGet", { price: formatCents(sum.priceCents, DEFAULT_CURRENCY) })}
					</p>
					<p className="tabular font-[650] font-display text-40 text-primary">
						{formatCents(sum.netCents, DEFAULT_CURRENCY)}
					</p>
					<dl className="tabular mt-3 mb-6 flex flex-1 flex-col gap-1 border-line border-t pt-3">
						<Line
							name={t("landing.sumPrice")}
							value={formatCents(sum.priceCents, DEFAULT_CURRENCY)}
						/>
						<Line
							name={t("landing.sumPlatform", { fee: formatBps(feeBps) })}
							value={
								sum.platformFeeCents
									? `− ${formatCents(sum.platformFeeCents, DEFAULT_CURRENCY)}`
									: t("landing.sumNone")
							}
						/>
						{sum.processingFeeCents > 0 && (
							<Line
								name={t("landing.sumProcessing", {
									fee: formatBps(DEFAULT_PROCESSING_FEE.bps),
									fixed: formatCents(DEFAULT_PROCESSING_FEE.fixedCents, DEFAULT_CURRENCY),
								})}
								value={`− ${formatCents(sum.processingFeeCents, DEFAULT_CURRENCY)}`}
							/>
						)}
					</dl>
				</>
			) : (
				<p className="my-5 flex-1 text-muted">
					{t("landing.underCards", { price: formatCents(LEAST_BY_CARD, DEFAULT_CURRENCY) })}
				</p>
			)}
			{action}
		</Card>
	);
}

function Line({ name, value }: { name: string; value: string }) {
	return (
		<div className="flex justify-between gap-4">
			<dt className="text-muted">{name}</dt>
			<dd className="whitespace-nowrap">{value}</dd>
		</div>
	);
}
