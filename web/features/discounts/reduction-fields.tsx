import { useState } from "react";
import type { Discount } from "../../../worker/catalogue/discounts/contract.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { DIRECT_CURRENCY, leastByCard } from "../../../worker/contract/money.ts";
import { shownAmount } from "../../lib/forms/price-input.ts";
import { currencySign } from "../../lib/i18n/currency-names.ts";
import { formatCents } from "../../lib/i18n/format.ts";
import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { NumberField } from "../../shared/number-field.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Segments } from "../../ui/segments.tsx";
import { exampleOf, fallsBelowMinimum, typedReduction } from "./example.ts";
import { useTexts } from "./texts.ts";

type Kind = "percent" | "amount";
type Below = Discount["belowMinimum"];
type Props = {
	before: Discount | null;
	kind: Kind;
	onKind: (kind: Kind) => void;
	belowMinimum: Below;
	onBelowMinimum: (belowMinimum: Below) => void;
	covered: readonly MyShare[];
};

export function ReductionFields({
	before,
	kind,
	onKind,
	belowMinimum,
	onBelowMinimum,
	covered,
}: Props) {
	const t = useTexts();
	const currency = useCurrency();
	const { data: status } = usePaymentStatus();
	// One value for each kind, so that switching back and forth loses nothing.
	const [typed, setTyped] = useState({
		percent: before?.percent?.toString() ?? "",
		amount: before?.amount ? shownAmount(centsOf(before.amount) ?? 0, currency) : "",
	});
	const reduction = typedReduction(kind, typed[kind], belowMinimum, currency);
	const asksBelow =
		before?.belowMinimum === "free" || (reduction && fallsBelowMinimum(covered, reduction));
	return (
		<div className="grid gap-4 sm:col-span-2">
			<div className="grid items-start gap-x-5 gap-y-3 sm:grid-cols-2">
				<div className="grid gap-1.5">
					<span aria-hidden="true" className="font-medium">
						{t("discounts.reduction")}
					</span>
					<Segments
						legend={t("discounts.reduction")}
						segments={[
							{ value: "percent", label: t("discounts.percent") },
							{ value: "amount", label: t("discounts.amount") },
						]}
						chosen={kind}
						onChoose={onKind}
					/>
				</div>
				<NumberField
					label={
						kind === "percent"
							? t("discounts.percentField")
							: t("discounts.amountField", { sign: currencySign(currency) })
					}
					name="reduction"
					key={kind}
					unit={kind === "percent" ? kind : currency}
					prefix={kind === "percent" ? "%" : currencySign(currency)}
					className="tabular w-full"
					required
					value={typed[kind]}
					onValue={(value) => setTyped({ ...typed, [kind]: value })}
				/>
			</div>
			<output className="block min-h-6 text-15 text-muted empty:hidden">
				{reduction && <Example covered={covered} reduction={reduction} />}
			</output>
			{asksBelow && (
				<Choices
					legend={t("discounts.below", { least: formatCents(leastByCard(currency), currency) })}
					choices={[
						currency === DIRECT_CURRENCY || status?.directLink
							? {
									value: "direct",
									label: t("discounts.belowDirect"),
									hint: t("discounts.belowDirectHint"),
								}
							: { value: "direct", label: t("discounts.belowNot") },
						{ value: "free", label: t("discounts.belowFree"), hint: t("discounts.belowFreeHint") },
					]}
					chosen={belowMinimum}
					onChoose={onBelowMinimum}
				/>
			)}
		</div>
	);
}

function Example({
	covered,
	reduction,
}: {
	covered: readonly MyShare[];
	reduction: NonNullable<ReturnType<typeof typedReduction>>;
}) {
	const t = useTexts();
	const currency = useCurrency();
	const { listCents, leastCents } = exampleOf(covered, reduction, currency);
	const before = formatCents(listCents, currency);
	return leastCents === 0
		? t("discounts.exampleFree", { before })
		: t("discounts.example", { before, after: formatCents(leastCents, currency) });
}
