import ArrowRight from "icons:arrow-right";
import CircleCheck from "icons:circle-check";
import type { BundlePart } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { priceLabel } from "../../../lib/buying/price-label.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { OfferPicture } from "../../../shared/offer-card.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";
import { useBundleTexts } from "./texts.ts";

/** Bought by this viewer, not merely free for everyone. */
export const isOwned = ({ isPaid, pricing }: BundlePart) => isPaid && pricing !== "free";

type Props = {
	part: BundlePart;
	/** marks parts that this viewer owns */
	isMarked: boolean;
	/** on the first screen */
	eager: boolean;
};

export function PartCard({ part, isMarked, eager }: Props) {
	const t = useBundleTexts();
	const inShare = useTexts();
	const { title, kinds, fileCount, totalSize, isPaid } = part;
	const href = paths.share(part.shareId);
	const contents =
		kinds.length > 2
			? inShare("share.fileCount", { n: fileCount })
			: kinds.map(({ kind, n }) => inShare(`share.kind.${kind}`, { n })).join(" · ");
	return (
		<article className="group relative grid h-full grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-card border border-line bg-surface transition-colors duration-150 hover:border-edge sm:grid-cols-1 sm:grid-rows-[auto_1fr]">
			<OfferPicture
				share={part}
				eager={eager}
				className="h-full min-h-28 sm:aspect-3/2 sm:h-auto"
			/>
			<div className="flex min-w-0 flex-col p-3.5 sm:p-4">
				{isMarked && isOwned(part) && (
					<Badge
						tone="good"
						icon={<Icon of={CircleCheck} size={14} />}
						className="mb-1.5 self-start"
					>
						{t("bundle.have")}
					</Badge>
				)}
				<h3 className="font-sans font-semibold text-15 leading-snug tracking-normal sm:text-17">
					<a
						href={href}
						dir="auto"
						className="wrap-anywhere line-clamp-3 text-left after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary focus-visible:after:-outline-offset-2 after:rounded-card"
					>
						{title}
					</a>
				</h3>
				<p className="tabular mt-1 text-13 text-muted">
					{contents} · {formatSize(totalSize)}
				</p>
				<p className="tabular mt-auto flex flex-wrap items-center justify-between gap-2 pt-3 text-13 text-muted">
					{isPaid ? (
						<span className={`${buttonClass("primary", "sm")} pointer-events-none sm:w-full`}>
							{t("bundle.open")}
							<Icon of={ArrowRight} size={18} />
						</span>
					) : part.selling ? (
						<span>{t("bundle.alone", { price: priceLabel(part) })}</span>
					) : (
						<span>{t("bundle.onlyHere")}</span>
					)}
				</p>
			</div>
		</article>
	);
}
