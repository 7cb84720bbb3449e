import { MIN_CARD_PRICE_CENTS } from "../../../worker/contract/constants.ts";
import type { MyShare } from "../../../worker/contract/shares.ts";
import { formatAgo, formatDate } from "../../lib/format.ts";
import { limitValues } from "../../lib/limit-values.ts";
import { paths } from "../../lib/paths.ts";
import { usePaymentStatus } from "../../lib/queries/payment-status.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { classes } from "../../ui/classes.ts";
import { Money } from "../../ui/money.tsx";
import { statusOf } from "./share-filter.ts";
import { ShareMenu } from "./share-menu.tsx";
import { ShareThumb } from "./share-thumb.tsx";
import { useTexts } from "./texts.ts";

/** One share: title, earnings, status, actions. */
export function ShareRow({ share, isOneOfMany }: { share: MyShare; isOneOfMany: boolean }) {
	const t = useTexts();
	return (
		<li
			className={classes(
				"border-line border-t transition-colors duration-150 hover:bg-faint/50",
				// Invisible rows are neither laid out nor painted; in short lists that is not worth it.
				isOneOfMany && "[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]",
			)}
		>
			<article
				aria-label={share.title}
				className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-6 py-4 lg:grid-cols-[3.5rem_minmax(0,1fr)_5.5rem_11rem_10rem_auto]"
			>
				<ShareThumb files={share.files} />
				<div className="min-w-0">
					<h3 className="font-semibold">
						<a
							href={paths.share(share.shareId)}
							className="line-clamp-2 hover:underline lg:line-clamp-1"
						>
							{share.title}
						</a>
					</h3>
					<p className="text-13 text-muted">
						{t("dashboard.files", { n: share.fileCount })} ·{" "}
						<time dateTime={share.createdAt} title={formatDate(share.createdAt)}>
							{formatAgo(share.createdAt)}
						</time>
					</p>
					<Obstacle share={share} />
				</div>
				<p className="hidden font-medium lg:block lg:text-right">
					<Money price={share.price} />
				</p>
				<p className="tabular col-span-2 col-start-2 text-13 text-muted lg:col-span-1 lg:col-start-auto lg:row-auto lg:text-right">
					<span className="lg:hidden">
						<Money price={share.price} className="font-medium text-15 text-ink" /> ·{" "}
					</span>
					<Money
						price={share.earned}
						className={`font-medium text-15 ${Number(share.earned) > 0 ? "text-primary" : ""}`}
					/>{" "}
					<span className="lg:block">
						<span className="lg:hidden">· </span>
						{t("dashboard.salesCount", { n: share.sales })} ·{" "}
						{t("dashboard.views", { n: share.views })}
					</span>
				</p>
				<div className="col-span-2 col-start-2 flex flex-wrap gap-1.5 lg:col-span-1 lg:col-start-auto">
					<Status share={share} />
				</div>
				<div className="col-start-3 row-start-1 lg:col-start-auto lg:row-start-auto">
					<ShareMenu share={share} />
				</div>
			</article>
		</li>
	);
}

function Status({ share }: { share: MyShare }) {
	const t = useTexts();
	const status = statusOf(share);
	const looks: Record<typeof status, [BadgeTone, string]> = {
		live: ["good", t("dashboard.statusLive")],
		"sold-out": ["neutral", t("dashboard.statusSoldOut")],
		stopped: ["neutral", t("dashboard.statusStopped")],
		pending: ["neutral", t("dashboard.statusPending")],
		completed: ["good", t("dashboard.statusCompleted")],
		uploading: ["info", t("dashboard.statusUploading")],
	};
	const [tone, label] = looks[status];
	return (
		<>
			<Badge tone={tone}>{label}</Badge>
			{share.saleMode === "link" && <Badge tone="info">{t("dashboard.statusLink")}</Badge>}
			{share.pendingClaims > 0 && (
				<Badge tone="warning">{t("dashboard.claimsBadge", { n: share.pendingClaims })}</Badge>
			)}
		</>
	);
}

/** Explains why nobody can buy a share yet. */
function Obstacle({ share }: { share: MyShare }) {
	const t = useTexts();
	const { data } = usePaymentStatus();
	if (!data || data.cashAppHandle) return null;
	const isUnderCards = Number(share.price) * 100 < MIN_CARD_PRICE_CENTS;
	if (!isUnderCards) return null;
	return <p className="text-13 text-warning">{t("dashboard.cannotCard", limitValues())}</p>;
}
