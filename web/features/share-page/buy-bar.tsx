import { type ReactNode, useId } from "react";
import {
	isFree,
	priceNow,
	shareViewStatusOf,
} from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatShortMoney } from "../../lib/i18n/format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PayLink } from "./pay-link.tsx";
import { useTexts } from "./texts.ts";
import { useWays } from "./use-ways.ts";

/** The title and main button on phones. `closed` replaces them if the share is bought, or buying is paused. */
export function BuyBar({ page, closed }: { page: ShareResponse; closed: ReactNode }) {
	const viewStatus = shareViewStatusOf(page);
	if (viewStatus !== "for-sale" && viewStatus !== "paid" && viewStatus !== "paused") return null;
	return (
		<div className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] min-[22.5rem]:px-6 lg:hidden print:hidden">
			{viewStatus !== "for-sale" ? (
				closed
			) : (
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<span
						dir="auto"
						className="line-clamp-2 min-w-0 flex-1 basis-28 text-left font-semibold leading-tight"
					>
						{page.fileShare.title}
					</span>
					<BuyButton page={page} />
				</div>
			)}
		</div>
	);
}

/** Links to the only way of paying, or offers both in a native popover, which needs no script. */
export function BuyButton({ page }: { page: ShareResponse }) {
	const t = useTexts();
	const id = useId();
	const style = `${buttonClass("primary")} tabular min-w-36 max-w-[75%] shrink-0 px-5 [font-kerning:none]`;
	const ways = useWays(page);
	const [only, second] = ways;
	const isPriced = page.fileShare.pricing !== "chosen" && !isFree(page);
	const label = isPriced
		? t("share.buyShort", { price: formatShortMoney(priceNow(page), page.fileShare.currency) })
		: only?.label;
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
					{ways.map((way, index) => (
						<PayLink key={way.href} way={way} isMain={index === 0} />
					))}
				</div>
			</div>
		</>
	);
}
