import {
	priceNow,
	shareViewStatusOf,
} from "../../../../worker/catalogue/shares/contract/share-view.ts";
import type { Bundle, ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { formatMoney } from "../../../lib/i18n/format.ts";
import { ClosedOffer, DashboardLink } from "../closed-offer.tsx";
import { Code, PurchaseCard } from "../purchase-card.tsx";
import { useTexts } from "../texts.ts";
import { isOwned } from "./part-card.tsx";
import { useBundleTexts } from "./texts.ts";

type Props = { page: ShareResponse; bundle: Bundle };

export function BundleCard({ page, bundle, isPaying }: Props & { isPaying: boolean }) {
	const t = useBundleTexts();
	const viewStatus = shareViewStatusOf(page);
	const price = <Price page={page} bundle={bundle} />;
	const action =
		viewStatus === "paid" ? (
			<p className="text-15">{t("bundle.purchased")}</p>
		) : viewStatus === "owner" ? (
			<>
				<p className="text-muted">{t("bundle.owner")}</p>
				<DashboardLink />
			</>
		) : undefined;
	return (
		<PurchaseCard
			page={page}
			isPaying={isPaying}
			price={price}
			closed={<ClosedOffer page={page} price={price} action={action} />}
		/>
	);
}

function Price({ page, bundle }: Props) {
	const t = useBundleTexts();
	const inShare = useTexts();
	const { fileShare } = page;
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
			<Code page={page} />
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
