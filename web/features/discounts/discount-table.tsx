import Ellipsis from "icons:ellipsis";
import Link2 from "icons:link-2";
import Pencil from "icons:pencil";
import Trash2 from "icons:trash";
import type { ReactNode } from "react";
import type { Discount } from "../../../worker/contract/catalogue/discounts.ts";
import { shareLink } from "../../lib/addresses/paths.ts";
import { withTerms } from "../../lib/buying/use-terms.ts";
import { formatDateTime, formatIn, formatNumber } from "../../lib/i18n/format.ts";
import { Sums } from "../../shared/sums.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { ActiveSwitch } from "./active-switch.tsx";
import { CopyButton } from "./copy-button.tsx";
import { reductionText } from "./example.ts";
import { useTexts } from "./texts.ts";
import { validityOf } from "./validity.ts";

/** Days are counted down from this long before the end. */
const SOON_MS = 30 * 86_400_000;

/** Suspended creators can't edit. */
type Acts = {
	onEdit: ((discount: Discount) => void) | undefined;
	onDelete: (discount: Discount) => void;
};

/** One row a code; on phones a row becomes a card of labelled cells. */
export function DiscountTable({ discounts, ...acts }: Acts & { discounts: readonly Discount[] }) {
	const t = useTexts();
	const heads = [
		t("discounts.code"),
		t("discounts.reduction"),
		t("discounts.validity"),
		t("discounts.sales"),
		t("discounts.revenue"),
		t("discounts.active"),
	];
	return (
		<section
			aria-label={t("discounts.title")}
			className="rounded-card md:border md:border-line md:bg-surface"
		>
			<table className="w-full text-left max-md:block">
				<thead className="text-13 text-muted max-md:sr-only">
					<tr>
						{heads.map((head) => (
							<th key={head} scope="col" className="px-4 py-3 font-medium">
								{head}
							</th>
						))}
						<td />
					</tr>
				</thead>
				<tbody className="max-md:grid max-md:gap-4">
					{discounts.map((discount) => (
						<Row key={discount.id} discount={discount} {...acts} />
					))}
				</tbody>
			</table>
		</section>
	);
}

function Row({ discount, ...acts }: Acts & { discount: Discount }) {
	const t = useTexts();
	const { code, name, maxUses, sales, held } = discount;
	return (
		<tr className="align-top max-md:relative max-md:block max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface max-md:p-4 md:border-line md:border-t">
			<th scope="row" className="text-left font-normal max-md:block max-md:pe-10 md:px-4 md:py-3">
				<span className="flex flex-wrap items-center gap-1 md:-my-1.5">
					<span className="wrap-anywhere font-semibold tracking-wide">{code}</span>
					<CopyLinks discount={discount} />
				</span>
				{name && <span className="wrap-anywhere block text-13 text-muted">{name}</span>}
			</th>
			<Cell label={t("discounts.reduction")}>
				<span className="tabular">{reductionText(discount)}</span>
				<Small>
					<Shares shares={discount.shares} />
				</Small>
			</Cell>
			<Cell label={t("discounts.validity")}>
				<Validity discount={discount} />
			</Cell>
			<Cell label={t("discounts.sales")}>
				<span className="tabular">
					{maxUses === null
						? formatNumber(sales)
						: t("discounts.usesOf", { used: sales, max: maxUses })}
				</span>
				{held > 0 && <Small>{t("discounts.held", { count: held })}</Small>}
			</Cell>
			<Cell label={t("discounts.revenue")}>
				<Sums
					amount={discount.revenue}
					currency={discount.currency}
					others={discount.otherRevenue}
				/>
			</Cell>
			<Cell label={t("discounts.active")}>
				<ActiveSwitch discount={discount} />
			</Cell>
			<td className="max-md:absolute max-md:end-2 max-md:top-2 md:py-2 md:pe-2 md:text-end">
				<RowMenu discount={discount} {...acts} />
			</td>
		</tr>
	);
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
	return (
		<td
			data-label={label}
			className="max-md:flex max-md:justify-between max-md:gap-6 max-md:py-1 max-md:before:text-muted max-md:before:content-[attr(data-label)] md:px-4 md:py-3"
		>
			<div className="min-w-0 max-md:text-end">{children}</div>
		</td>
	);
}

function Small({ children }: { children: ReactNode }) {
	return <span className="wrap-anywhere block text-13 text-muted">{children}</span>;
}

/** Copies the code and, if it is for a single share, the link with it. */
function CopyLinks({ discount: { code, shares } }: { discount: Discount }) {
	const t = useTexts();
	const only = shares?.length === 1 ? shares[0] : undefined;
	return (
		<>
			<CopyButton
				text={code}
				label={t("discounts.copyCode", { code })}
				copied={t("discounts.codeCopied")}
			/>
			{only && (
				<CopyButton
					icon={Link2}
					text={withTerms(shareLink(only.shareId), {
						code,
						amount: null,
						checkout: null,
					})}
					label={t("discounts.copyLink", { code })}
					copied={t("discounts.linkCopied")}
				/>
			)}
		</>
	);
}

function Shares({ shares }: Pick<Discount, "shares">) {
	const t = useTexts();
	if (shares === null) return t("discounts.allShares");
	const [first] = shares;
	if (!first) return t("discounts.goneShares");
	if (shares.length === 1) return first.title;
	return t("discounts.someShares", { title: first.title, more: shares.length - 1 });
}

function Validity({ discount }: { discount: Discount }) {
	const t = useTexts();
	const { startsAt, endsAt } = discount;
	const validity = validityOf(discount, Date.now());
	if (validity === "ended")
		return (
			<>
				<Badge>{t("discounts.ended")}</Badge>
				{endsAt && <Small>{formatDateTime(endsAt)}</Small>}
			</>
		);
	return (
		<>
			{validity === "later" && startsAt && (
				<span className="block">{t("discounts.starts", { when: formatDateTime(startsAt) })}</span>
			)}
			{endsAt ? (
				<>
					{isSoon(endsAt) && (
						<span className="block">{t("discounts.ends", { when: formatIn(endsAt) })}</span>
					)}
					<Small>{t("discounts.untilDate", { when: formatDateTime(endsAt) })}</Small>
				</>
			) : (
				validity === "now" && t("discounts.always")
			)}
		</>
	);
}

const isSoon = (iso: string) => Date.parse(iso) - Date.now() < SOON_MS;

function RowMenu({ discount, onEdit, onDelete }: Acts & { discount: Discount }) {
	const t = useTexts();
	return (
		<Menu
			trigger={
				<button
					type="button"
					className="btn btn-ghost btn-square btn-sm text-muted"
					aria-label={t("discounts.menuOf", { code: discount.code })}
				>
					<Icon of={Ellipsis} />
				</button>
			}
		>
			{onEdit && (
				<MenuItem icon={Pencil} onSelect={() => onEdit(discount)}>
					{t("discounts.edit")}
				</MenuItem>
			)}
			<MenuItem icon={Trash2} danger onSelect={() => onDelete(discount)}>
				{t("discounts.delete")}
			</MenuItem>
		</Menu>
	);
}
