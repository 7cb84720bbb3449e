import CircleCheck from "icons:circle-check";
import Download from "icons:download";
import LayoutDashboard from "icons:layout-dashboard";
import { type MouseEvent, type ReactNode, useId } from "react";
import { shareViewStatusOf } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { checkLink, fileLinks } from "../../lib/server/queries/files.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useClosedTexts } from "./closed-texts.ts";
import { usePicking } from "./picking.tsx";
import { Price, useTimeZone } from "./purchase-card.tsx";
import { useTexts } from "./texts.ts";

type Props = { page: ShareResponse };

/** Browsers report little about failed downloads, so a click also checks the content. */
export function useDownloadCheck(
	failed: "closed.fileFailed" | "closed.folderFailed",
): (event: MouseEvent<HTMLAnchorElement>) => void {
	const t = useClosedTexts();
	return (event) => {
		checkLink(event.currentTarget.href).catch((error: unknown) => {
			const isUnpaid = error instanceof ApiFailure && error.status === 402;
			const isOurs = error instanceof ApiFailure && error.status >= 500;
			toast({
				tone: "destructive",
				title: t(isUnpaid ? "closed.paymentRequired" : failed),
				...(isOurs && { text: t("closed.downloadAdvice") }),
			});
		});
	};
}

function DownloadAll({ page }: Props) {
	const t = useClosedTexts();
	const check = useDownloadCheck("closed.fileFailed");
	return (
		<a
			className={`${buttonClass("primary", "lg")} w-full`}
			onClick={check}
			href={fileLinks.all(page.fileShare.shareId)}
			target="_blank"
			rel="noopener"
		>
			<Icon of={Download} />
			{t("closed.downloadAll")}
		</a>
	);
}

/** On the picture itself: seen on hover where there is a mouse, always on touch. */
export function PictureDownload({ file: { id, originalName } }: { file: ShareFile }) {
	const t = useClosedTexts();
	const check = useDownloadCheck("closed.fileFailed");
	return (
		<a
			className="absolute end-1.5 top-1.5 grid size-11 place-items-center rounded-full bg-black/55 text-white transition-opacity duration-150 hover:bg-black/80 focus-visible:outline-white pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-visible:opacity-100"
			href={fileLinks.download(id)}
			download=""
			onClick={check}
			aria-label={t("closed.downloadNamed", { name: originalName })}
		>
			<Icon of={Download} />
		</a>
	);
}

export function DashboardLink() {
	const t = useClosedTexts();
	return (
		<a className={`${buttonClass("plain")} w-full`} href={paths.dashboard}>
			<Icon of={LayoutDashboard} />
			{t("closed.ownerDashboard")}
		</a>
	);
}

/** Free because its clients, who choose from it, have paid elsewhere. */
const isPrepaid = ({ fileShare: { asksAddress, choosing } }: ShareResponse) =>
	choosing !== null && !asksAddress;

/** Replaces the price and the buttons if the share is bought, one's own, or not for sale. */
export function ClosedOffer({
	page,
	price = <Price page={page} />,
	action = <Action page={page} />,
}: Props & { price?: ReactNode; action?: ReactNode }) {
	const t = useClosedTexts();
	const inShare = useTexts();
	return (
		<>
			{shareViewStatusOf(page) !== "paid"
				? price
				: !isPrepaid(page) && (
						<Badge tone="good" icon={<Icon of={CircleCheck} size={16} />} className="mb-3">
							{page.fileShare.asksAddress ? t("closed.purchased") : inShare("share.free")}
						</Badge>
					)}
			<div className="flex flex-col gap-2.5 not-first:mt-4">{action}</div>
		</>
	);
}

function Action({ page }: Props): ReactNode {
	const t = useClosedTexts();
	const { asksAddress, saleMode, downloadUntil } = page.fileShare;
	const { thanks } = page;
	const picking = usePicking();
	switch (shareViewStatusOf(page)) {
		case "paid":
			return (
				<>
					{thanks && (
						<blockquote
							dir="auto"
							className="wrap-anywhere mb-2 whitespace-pre-line font-display text-21 leading-snug"
						>
							{thanks}
						</blockquote>
					)}
					{/* On phones the bar at the bottom has it, unless clients choose there. */}
					<div className={picking ? "" : "max-lg:hidden"}>
						<DownloadAll page={page} />
					</div>
					{!isPrepaid(page) && (
						<p className="text-13 text-muted">
							{t(
								!asksAddress
									? "closed.openText"
									: saleMode === "link"
										? "closed.linkOpen"
										: page.receiptMailed
											? "closed.purchasedText"
											: "closed.purchasedHere",
							)}
						</p>
					)}
					{downloadUntil && <Until iso={downloadUntil} />}
				</>
			);
		case "owner":
			return (
				<>
					<p className="text-muted">{t("closed.owner")}</p>
					<DashboardLink />
					<DownloadAll page={page} />
				</>
			);
		case "sold-out":
			return (
				<>
					<Closed title={t("closed.soldOut")} text={t("closed.soldOutText")} />
					<SaleAlertForm page={page} />
				</>
			);
		case "paused":
			return <Closed title={t("closed.paused")} text={t("closed.pausedText")} />;
		case "no-route":
			return <Closed title={t("closed.noRoute")} text={t("closed.noRouteText")} />;
		default:
			return (
				<>
					<Stopped page={page} />
					<SaleAlertForm page={page} />
				</>
			);
	}
}

export function ClosedBar({ page }: Props) {
	const t = useClosedTexts();
	return shareViewStatusOf(page) === "paid" ? (
		<DownloadAll page={page} />
	) : (
		<p className="py-2.5 text-center font-semibold">{t("closed.paused")}</p>
	);
}

/** Deleted files stay available until then. */
function Until({ iso }: { iso: string }) {
	const t = useClosedTexts();
	const inShare = useTexts();
	const timeZone = useTimeZone();
	return (
		<Alert
			tone="warning"
			title={inShare("share.downloadUntil", { date: formatDate(iso, timeZone) })}
		>
			{t("closed.downloadUntilText")}
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

function Stopped({ page: { fileShare } }: Props) {
	const t = useClosedTexts();
	const timeZone = useTimeZone();
	const { expiresAt } = fileShare;
	if (expiresAt === null || Date.parse(expiresAt) > Date.now())
		return <Closed title={t("closed.stopped")} text={t("closed.stoppedText")} />;
	const date = formatDate(expiresAt, timeZone);
	return <Closed title={t("closed.ended")} text={t("closed.endedText", { date })} />;
}

/**
 * Asks for an address to notify once the share is on sale again. Hidden if the creator's own is
 * unverified, since nothing is mailed on their behalf. A plain form, which needs no script.
 */
function SaleAlertForm({ page: { fileShare, creator } }: Props) {
	const t = useClosedTexts();
	const id = useId();
	if (!creator.mailsReceipts) return null;
	return (
		<form method="post" action={`${paths.share(fileShare.shareId)}/tell-me`} className="grid gap-2">
			<label htmlFor={id} className="font-semibold text-15">
				{t("closed.tellEmail")}
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
				{t("closed.tellMe")}
			</button>
		</form>
	);
}
