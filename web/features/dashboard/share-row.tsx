import Layers from "icons:layers";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { displayedStatus } from "../../../worker/catalogue/shares/contract/share-list.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { canBeHad } from "../../../worker/catalogue/shares/contract/ways-to-pay.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { leastByCard } from "../../../worker/contract/money.ts";
import type { OpenUpload } from "../../../worker/files/uploads/contract.ts";
import { paths, shareLink } from "../../lib/addresses/paths.ts";
import { priceLabel } from "../../lib/buying/price-label.ts";
import {
	formatAgo,
	formatCents,
	formatDate,
	formatList,
	formatSize,
} from "../../lib/i18n/format.ts";
import {
	canAddDirect,
	takenWays,
	usePaymentStatus,
} from "../../lib/server/queries/payment-status.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { Money } from "../../shared/money.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ShareMenu, toastCopyFailed } from "./share-menu.tsx";
import { useTexts } from "./texts.ts";

/** With a mouse, shown once the pointer or the focus is in the row; the menu offers the same. */
const SHOWN_IN_ROW = "pointer-fine:[li:not(:hover,:focus-within)_&]:hidden";
/** A column on wide screens, else a part of the line of figures; empty while there is nothing to count. */
const CELL =
	"max-lg:inline max-lg:not-first:not-empty:before:content-['_·_'] lg:row-span-full lg:text-right";
const FIGURE = "font-medium text-15 text-ink lg:block";

export function ShareRow({
	share,
	upload,
	children,
}: {
	share: MyShare;
	/** unfinished files of it */
	upload: OpenUpload | undefined;
	/** quiet notices about it */
	children?: ReactNode;
}) {
	const t = useTexts();
	const isRemoved = share.status === "taken_down";
	return (
		<li className="border-line border-t transition-colors duration-150 hover:bg-faint/50">
			<article
				aria-label={share.title}
				className="grid grid-cols-[48px_minmax(0,1fr)_auto] gap-x-3.5 px-4 py-2.5 sm:px-6 lg:grid-cols-[56px_minmax(0,1fr)_5.5rem_6rem_6.5rem_9rem_auto] xl:grid-cols-[56px_minmax(0,1fr)_5.5rem_6rem_6.5rem_9rem_6rem_auto] lg:grid-rows-[auto_auto] lg:items-center"
			>
				<CoverThumb
					cover={share.cover}
					icon={share.bundle ? Layers : FILE_ICONS[share.files[0]?.icon ?? "generic"]}
					className="col-start-1 row-span-3 row-start-1 mt-1 size-12 lg:row-span-full lg:mt-0 lg:size-14"
				/>
				<h3 className="col-start-2 row-start-1 font-semibold lg:self-end">
					{isRemoved ? (
						<span className="line-clamp-2">{share.title}</span>
					) : (
						<a href={paths.share(share.shareId)} className="line-clamp-2 hover:underline">
							{share.title}
						</a>
					)}
				</h3>
				<div className="tabular col-span-2 col-start-2 text-13 text-muted lg:contents">
					<p className={`${CELL} lg:col-start-3`}>
						<b className={FIGURE}>{priceLabel(share)}</b>
					</p>
					<p className={`${CELL} lg:col-start-4`}>
						{share.sales > 0 && (
							<b className={FIGURE}>{t("dashboard.salesCount", { n: share.sales })}</b>
						)}
						{share.views > 0 && (
							<span className={share.sales > 0 ? "max-lg:hidden" : ""}>
								{t("dashboard.views", { n: share.views })}
							</span>
						)}
					</p>
					<p className={`${CELL} lg:col-start-5`}>
						{Number(share.earned) > 0 && (
							<>
								<Money price={share.earned} currency={share.currency} className={FIGURE} />{" "}
								{t("dashboard.earned")}
							</>
						)}
					</p>
				</div>
				<div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-2 lg:contents">
					<p className="text-13 text-muted lg:col-start-2 lg:row-start-2 lg:self-start">
						{share.bundle
							? t("dashboard.parts", { n: share.bundle.parts.length })
							: t("dashboard.files", { n: share.fileCount })}
						{"\u00a0· "}
						<time
							dateTime={share.createdAt}
							title={formatDate(share.createdAt)}
							className="whitespace-nowrap"
						>
							{formatAgo(share.createdAt)}
						</time>
					</p>
					<div className="flex min-w-0 flex-wrap gap-x-2 gap-y-1.5 max-lg:*:bg-transparent max-lg:*:p-0 lg:col-start-6 lg:row-span-full lg:ps-3">
						<Status share={share} />
					</div>
				</div>
				{!isRemoved && (
					<span className={`max-xl:hidden xl:col-start-7 xl:row-span-full ${SHOWN_IN_ROW}`}>
						<CopyButton
							size="sm"
							text={shareLink(share.shareId)}
							label={t("dashboard.copy")}
							copied={t("dashboard.copied")}
							aria-label={t("dashboard.copyLinkOf", { title: share.title })}
							onFailed={() => toastCopyFailed(t)}
						/>
					</span>
				)}
				<div className="col-start-3 row-start-1 -my-2 justify-self-end lg:col-start-7 xl:col-start-8 lg:row-span-full">
					<ShareMenu share={share} />
				</div>
				<div className="col-start-2 col-end-4 empty:hidden lg:col-end-3 lg:row-start-3">
					{share.bundle && (
						<p className="truncate text-13 text-muted">
							{formatList(share.bundle.parts.map(({ title }) => title))}
						</p>
					)}
					{isRemoved ? <WhyRemoved title={share.title} /> : <Obstacle share={share} />}
					{upload && <Unfinished upload={upload} />}
					{children}
				</div>
			</article>
		</li>
	);
}

