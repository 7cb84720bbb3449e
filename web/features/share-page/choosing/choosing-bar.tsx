import Check from "icons:check";
import { useState } from "react";
import { shareViewStatusOf } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { formatShortCents, formatShortMoney } from "../../../lib/i18n/format.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SizeSwitch, useReason } from "../singles/bar.tsx";
import { BottomBar } from "../singles/bottom-bar.tsx";
import { useHeartState, useHearts } from "../singles/hearts.ts";
import { useSinglesTexts } from "../singles/texts.ts";
import { useBasket } from "../singles/use-basket.ts";
import { useTexts } from "../texts.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useChoosingTexts, useChosenText } from "./texts.ts";
import { useChoice } from "./use-choice.ts";

/** How many are chosen of those asked for, and the button that sends them. */
export function ChoosingBar() {
	const t = useChoosingTexts();
	const chosenText = useChosenText();
	const inShare = useTexts();
	const inSingles = useSinglesTexts();
	const reasonOf = useReason();
	const { page } = useHearts();
	const { edition } = useHeartState();
	const priced = useBasket();
	const choice = useChoice();
	const [asksName, setAsksName] = useState(false);
	const { choosing, singles, currency } = page.fileShare;
	if (!choosing) return null;
	const isForSale = shareViewStatusOf(page) === "for-sale";
	const basket = isForSale ? priced : null;
	const reason = basket && reasonOf(basket);
	const { known, chosen, unsaved } = choice;
	const { count, open } = choosing;
	const extra = count !== null && singles === null ? chosen - count : 0;
	const isSent = known !== null && known.sentAt !== null && unsaved === null;
	async function send(name: string) {
		if (!(await choice.send(name))) return;
		setAsksName(false);
		// The chosen files are paid for in the same step, or taken if they are included.
		if (basket) location.assign(basket.href);
	}
	const price = basket && basket.cents > 0 && formatShortCents(basket.cents, currency);
	const sendText = price ? t("choosing.sendAndPay", { price }) : t("choosing.send");
	const web = edition === "web" ? singles?.web : undefined;
	function stateText(): string {
		if (!open) return t("choosing.closed");
		if (extra > 0) return t("choosing.tooMany", { n: extra });
		if (isSent) return t("choosing.sent");
		if (chosen === 0 && singles && isForSale)
			return t("choosing.tapPriced", {
				free: page.basket?.freeLeft ?? singles.included,
				price: formatShortMoney((web ?? singles).filePrice, currency),
			});
		if (chosen === 0) return t("choosing.tap");
		if (!known || unsaved === "failed") return t("choosing.notSent");
		return t(unsaved ? "choosing.saving" : "choosing.saved", { name: known.name });
	}
	return (
		<>
			<BottomBar>
				<div role="status" className="min-w-0 flex-1 basis-40 leading-tight">
					<p className="tabular">
						<span className="font-semibold">
							{isSent && <Icon of={Check} size={18} className="me-1.5 inline text-primary" />}
							{chosenText(chosen, count)}
						</span>
						{reason && <span className="text-13 text-muted"> · {reason}</span>}
					</p>
					<p className={extra > 0 ? "text-13 text-error" : "text-13 text-muted"}>{stateText()}</p>
				</div>
				{/* Bought pictures that have a heart can be had in full size too. */}
				{isForSale && singles?.web && (basket || web) && <SizeSwitch />}
				{open && !isSent && (
					<Button
						tone="primary"
						className={classes("tabular px-5", price ? "max-sm:grow" : "max-[22.5rem]:grow")}
						disabled={chosen === 0 || extra > 0}
						pending={choice.isSending && t("choosing.sending")}
						onClick={() => (known ? void send(known.name) : setAsksName(true))}
					>
						{sendText}
					</Button>
				)}
				{(isSent || !open) && basket && (
					<a className={`${buttonClass("primary")} tabular px-5 max-sm:grow`} href={basket.href}>
						{price ? inSingles("singles.pay", { price }) : inShare("share.get")}
					</a>
				)}
			</BottomBar>
			{asksName && (
				<NameDialog
					action={sendText}
					busy={t("choosing.sending")}
					onName={send}
					onClose={() => setAsksName(false)}
				/>
			)}
		</>
	);
}
