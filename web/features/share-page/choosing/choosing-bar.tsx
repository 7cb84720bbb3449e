import Check from "icons:check";
import { useState } from "react";
import { shareViewStatusOf } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { formatNumber, formatShortMoney } from "../../../lib/i18n/format.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useHearts } from "../singles/hearts.ts";
import { useSinglesTexts } from "../singles/texts.ts";
import { useBasket } from "../singles/use-basket.ts";
import { useTexts } from "../texts.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useChoosingTexts } from "./texts.ts";
import { useChoice } from "./use-choice.ts";

/** How many are chosen of those asked for, and the button that sends them. */
export function ChoosingBar() {
	const t = useChoosingTexts();
	const inShare = useTexts();
	const inSingles = useSinglesTexts();
	const { page } = useHearts();
	const priced = useBasket();
	const choice = useChoice();
	const [asksName, setAsksName] = useState(false);
	const { choosing, singles, currency } = page.fileShare;
	if (!choosing) return null;
	const basket = shareViewStatusOf(page) === "for-sale" ? priced : null;
	const { known, chosen, unsaved } = choice;
	const { count, open } = choosing;
	const extra = count !== null && singles === null ? chosen - count : 0;
	const isSent = known !== null && known.sentAt !== null && unsaved === null;
	async function send(name: string) {
		if (!(await choice.send(name))) return;
		setAsksName(false);
		// What was chosen is paid for in the same step, or taken if it is included.
		if (basket) location.assign(basket.href);
	}
	const n = formatNumber(chosen);
	const price =
		basket && basket.cents > 0 && formatShortMoney((basket.cents / 100).toFixed(2), currency);
	const state = !open
		? t("choosing.closed")
		: extra > 0
			? t("choosing.tooMany", { n: extra })
			: isSent
				? t("choosing.sent")
				: chosen === 0
					? t("choosing.tap")
					: known && unsaved !== "failed"
						? t(unsaved ? "choosing.saving" : "choosing.saved", { name: known.name })
						: t("choosing.notSent");
	return (
		<div className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] print:hidden">
			<div className="gutters flex max-w-content flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:px-4">
				<div className="min-w-0 flex-1 basis-40 leading-tight">
					<p className="tabular flex items-center gap-1.5 font-semibold">
						{isSent && <Icon of={Check} size={18} className="text-primary" />}
						{count === null
							? t("choosing.chosen", { n: chosen })
							: t("choosing.chosenOf", { n, count: formatNumber(count) })}
					</p>
					<p role="status" className={extra > 0 ? "text-13 text-error" : "text-13 text-muted"}>
						{state}
					</p>
				</div>
				{open && !isSent && (
					<Button
						tone="primary"
						className="tabular px-5"
						disabled={chosen === 0 || extra > 0}
						pending={choice.isSending && t("choosing.sending")}
						onClick={() => (known ? void send(known.name) : setAsksName(true))}
					>
						{price ? t("choosing.sendAndPay", { price }) : t("choosing.send")}
					</Button>
				)}
				{(isSent || !open) && basket && (
					<a className={`${buttonClass("primary")} tabular px-5`} href={basket.href}>
						{price ? inSingles("singles.pay", { price }) : inShare("share.get")}
					</a>
				)}
			</div>
			{asksName && (
				<NameDialog
					action={t("choosing.send")}
					busy={t("choosing.sending")}
					onName={send}
					onClose={() => setAsksName(false)}
				/>
			)}
		</div>
	);
}
