import { CreditCard, Smartphone } from "lucide-react";
import { useId } from "react";
import { shareViewStatusOf } from "../../../worker/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { formatMoney, formatShortMoney } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { DownloadAll } from "./purchase-card.tsx";
import { useTexts } from "./texts.ts";

/** On phones the title and the main button stay at the bottom of the window. */
export function BuyBar({ page }: { page: ShareResponse }) {
	const viewStatus = shareViewStatusOf(page);
	const t = useTexts();
	if (viewStatus !== "for-sale" && viewStatus !== "paid" && viewStatus !== "paused") return null;
	return (
		<div className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] min-[22.5rem]:px-6 lg:hidden print:hidden">
			{viewStatus === "paid" ? (
				<DownloadAll page={page} />
			) : viewStatus === "paused" ? (
				<p className="py-2.5 text-center font-semibold">{t("share.paused")}</p>
			) : (
				<div className="flex items-center justify-between gap-4">
					<span dir="auto" className="line-clamp-2 min-w-0 text-left font-semibold leading-tight">
						{page.fileShare.title}
					</span>
					<BuyButton page={page} />
				</div>
			)}
		</div>
	);
}

/**
 * One button that buys: a link to the only way of paying, or a choice between both. The choice is the
 * browser's own popover, so it opens before the app has started, and closes by Escape or a tap elsewhere.
 */
export function BuyButton({ page: { fileShare, creator } }: { page: ShareResponse }) {
	const t = useTexts();
	const id = useId();
	const label = t("share.buyShort", { price: formatShortMoney(fileShare.price) });
	const style = `${buttonClass("primary")} tabular min-w-36 max-w-[75%] shrink-0 px-5 [font-kerning:none]`;
	const ways = waysOf(fileShare.shareId, creator);
	const [only, second] = ways;
	if (!second)
		return (
			<a className={style} href={only?.href}>
				{label}
			</a>
		);
	return (
		<>
			<button type="button" className={style} popoverTarget={id}>
				{label}
			</button>
			<div
				id={id}
				popover="auto"
				role="dialog"
				aria-label={t("share.payChoice")}
				className="pay-choice border-line bg-surface text-ink shadow-float"
			>
				<p className="font-semibold text-17">{t("share.payChoice")}</p>
				<div className="mt-3 grid gap-2.5">
					{ways.map(({ href, icon, text }, index) => (
						<a
							key={href}
							className={`${buttonClass(index === 0 ? "primary" : "plain", "lg")} w-full`}
							href={href}
						>
							<Icon of={icon} />
							{t(text, { price: formatMoney(fileShare.price) })}
						</a>
					))}
				</div>
			</div>
		</>
	);
}

function waysOf(slug: string, creator: ShareResponse["creator"]) {
	return [
		...(creator.acceptsCard
			? [{ href: paths.payment(slug), icon: CreditCard, text: "share.buyCard" as const }]
			: []),
		...(creator.acceptsDirect
			? [{ href: paths.directPayment(slug), icon: Smartphone, text: "share.buyDirect" as const }]
			: []),
	];
}