function Status({ share }: { share: MyShare }) {
	const t = useTexts();
	const status = displayedStatus(share);
	const looks: Record<typeof status, [BadgeTone, string]> = {
		live: ["good", t("dashboard.statusLive")],
		"sold-out": ["neutral", t("dashboard.statusSoldOut")],
		stopped: ["neutral", t("dashboard.statusStopped")],
		pending: ["neutral", t("dashboard.statusPending")],
		completed: ["good", t("dashboard.statusCompleted")],
		uploading: ["info", t("dashboard.statusUploading")],
		removed: ["danger", t("dashboard.statusRemoved")],
	};
	const [tone, label] = looks[status];
	return (
		<>
			{share.bundle && (
				<Badge tone="info" icon={<Icon of={Layers} size={14} />}>
					{t("dashboard.bundle")}
				</Badge>
			)}
			{/* A new share that is being checked is not uploading any more. */}
			{!(share.checking && status === "uploading") && <Badge tone={tone}>{label}</Badge>}
			{share.checking === "pending" && <Badge tone="info">{t("dashboard.statusChecking")}</Badge>}
			{share.checking === "found" && <Badge tone="warning">{t("dashboard.statusHeld")}</Badge>}
			{share.opensAt !== null && Date.parse(share.opensAt) > Date.now() && (
				<Badge tone="info">
					{t("dashboard.statusOpensOn", { date: formatDate(share.opensAt) })}
				</Badge>
			)}
			{share.hasPassword && <Badge tone="info">{t("dashboard.statusPassword")}</Badge>}
			{share.saleMode === "link" && <Badge tone="info">{t("dashboard.statusLink")}</Badge>}
			{share.pendingClaims > 0 && (
				<Badge tone="warning">{t("dashboard.claimsBadge", { n: share.pendingClaims })}</Badge>
			)}
		</>
	);
}

function Unfinished({ upload }: { upload: OpenUpload }) {
	const t = useTexts();
	const { title, receivedSize, totalSize } = upload;
	return (
		<p className="text-13 text-muted">
			{t(receivedSize > 0 ? "dashboard.unfinishedText" : "dashboard.unfinishedNone", {
				received: formatSize(receivedSize),
				total: formatSize(totalSize),
			})}{" "}
			<Link
				to={paths.upload}
				className="prose-link"
				aria-label={t("dashboard.unfinishedActionOf", { title })}
			>
				{t("dashboard.unfinishedAction")}
			</Link>
		</p>
	);
}

function WhyRemoved({ title }: { title: string }) {
	const t = useTexts();
	return (
		<p className="text-13">
			<Link
				to={paths.decisions}
				className="prose-link"
				aria-label={t("dashboard.removedWhyOf", { title })}
			>
				{t("dashboard.removedWhy")}
			</Link>
		</p>
	);
}

export function Obstacle({
	share: { pricing, price, currency },
}: {
	share: Pick<MyShare, "pricing" | "price" | "currency">;
}) {
	const t = useTexts();
	const { data } = usePaymentStatus();
	const terms = { pricing, priceCents: centsOf(price) ?? 0, currency };
	if (!data || canBeHad(terms, takenWays(data))) return null;
	const otherWay = data.acceptsCards ? "dashboard.wayPrice" : "dashboard.wayOnline";
	const way = canAddDirect(data, currency) ? "dashboard.wayDirect" : otherWay;
	return (
		<p className="text-13 text-warning">
			{data.acceptsCards
				? t("dashboard.obstacleMinimum", {
						cardMinimum: formatCents(leastByCard(currency), currency),
					})
				: t("dashboard.obstacleRefused")}{" "}
			{way === "dashboard.wayPrice" ? (
				t(way)
			) : (
				<Link to={paths.paymentSetup} className="underline">
					{t(way)}
				</Link>
			)}
		</p>
	);
}
