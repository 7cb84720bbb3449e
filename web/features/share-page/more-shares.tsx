import ArrowRight from "icons:arrow-right";
import { shareViewStatusOf } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { OfferCard } from "../../shared/offer-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useExhibitTexts } from "./exhibit-texts.ts";
import { useTexts } from "./texts.ts";

export function MoreShares({ page }: { page: ShareResponse }) {
	const t = useTexts();
	const late = useExhibitTexts();
	const { creator, more } = page;
	if (
		shareViewStatusOf(page) !== "paid" ||
		!creator.handle ||
		!creator.displayName ||
		!more?.length
	)
		return null;
	return (
		<section aria-labelledby="more" className="mt-12 border-line border-t pt-8">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
				<h2 id="more" className="text-21 wrap-anywhere">
					{late("exhibits.more", { name: creator.displayName })}
				</h2>
				<a
					className="prose-link inline-flex items-center gap-1"
					href={paths.creator(creator.handle)}
				>
					{late("exhibits.moreAll")}
					<Icon of={ArrowRight} size={16} />
				</a>
			</div>
			<ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3">
				{more.map((share) => (
					<li key={share.shareId} className="min-w-0">
						<OfferCard
							share={share}
							href={paths.share(share.shareId)}
							contents={
								share.kinds.length > 2
									? t("share.fileCount", { n: share.fileCount })
									: share.kinds.map(({ kind, n }) => t(`share.kind.${kind}`, { n })).join(" · ")
							}
						/>
					</li>
				))}
			</ul>
		</section>
	);
}
