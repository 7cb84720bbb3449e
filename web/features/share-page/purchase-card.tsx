import CircleCheck from "icons:circle-check";
import Download from "icons:download";
import LayoutDashboard from "icons:layout-dashboard";
import ShieldCheck from "icons:shield-check";
import { type ReactNode, useId } from "react";
import {
	isFree,
	priceNow,
	type ShareViewStatus,
	shareViewStatusOf,
} from "../../../worker/contract/catalogue/share-view.ts";
import type { ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatMoney } from "../../lib/i18n/format.ts";
import { reasonText } from "../../lib/i18n/server-texts.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";
import { useDownloadCheck } from "./use-download-check.ts";
import { useWays } from "./use-ways.ts";

/** Full page loads, since the payment page has its own policy. */
function PayButtons({ page }: { page: ShareResponse }) {
	const ways = useWays(page);
	return ways.map(({ href, label }, index) => (
		<a
			key={href}
			className={`${buttonClass(index === 0 ? "primary" : "plain", "lg")} w-full`}
			href={href}
		>
			{label}
		</a>
	));
}

export function DownloadAll({ page }: { page: ShareResponse }) {
	const t = useTexts();
	const check = useDownloadCheck("share.fileFailed");
	const { shareId: slug } = page.fileShare;
	return (
		<a
			className={`${buttonClass("primary", "lg")} w-full`}
			onClick={check}
			href={fileLinks.all(slug)}
			target="_blank"
			rel="noopener"
		>
			<Icon of={Download} />
			{t("share.download")}
		</a>
	);
}

/** With a discount code, also the price before, or why the code can't be used. */
function Price({ page }: { page: ShareResponse }) {
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
			{discount && (
				<p className="text-15 text-muted">
					{discount.refused ? reasonText(discount.refused) : discount.code}
				</p>
			)}
		</>
	);
}

