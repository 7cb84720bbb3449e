import Plus from "icons:plus";
import X from "icons:x";
import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import { basketPrice, noFiles } from "../../../worker/catalogue/shares/contract/basket.ts";
import type { Edition } from "../../../worker/catalogue/shares/contract/editions.ts";
import {
	canSellSingles,
	singlesField,
	type TypedSingles,
} from "../../../worker/catalogue/shares/contract/singles.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { type Currency, leastByCard, roundedTo } from "../../../worker/contract/money.ts";
import { shownAmount } from "../../lib/forms/price-input.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { currencySign } from "../../lib/i18n/currency-names.ts";
import { formatCents, formatNumber } from "../../lib/i18n/format.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NumberField } from "../number-field.tsx";

const MAX_PACKAGES = 3;
const EDGE = 2048;

/** The files that are sold one by one. */
type Sellable = { files: number; pictures: number };

type Props = {
	values: Pick<DraftDetails, "pricing" | "saleMode" | "maxSales" | "price" | "singles">;
	errors: FieldErrors;
	onChange: (change: { singles: TypedSingles | null }) => void;
	sellable: Sellable;
};

/** A part of a price, up to a whole unit; empty without a price. */
function proposed(price: string, share: number, currency: Currency): string {
	const cents = centsOf(price);
	if (!cents) return "";
	const part = cents * share;
	const round = part < 100 ? roundedTo(part, currency) : Math.ceil(part / 100) * 100;
	return shownAmount(Math.min(cents, Math.max(round, leastByCard(currency))), currency);
}

export function SinglesFields({ values, errors, onChange, sellable }: Props) {
	const t = useOfferTexts();
	const currency = useCurrency();
	const { price, singles } = values;
	if (!canSellSingles(values)) return null;
	const propose = (part: number) => proposed(price, part, currency);
	// A few files shouldn't cost less one by one than together.
	const part = 1 / Math.min(10, Math.max(2, sellable.files));
	const none = { filePrice: propose(part), packages: [], included: 0 };
	return (
		<div className="grid gap-4">
			<CheckField
				label={t("offer.singles")}
				hint={t("offer.singlesHint")}
				name="sellsSingles"
				checked={singles !== null}
				error={errors.singles}
				onChange={({ target }) => onChange({ singles: target.checked ? none : null })}
			/>
			{singles && (
				<Prices
					singles={singles}
					errors={errors}
					sellable={sellable}
					price={price}
					propose={propose}
					onChange={(change) => onChange({ singles: { ...singles, ...change } })}
				/>
			)}
		</div>
	);
}

