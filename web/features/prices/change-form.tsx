import { ROUNDINGS } from "../../../worker/contract/catalogue/bulk-prices.ts";
import { amountFault, hasDecimals } from "../../lib/forms/price-input.ts";
import { currencySign } from "../../lib/i18n/currency-names.ts";
import { fieldText } from "../../lib/i18n/server-texts.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { NumberField } from "../../shared/number-field.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { changeOf, type Typed } from "./preview.ts";
import { useTexts } from "./texts.ts";

const FIELDS = {
	percent: "prices.percentField",
	amount: "prices.amountField",
	to: "prices.toField",
} as const;

/** How prices change: by percent, by an amount or to a price, and what they end on. */
export function ChangeForm({
	typed,
	onChange,
}: {
	typed: Typed;
	onChange: (change: Partial<Typed>) => void;
}) {
	const t = useTexts();
	const currency = useCurrency();
	const { kind, direction, values, rounding } = typed;
	const fault = kind === "percent" ? null : amountFault(values[kind], currency);
	const isInvalid = values[kind] !== "" && changeOf(typed, currency) === null;
	return (
		<div className="grid gap-5">
			<Segments
				legend={t("prices.how")}
				segments={[
					{ value: "percent", label: t("prices.percent") },
					{ value: "amount", label: t("prices.amount") },
					{ value: "to", label: t("prices.to") },
				]}
				chosen={kind}
				onChoose={(next) => onChange({ kind: next })}
			/>
			<div className="grid items-start gap-5 sm:grid-cols-3">
				{kind !== "to" && (
					<SelectField
						label={t("prices.direction")}
						className="w-full"
						value={direction}
						onChange={(event) =>
							onChange({ direction: event.target.value === "lower" ? "lower" : "raise" })
						}
					>
						<option value="raise">{t("prices.raise")}</option>
						<option value="lower">{t("prices.lower")}</option>
					</SelectField>
				)}
				<NumberField
					key={kind}
					label={t(FIELDS[kind], { sign: currencySign(currency) })}
					name="value"
					unit={kind === "percent" ? kind : currency}
					prefix={kind === "percent" ? "%" : currencySign(currency)}
					className="tabular w-full"
					autoComplete="off"
					value={values[kind]}
					error={fault ? fieldText(fault) : isInvalid ? t("prices.invalidValue") : undefined}
					onValue={(value) => onChange({ values: { ...values, [kind]: value } })}
				/>
				{kind !== "to" && hasDecimals(currency) && (
					<SelectField
						label={t("prices.rounding")}
						className="w-full"
						value={rounding}
						onChange={(event) => {
							const next = ROUNDINGS.find((one) => one === event.target.value);
							if (next) onChange({ rounding: next });
						}}
					>
						{ROUNDINGS.map((one) => (
							<option key={one} value={one}>
								{one === "none" ? t("prices.roundNone") : t("prices.roundTo", { cents: `.${one}` })}
							</option>
						))}
					</SelectField>
				)}
			</div>
		</div>
	);
}
