import ShieldCheck from "icons:shield-check";
import type { ReactNode } from "react";
import {
	isFree,
	priceNow,
	shareViewStatusOf,
} from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatMoney } from "../../lib/i18n/format.ts";
import { reasonText } from "../../lib/i18n/reason-text.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Description, isBrief } from "./lead.tsx";
import { PayLink } from "./pay-link.tsx";
import { usePicking } from "./picking.tsx";
import { useTexts } from "./texts.ts";
import { useWays } from "./use-ways.ts";

type Props = { page: ShareResponse };

/** The server doesn't know the reader's time zone. */
export const useTimeZone = () => (useHydrated() ? undefined : "UTC");

export function PurchaseCard({
	page,
	isPaying = false,
	price = <Price page={page} />,
	closed,
}: Props & {
	/** a payment is being confirmed, so buying again is disabled */
	isPaying?: boolean;
	price?: ReactNode;
	closed: ReactNode;
}) {
	const t = useTexts();
	const picking = usePicking();
	const { description } = page.fileShare;
	const viewStatus = shareViewStatusOf(page);
	const isForSale = viewStatus === "for-sale";
	return (
		<aside
			aria-label={t("share.purchase")}
			className="rounded-card border border-line bg-surface p-5 sm:p-6"
		>
			{isForSale ? (
				<>
					{price}
					{/* On phones these buttons are in the bottom bar instead. */}
					<div className="mt-4 flex flex-col gap-2.5 max-lg:hidden">
						{!isPaying && <PayButtons page={page} />}
					</div>
					<PausedWay page={page} />
				</>
			) : (
				closed
			)}
			{picking && <picking.InCard />}
			{description && (
				<Description
					text={description}
					className={classes("mt-5 lg:border-t lg:pt-5", isBrief(description) && "max-lg:hidden")}
				/>
			)}
			{page.licence && (
				<details className="mt-5 border-line border-t pt-4 text-15">
					<summary className="cursor-pointer">{t("share.licence")}</summary>
					<p
						dir="auto"
						className="wrap-anywhere mt-2 max-h-80 overflow-y-auto whitespace-pre-line text-muted"
					>
						{page.licence}
					</p>
				</details>
			)}
			{isForSale && <Assurances page={page} />}
			{viewStatus !== "paid" && viewStatus !== "owner" && (
				<p className="mt-5 border-line border-t pt-4 text-13 text-muted">
					{t("share.already")}{" "}
					<a className="prose-link" href={paths.purchases}>
						{t("share.findPurchases")}
					</a>
				</p>
			)}
		</aside>
	);
}

/** With a discount code, also the price before, or why the code can't be used. */
export function Price({ page }: Props) {
	const t = useTexts();
	const { fileShare, discount } = page;
	const { pricing } = fileShare;
	const price = formatMoney(priceNow(page), fileShare.currency);
	return (
		<>
			<p className="tabular font-display font-semibold text-28 tracking-tight lg:text-40">
				{discount?.price && pricing === "fixed" && (
					<s className="me-2 font-normal text-21 text-muted">
						{formatMoney(fileShare.price, fileShare.currency)}
					</s>
				)}{" "}
				{pricing === "chosen"
					? t("share.from", { price, n: +priceNow(page) })
					: isFree(page)
						? t("share.free")
						: price}
			</p>
			<Code page={page} />
		</>
	);
}

export function Code({ page: { discount } }: Props) {
	if (!discount) return null;
	return (
		<p className="text-15 text-muted">
			{discount.refused ? reasonText(discount.refused) : discount.code}
		</p>
	);
}

function PayButtons({ page }: Props) {
	const ways = useWays(page);
	return ways.map((way, index) => <PayLink key={way.href} way={way} isMain={index === 0} />);
}

function PausedWay({ page: { creator } }: Props) {
	const t = useTexts();
	if (!creator.paused) return null;
	return (
		<p className="mt-2.5 rounded-control bg-faint px-4 py-3 text-15 text-muted">
			{t(creator.paused.includes("card") ? "share.pausedCard" : "share.pausedDirect")}
		</p>
	);
}

function Assurances({ page }: Props) {
	const t = useTexts();
	const { acceptsCard } = page.creator;
	const { accessUntil } = page.fileShare;
	const timeZone = useTimeZone();
	// A bundle shows a picture of its parts.
	const hasPreviews = page.files.some(({ preview }) => preview) || (page.bundle && page.cover);
	const lines = [
		...(isFree(page) ? [] : [t(acceptsCard ? "share.sure.payment" : "share.sure.direct")]),
		...(hasPreviews ? [t("share.sure.previews")] : []),
		accessUntil
			? t("share.downloadUntil", { date: formatDate(accessUntil, timeZone) })
			: t("share.sure.again", { days: page.keepDays }),
	];
	return (
		<ul className="mt-6 grid gap-2 border-line border-t pt-5 text-13 text-muted">
			{lines.map((line) => (
				<li key={line} className="flex items-start gap-2">
					<Icon of={ShieldCheck} size={18} className="text-primary" />
					{line}
				</li>
			))}
		</ul>
	);
}
