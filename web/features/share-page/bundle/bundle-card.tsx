import CircleCheck from "icons:circle-check";
import LayoutDashboard from "icons:layout-dashboard";
import { priceNow, shareViewStatusOf } from "../../../../worker/contract/catalogue/share-view.ts";
import type { Bundle, ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { formatMoney } from "../../../lib/i18n/format.ts";
import { reasonText } from "../../../lib/i18n/server-texts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Action, Assurances, PausedWay } from "../purchase-card.tsx";
import { useTexts } from "../texts.ts";
import { isOwned } from "./kinds.ts";
import { useBundleTexts } from "./texts.ts";

type Props = { page: ShareResponse; bundle: Bundle };

export function BundleCard({
	page,
	bundle,
	isPaying,
}: Props & {
	/** a payment is being confirmed, so buying again is disabled */
	isPaying: boolean;
}) {
	const inShare = useTexts();
	const { fileShare } = page;
	const viewStatus = shareViewStatusOf(page);
	const isClosed = viewStatus === "paid" || viewStatus === "owner";
	const isForSale = viewStatus === "for-sale";
	return (
		<aside
			aria-label={inShare("share.purchase")}
			className="rounded-card border border-line bg-surface p-5 sm:p-6"
		>
			{viewStatus === "paid" && (
				<Badge tone="good" icon={<Icon of={CircleCheck} size={16} />} className="mb-3">
					{inShare("share.purchased")}
				</Badge>
			)}
			{viewStatus !== "paid" && <Price page={page} bundle={bundle} />}
			{/* On phones these buttons are in the bottom bar instead. */}
			<div className={classes("mt-4 flex flex-col gap-2.5", isForSale && "max-lg:hidden")}>
				{!(isPaying && isForSale) && <BundleAction page={page} />}
			</div>
			{isForSale && <PausedWay page={page} />}
			{fileShare.description && (
				<p
					dir="auto"
					className="mt-5 max-w-[65ch] whitespace-pre-line border-line text-15 leading-relaxed lg:border-t lg:pt-5"
				>
					{fileShare.description}
				</p>
			)}
			{isForSale && <Assurances page={page} />}
			{!isClosed && (
				<p className="mt-5 border-line border-t pt-4 text-13 text-muted">
					{inShare("share.already")}{" "}
					<a className="prose-link" href={paths.purchases}>
						{inShare("share.findPurchases")}
					</a>
				</p>
			)}
		</aside>
	);
}

function BundleAction({ page }: { page: ShareResponse }) {
	const t = useBundleTexts();
	const inShare = useTexts();
	const viewStatus = shareViewStatusOf(page);
	if (viewStatus === "paid") return <p className="text-15">{t("bundle.purchased")}</p>;
	if (viewStatus === "owner")
		return (
			<>
				<p className="text-muted">{t("bundle.owner")}</p>
				<a className={`${buttonClass("plain")} w-full`} href={paths.dashboard}>
					<Icon of={LayoutDashboard} />
					{inShare("share.ownerDashboard")}
				</a>
			</>
		);
	return <Action viewStatus={viewStatus} page={page} />;
}

function Price({ page, bundle }: Props) {
	const t = useBundleTexts();
	const inShare = useTexts();
	const { fileShare, discount } = page;
	const isFixed = fileShare.pricing === "fixed";
	const now = priceNow(page);
	const price = formatMoney(now, fileShare.currency);
	const full = formatMoney(fileShare.price, fileShare.currency);
	const saved = Number(bundle.separately) - Number(now);
	const have = bundle.parts.filter(isOwned).length;
	const values = { have, all: bundle.parts.length };
	return (
		<>
			<p className="tabular font-display font-semibold text-28 tracking-tight lg:text-40">
				{isFixed && price !== full && <s className="me-2 font-normal text-21 text-muted">{full}</s>}{" "}
				{isFixed ? price : inShare("share.from", { price, n: +now })}
			</p>
			{discount && (
				<p className="text-15 text-muted">
					{discount.refused ? reasonText(discount.refused) : discount.code}
				</p>
			)}
			{have > 0 && have < bundle.parts.length ? (
				<p className="tabular mt-1 text-15">
					{bundle.ownPrice === null
						? t("bundle.haveSome", values)
						: t(isFixed ? "bundle.ownPrice" : "bundle.ownMinimum", {
								...values,
								price: formatMoney(bundle.ownPrice, fileShare.currency),
								full,
							})}
				</p>
			) : (
				have === 0 &&
				Number(bundle.separately) > 0 && (
					<p className="tabular mt-1 text-15 text-muted">
						{t("bundle.separately", { sum: formatMoney(bundle.separately, fileShare.currency) })}
						{isFixed && saved > 0 && (
							<>
								{" · "}
								<span className="font-medium text-primary">
									{t("bundle.saves", { amount: formatMoney(saved.toFixed(2), fileShare.currency) })}
								</span>
							</>
						)}
					</p>
				)
			)}
		</>
	);
}