function Prices({
	singles,
	errors,
	sellable,
	price,
	propose,
	onChange,
}: Pick<Props, "errors" | "sellable"> & {
	singles: TypedSingles;
	price: string;
	propose: (part: number) => string;
	onChange: (change: Partial<TypedSingles>) => void;
}) {
	const t = useOfferTexts();
	const currency = useCurrency();
	const { filePrice, packages, included, web } = singles;
	const sign = currencySign(currency);
	const least = leastByCard(currency);
	function amount(name: string, value: string) {
		const error = errors[`singles.${name}`];
		const cents = centsOf(value) ?? least;
		return {
			name: `singles.${name}`,
			unit: currency,
			prefix: sign,
			className: "tabular",
			value,
			error:
				error && cents < least
					? t("offer.singlesLeast", { least: formatCents(least, currency) })
					: error,
		};
	}
	const count = (name: string, value: number | string) => ({
		name: `singles.${name}`,
		unit: "count" as const,
		className: "tabular",
		value: String(value),
		error: errors[`singles.${name}`],
	});
	const changePackage = (at: number, change: Partial<(typeof packages)[number]>) =>
		onChange({ packages: packages.map((one, n) => (n === at ? { ...one, ...change } : one)) });
	function addPackage() {
		const last = packages.at(-1);
		const files = Number(last?.files ?? 0) * 2 || 5;
		const whole = (centsOf(price) ?? 0) / 100;
		// A tenth less than the same files cost so far.
		const parts = (last ? 2 * Number(last.price) : files * Number(filePrice)) * 0.9;
		onChange({ packages: [...packages, { files, price: propose(Math.min(1, parts / whole)) }] });
	}
	return (
		<div className="grid gap-4 border-line border-s-2 ps-4">
			<NumberField
				{...amount("filePrice", filePrice)}
				label={t("offer.filePrice", { sign })}
				onValue={(filePrice) => onChange({ filePrice })}
			/>
			{packages.map((one, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: packages have no other name
				<fieldset key={at} className="relative grid grid-cols-2 items-start gap-x-3 gap-y-1">
					<legend className="flex min-h-9 items-center text-15 text-muted">
						{t("offer.package", { n: at + 1 })}
					</legend>
					<NumberField
						{...count(`packages.${at}.files`, one.files)}
						label={t("offer.packageFiles")}
						onValue={(files) => changePackage(at, { files })}
					/>
					<NumberField
						{...amount(`packages.${at}.price`, one.price)}
						label={t("offer.packagePrice", { sign })}
						onValue={(price) => changePackage(at, { price })}
					/>
					<button
						type="button"
						className="btn btn-ghost btn-square btn-sm absolute -top-9 end-0 text-muted"
						aria-label={t("offer.packageRemove", { n: at + 1 })}
						onClick={() => onChange({ packages: packages.filter((_, n) => n !== at) })}
					>
						<Icon of={X} size={18} />
					</button>
				</fieldset>
			))}
			{packages.length < MAX_PACKAGES && (
				<Button
					size="sm"
					tone="quiet"
					className="-mx-3 justify-self-start"
					icon={<Icon of={Plus} size={18} />}
					onClick={addPackage}
				>
					{t("offer.packageAdd")}
				</Button>
			)}
			{(sellable.pictures > 0 || web) && (
				<CheckField
					label={t("offer.web")}
					hint={t("offer.webHint", { edge: formatNumber(Number(web?.edge ?? EDGE)) })}
					name="sellsWeb"
					checked={web !== undefined}
					onChange={({ target }) =>
						onChange({
							web: target.checked
								? {
										edge: EDGE,
										filePrice: propose(Number(filePrice) / 2 / (Number(price) || 1)),
										price: propose(1 / 2),
									}
								: undefined,
						})
					}
				/>
			)}
			{web && (
				<div className="grid grid-cols-2 items-start gap-3">
					<NumberField
						{...amount("web.filePrice", web.filePrice)}
						label={t("offer.webPrice", { sign })}
						onValue={(filePrice) => onChange({ web: { ...web, filePrice } })}
					/>
					<NumberField
						{...amount("web.price", web.price)}
						label={t("offer.webAll", { sign })}
						onValue={(price) => onChange({ web: { ...web, price } })}
					/>
				</div>
			)}
			<Fold
				summaryClass="text-15 text-muted"
				title={t(web ? "offer.singlesMoreWeb" : "offer.singlesMore", {
					n: Number(included) || 0,
					edge: formatNumber(Number(web?.edge ?? EDGE)),
				})}
			>
				<div className="grid gap-4 pt-1">
					<NumberField
						{...count("included", included)}
						label={t("offer.included")}
						hint={t("offer.includedHint")}
						onValue={(included) => onChange({ included })}
					/>
					{web && (
						<NumberField
							{...count("web.edge", web.edge)}
							label={t("offer.edge")}
							hint={t("offer.edgeHint")}
							onValue={(edge) => onChange({ web: { ...web, edge } })}
						/>
					)}
				</div>
			</Fold>
			<Examples singles={singles} price={price} sellable={sellable} />
		</div>
	);
}

/** Prices for one, some and all files as examples; nothing until the fields are complete. */
function Examples({
	singles: typed,
	price,
	sellable: { files, pictures },
}: Pick<Props, "sellable"> & { singles: TypedSingles; price: string }) {
	const t = useOfferTexts();
	const currency = useCurrency();
	const singles = singlesField.safeParse(typed).data;
	const priceCents = centsOf(price);
	if (!singles || !priceCents || files < 2) return null;
	function costs(edition: Edition, n: number): number {
		if (!singles || !priceCents) return 0;
		const chosen = { ...noFiles(), [edition]: n };
		// The free ones may have gone to others.
		const free = { had: 0, left: 0 };
		const basket = { chosen, together: chosen, paidCents: 0, free };
		return basketPrice({ priceCents, currency, singles }, basket).cents;
	}
	const paid = (edition: Edition, n: number) => formatCents(costs(edition, n), currency);
	return (
		<p role="status" className="tabular text-13 text-muted">
			{t(files > 10 ? "offer.exampleTen" : "offer.example", {
				one: paid("full", 1),
				ten: paid("full", 10),
				n: files,
				all: paid("full", files),
			})}{" "}
			{singles.web &&
				pictures > 1 &&
				t("offer.exampleWeb", {
					one: paid("web", 1),
					n: pictures,
					all: paid("web", pictures),
				})}{" "}
			{costs("full", files) < priceCents && (
				<span className="text-warning">{t("offer.singlesBelow")}</span>
			)}
		</p>
	);
}
