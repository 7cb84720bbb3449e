import Check from "icons:check";
import Copy from "icons:copy";
import Link2 from "icons:link-2";
import Pencil from "icons:pencil";
import Trash2 from "icons:trash";
import { type ReactNode, useState } from "react";
import type { Discount } from "../../../worker/catalogue/discounts/contract.ts";
import { shareLink } from "../../lib/addresses/paths.ts";
import { withTerms } from "../../lib/buying/use-terms.ts";
import { formatDateTime, formatIn, formatNumber } from "../../lib/i18n/format.ts";
import { useCopy } from "../../lib/page/use-copy.ts";
import { Sums } from "../../shared/sums.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { CheckField } from "../../ui/field.tsx";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { MenuItem, MoreMenu } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { reductionText } from "./example.ts";
import { switchDiscount } from "./queries.ts";
import { useTexts } from "./texts.ts";

/** Days are counted down from this long before the end. */
const SOON_MS = 30 * 86_400_000;

type Props = {
	discounts: readonly Discount[];
	/** undefined for suspended creators */
	onEdit: ((discount: Discount) => void) | undefined;
	onDelete: (discount: Discount) => void;
};

export function DiscountTable({ discounts, onEdit, onDelete }: Props) {
	const t = useTexts();
	return (
		<DataTable
			label={t("discounts.title")}
			rows={discounts}
			rowId={({ id }) => id}
			columns={[
				{ head: t("discounts.code"), cell: (discount) => <Code discount={discount} /> },
				{
					head: t("discounts.reduction"),
					cell: (discount) => (
						<>
							{reductionText(discount)}
							<Small>
								<Shares shares={discount.shares} />
							</Small>
						</>
					),
				},
				{ head: t("discounts.validity"), cell: (discount) => <Validity discount={discount} /> },
				{
					head: t("discounts.sales"),
					cell: ({ maxUses, sales, held }) => (
						<>
							{maxUses === null
								? formatNumber(sales)
								: t("discounts.usesOf", { used: sales, max: maxUses })}
							{held > 0 && <Small>{t("discounts.held", { count: held })}</Small>}
						</>
					),
				},
				{
					head: t("discounts.revenue"),
					cell: ({ revenue, currency, otherRevenue }) => (
						<Sums amount={revenue} currency={currency} others={otherRevenue} />
					),
				},
				{ head: t("discounts.active"), cell: (discount) => <ActiveSwitch discount={discount} /> },
			]}
			menu={(discount) => (
				<MoreMenu label={t("discounts.menuOf", { code: discount.code })}>
					{onEdit && (
						<MenuItem icon={Pencil} onSelect={() => onEdit(discount)}>
							{t("discounts.edit")}
						</MenuItem>
					)}
					<MenuItem icon={Trash2} danger onSelect={() => onDelete(discount)}>
						{t("discounts.delete")}
					</MenuItem>
				</MoreMenu>
			)}
		/>
	);
}

function Small({ children }: { children: ReactNode }) {
	return <span className="wrap-anywhere block text-13 text-muted">{children}</span>;
}

function Code({ discount: { code, name, shares } }: { discount: Discount }) {
	const t = useTexts();
	const only = shares?.length === 1 ? shares[0] : undefined;
	return (
		<>
			<span className="flex flex-wrap items-center gap-1 lg:-my-1.5">
				<span className="wrap-anywhere font-semibold tracking-wide">{code}</span>
				<CopyIcon
					text={code}
					label={t("discounts.copyCode", { code })}
					copied={t("discounts.codeCopied")}
				/>
				{only && (
					<CopyIcon
						icon={Link2}
						text={withTerms(shareLink(only.shareId), {
							code,
							amount: null,
							checkout: null,
							items: null,
						})}
						label={t("discounts.copyLink", { code })}
						copied={t("discounts.linkCopied")}
					/>
				)}
			</span>
			{name && <Small>{name}</Small>}
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

function Validity({ discount: { startsAt, endsAt } }: { discount: Discount }) {
	const t = useTexts();
	const now = Date.now();
	if (endsAt !== null && Date.parse(endsAt) <= now)
		return (
			<>
				<Badge>{t("discounts.ended")}</Badge>
				<Small>{formatDateTime(endsAt)}</Small>
			</>
		);
	const isLater = startsAt !== null && Date.parse(startsAt) > now;
	return (
		<>
			{isLater && (
				<span className="block">{t("discounts.starts", { when: formatDateTime(startsAt) })}</span>
			)}
			{endsAt ? (
				<>
					{Date.parse(endsAt) - now < SOON_MS && (
						<span className="block">{t("discounts.ends", { when: formatIn(endsAt) })}</span>
					)}
					<Small>{t("discounts.untilDate", { when: formatDateTime(endsAt) })}</Small>
				</>
			) : (
				!isLater && t("discounts.always")
			)}
		</>
	);
}

function ActiveSwitch({ discount: { id, code, active } }: { discount: Discount }) {
	const t = useTexts();
	const [wanted, setWanted] = useState(active);
	const { pending, run } = useAction(
		(next: boolean) => switchDiscount(id, next),
		t("discounts.failed"),
	);
	return (
		<CheckField
			role="switch"
			label={t("discounts.activeOf", { code })}
			labelClass="sr-only"
			checked={pending ? wanted : active}
			onChange={({ target }) => {
				if (pending) return;
				setWanted(target.checked);
				void run(target.checked);
			}}
		/>
	);
}

type CopyProps = {
	text: string;
	label: string;
	copied: string;
	icon?: IconBody;
};

function CopyIcon({ text, label, copied: title, icon = Copy }: CopyProps) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	return (
		<button
			type="button"
			className="btn btn-ghost btn-square btn-sm text-muted"
			aria-label={label}
			title={label}
			onClick={async () => {
				if (await copy(text)) return toast({ tone: "good", title });
				toast({
					tone: "destructive",
					title: t("discounts.copyFailed"),
					text: t("discounts.copyFailedText", { text }),
				});
			}}
		>
			<Icon of={copied ? Check : icon} size={18} />
		</button>
	);
}
