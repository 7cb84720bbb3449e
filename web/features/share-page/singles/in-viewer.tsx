import { shareViewStatusOf } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { formatShortCents, formatShortMoney } from "../../../lib/i18n/format.ts";
import { fileLinks } from "../../../lib/server/queries/files.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { BuyButton } from "../buy-bar.tsx";
import { SaveButton } from "../save-button.tsx";
import { useTexts } from "../texts.ts";
import { mayDownload } from "../view.ts";
import { useCount } from "./bar.tsx";
import { useHearts } from "./hearts.ts";
import { useSinglesTexts } from "./texts.ts";
import { useBasket } from "./use-basket.ts";

/** The price of the shown file, or its downloads, and what is chosen so far. */
export function InViewer({ file }: { file: ShareFile }) {
	const t = useSinglesTexts();
	const { page } = useHearts();
	const isForSale = shareViewStatusOf(page) === "for-sale";
	return (
		<>
			<p className="tabular min-w-0 text-15 text-white/85 [text-shadow:0_1px_3px_black]">
				{isForSale && !file.bought && <FilePrice file={file} />}
			</p>
			<span className="flex flex-wrap items-center justify-end gap-2">
				{file.bought === "full" && file.webSize !== undefined && (
					<a className={buttonClass("plain")} href={fileLinks.download(file.id, "web")} download="">
						{t("singles.downloadWeb")}
					</a>
				)}
				{(file.bought || mayDownload(page)) && <SaveButton key={file.id} file={file} />}
				{isForSale && <Pay isQuiet={file.bought !== undefined} />}
			</span>
		</>
	);
}

function FilePrice({ file }: { file: ShareFile }) {
	const t = useSinglesTexts();
	const { page } = useHearts();
	const { singles, currency } = page.fileShare;
	if (!singles) return null;
	if (file.wholeOnly) return t("singles.wholeOnly");
	const full = formatShortMoney(singles.filePrice, currency);
	if (!singles.web || file.webSize === undefined) return full;
	return t("singles.bothPrices", { full, web: formatShortMoney(singles.web.filePrice, currency) });
}

function Pay({ isQuiet }: { isQuiet: boolean }) {
	const t = useSinglesTexts();
	const inShare = useTexts();
	const count = useCount();
	const { page } = useHearts();
	const basket = useBasket();
	if (!basket) return isQuiet ? null : <BuyButton page={page} />;
	const price = formatShortCents(basket.cents, page.fileShare.currency);
	return (
		<a
			className={`${buttonClass(isQuiet ? "plain" : "primary")} tabular whitespace-nowrap`}
			href={basket.href}
		>
			{basket.cents === 0
				? inShare("share.get")
				: t("singles.payFor", { count: count(basket.files), price })}
		</a>
	);
}