export function PurchaseCard({
	page,
	isPaying = false,
}: {
	page: ShareResponse;
	/** a payment is being confirmed, so buying again is disabled */
	isPaying?: boolean;
}) {
	const t = useTexts();
	const { fileShare } = page;
	const viewStatus = shareViewStatusOf(page);
	const isOpen = !fileShare.asksAddress;
	return (
		<aside
			aria-label={t("share.purchase")}
			className="rounded-card border border-line bg-surface p-5 sm:p-6"
		>
			{viewStatus === "paid" && (
				<Badge tone="good" icon={<Icon of={CircleCheck} size={16} />} className="mb-3">
					{t(isOpen ? "share.free" : "share.purchased")}
				</Badge>
			)}
			{viewStatus !== "paid" && <Price page={page} />}
			{/* On phones these buttons are in the bottom bar instead. */}
			<div
				className={classes(
					"mt-4 flex flex-col gap-2.5",
					viewStatus === "for-sale" && "max-lg:hidden",
				)}
			>
				{!(isPaying && viewStatus === "for-sale") && <Action viewStatus={viewStatus} page={page} />}
			</div>
			{viewStatus === "for-sale" && <PausedWay page={page} />}
			{fileShare.description && (
				<p
					dir="auto"
					className="mt-5 max-w-[65ch] whitespace-pre-line border-line text-15 leading-relaxed lg:border-t lg:pt-5"
				>
					{fileShare.description}
				</p>
			)}
			{viewStatus === "for-sale" && <Assurances page={page} />}
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

/** Buying, opening, or the reason why neither is possible. */
export function Action({
	viewStatus,
	page,
}: {
	viewStatus: ShareViewStatus;
	page: ShareResponse;
}): ReactNode {
	const t = useTexts();
	switch (viewStatus) {
		case "paid":
			return (
				<>
					<div className="max-lg:hidden">
						<DownloadAll page={page} />
					</div>
					<p className="text-13 text-muted">
						{t(
							!page.fileShare.asksAddress
								? "share.openText"
								: page.fileShare.saleMode === "link"
									? "share.linkOpen"
									: page.receiptMailed
										? "share.purchasedText"
										: "share.purchasedHere",
						)}
					</p>
					{page.fileShare.downloadUntil && <Until iso={page.fileShare.downloadUntil} />}
				</>
			);
		case "owner":
			return (
				<>
					<p className="text-muted">{t("share.owner")}</p>
					<a className={`${buttonClass("plain")} w-full`} href={paths.dashboard}>
						<Icon of={LayoutDashboard} />
						{t("share.ownerDashboard")}
					</a>
					<DownloadAll page={page} />
				</>
			);
		case "sold-out":
			return (
				<>
					<Closed title={t("share.soldOut")} text={t("share.soldOutText")} />
					<TellMe page={page} />
				</>
			);
		case "stopped":
			return (
				<>
					<Stopped page={page} />
					<TellMe page={page} />
				</>
			);
		case "paused":
			return <Closed title={t("share.paused")} text={t("share.pausedText")} />;
		case "no-route":
			return <Closed title={t("share.noRoute")} text={t("share.noRouteText")} />;
		default:
			return <PayButtons page={page} />;
	}
}

/** Replaces the button of a payment method that the operator has paused. */
export function PausedWay({ page: { creator } }: { page: ShareResponse }) {
	const t = useTexts();
	if (!creator.paused) return null;
	return (
		<p className="mt-2.5 rounded-control bg-faint px-4 py-3 text-15 text-muted">
			{t(creator.paused.includes("card") ? "share.pausedCard" : "share.pausedDirect")}
		</p>
	);
}

/** The server doesn't know the reader's time zone. */
const useTimeZone = () => (useHydrated() ? undefined : "UTC");

/** Says until when files that the creator has deleted stay available. */
function Until({ iso }: { iso: string }) {
	const t = useTexts();
	const timeZone = useTimeZone();
	return (
		<Alert tone="warning" title={t("share.downloadUntil", { date: formatDate(iso, timeZone) })}>
			{t("share.downloadUntilText")}
		</Alert>
	);
}

function Closed({ title, text }: { title: string; text: string }) {
	return (
		<div className="rounded-control bg-faint px-4 py-3">
			<p className="font-semibold">{title}</p>
			<p className="text-15 text-muted">{text}</p>
		</div>
	);
}

/** The share has expired, or its creator has stopped sales. */
function Stopped({ page: { fileShare } }: { page: ShareResponse }) {
	const t = useTexts();
	const timeZone = useTimeZone();
	const { expiresAt } = fileShare;
	if (expiresAt === null || Date.parse(expiresAt) > Date.now())
		return <Closed title={t("share.stopped")} text={t("share.stoppedText")} />;
	const date = formatDate(expiresAt, timeZone);
	return <Closed title={t("share.ended")} text={t("share.endedText", { date })} />;
}

/**
 * Asks for an email address to notify once the share is on sale again. Hidden if the creator's own address
 * is unverified, since nothing is mailed on their behalf. A plain form, which needs no script.
 */
function TellMe({ page: { fileShare, creator } }: { page: ShareResponse }) {
	const t = useTexts();
	const id = useId();
	if (!creator.mailsReceipts) return null;
	return (
		<form method="post" action={`${paths.share(fileShare.shareId)}/tell-me`} className="grid gap-2">
			<label htmlFor={id} className="font-semibold text-15">
				{t("share.tellEmail")}
			</label>
			<input
				id={id}
				name="email"
				type="email"
				autoComplete="email"
				required
				maxLength={254}
				className="min-h-12 w-full min-w-0 rounded-control border border-edge bg-surface px-3.5"
			/>
			<button type="submit" className={`${buttonClass("primary", "lg")} w-full`}>
				{t("share.tellMe")}
			</button>
		</form>
	);
}

export function Assurances({ page }: { page: ShareResponse }) {
	const t = useTexts();
	const { acceptsCard, acceptsDirect } = page.creator;
	const payment = acceptsDirect ? "share.sure.both" : "share.sure.payment";
	const { accessUntil } = page.fileShare;
	const timeZone = useTimeZone();
	// A bundle shows a picture of its parts.
	const hasPreviews = page.files.some(({ preview }) => preview) || (page.bundle && page.cover);
	const lines = [
		...(isFree(page) ? [] : [t(acceptsCard ? payment : "share.sure.direct")]),
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
