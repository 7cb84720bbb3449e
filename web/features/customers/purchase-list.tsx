import LockKeyhole from "icons:lock-keyhole";
import LockKeyholeOpen from "icons:lock-keyhole-open";
import ReceiptText from "icons:receipt-text";
import Send from "icons:send";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { CustomerPurchase } from "../../../worker/customers/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { resendReceipt, restorePurchase } from "../../lib/server/queries/customers.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Money } from "../../shared/money.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MenuItem, MenuLine, MenuLink, MoreMenu } from "../../ui/menu.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { useTexts } from "./texts.ts";
import { useAct } from "./use-act.ts";

type Props = {
	sales: readonly CustomerPurchase[];
	email: string;
	onChanged: () => Promise<unknown>;
};

export function PurchaseList({ sales, email, onChanged }: Props) {
	const t = useTexts();
	return (
		<section aria-labelledby="customer-purchases">
			<h2 id="customer-purchases" className="mb-3 text-21">
				{t("customers.purchases")}
			</h2>
			<ul className="divide-y divide-line rounded-card border border-line bg-surface">
				{sales.map((sale) => (
					<PurchaseRow key={sale.id} sale={sale} email={email} onChanged={onChanged} />
				))}
			</ul>
		</section>
	);
}

function PurchaseRow({
	sale,
	email,
	onChanged,
}: { sale: CustomerPurchase } & Omit<Props, "sales">) {
	const t = useTexts();
	const { revoked, currency } = sale;
	return (
		<li className="flex items-start gap-4 px-4 py-4">
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<h3 className="min-w-0 break-words font-semibold">{sale.title}</h3>
					<StateBadge sale={sale} />
				</div>
				<p className="mt-0.5 text-13 text-muted">
					<Money price={sale.price} currency={currency} className="text-ink" />
					{Number(sale.refunded) > 0 && (
						<>
							{" − "}
							<Money price={sale.refunded} currency={currency} />
						</>
					)}
					{" · "}
					<time dateTime={sale.paidAt}>{formatDate(sale.paidAt)}</time>
					{" · "}
					{sale.route === "direct" ? sale.directBy : t(`customers.route.${sale.route}`)}
					{" · "}
					{t("customers.downloadCount", { count: sale.downloads })}
					{" · "}
					<span className="whitespace-nowrap">{sale.reference}</span>
				</p>
				{revoked && (
					<p className="mt-2 whitespace-pre-line wrap-anywhere border-line border-s-2 ps-3 text-13">
						<span className="text-muted">
							{t("customers.revokedOn", { date: formatDate(revoked.at) })}
						</span>{" "}
						{revoked.reason}
					</p>
				)}
			</div>
			<RowMenu sale={sale} email={email} onChanged={onChanged} />
		</li>
	);
}

function StateBadge({ sale: { state, revoked, refunded } }: { sale: CustomerPurchase }) {
	const t = useTexts();
	if (state === "refunded") return <Badge>{t("customers.refunded")}</Badge>;
	if (state === "lost") return <Badge tone="danger">{t("customers.lost")}</Badge>;
	if (state === "disputed") return <Badge tone="danger">{t("customers.disputed")}</Badge>;
	if (revoked) return <Badge tone="warning">{t("customers.revoked")}</Badge>;
	return Number(refunded) > 0 && <Badge tone="warning">{t("customers.partlyRefunded")}</Badge>;
}

function RowMenu({ sale, email, onChanged }: { sale: CustomerPurchase } & Omit<Props, "sales">) {
	const t = useTexts();
	const { suspended } = useCreator();
	const { run } = useAct(onChanged);
	const [isRevoking, setRevoking] = useState(false);
	const { id, state, revoked, title } = sale;
	const isOpen = state === "paid" && !revoked;
	const isReturned = state === "refunded" || state === "lost";
	return (
		<>
			<MoreMenu label={t("customers.menuOf", { title })}>
				{isOpen && !suspended && (
					<MenuItem
						icon={Send}
						onSelect={() =>
							run(
								() => resendReceipt(id),
								t("customers.resent"),
								t("customers.resentTo", { email }),
							)
						}
					>
						{t("customers.resend")}
					</MenuItem>
				)}
				<MenuLink>
					<Link to={paths.sales(sale.shareId)}>
						<Icon of={ReceiptText} className="text-muted" />
						{t("customers.allSales")}
					</Link>
				</MenuLink>
				{(isOpen || state === "disputed" || revoked) && !suspended && <MenuLine />}
				{revoked && !isReturned && (
					<MenuItem
						icon={LockKeyholeOpen}
						onSelect={() =>
							run(
								() => restorePurchase(id),
								t("customers.restored"),
								t(state === "paid" ? "customers.buyerTold" : "customers.opensIfWon"),
							)
						}
					>
						{t("customers.restore")}
					</MenuItem>
				)}
				{!revoked && !isReturned && !suspended && (
					<MenuItem icon={LockKeyhole} danger onSelect={() => setRevoking(true)}>
						{t("customers.revoke")}
					</MenuItem>
				)}
			</MoreMenu>
			{isRevoking && (
				<RevokeDialog sale={sale} onClose={() => setRevoking(false)} onChanged={onChanged} />
			)}
		</>
	);
}
