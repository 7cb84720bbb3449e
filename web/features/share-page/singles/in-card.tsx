import { shareViewStatusOf } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { formatList, formatNumber, formatShortMoney } from "../../../lib/i18n/format.ts";
import { useHearts } from "./hearts.ts";
import { useSinglesTexts } from "./texts.ts";

/** Below the price: what single files cost. */
export function InCard() {
	const t = useSinglesTexts();
	const { page } = useHearts();
	const { singles, currency } = page.fileShare;
	if (!singles || shareViewStatusOf(page) !== "for-sale") return null;
	const { web, packages } = singles;
	const money = (price: string) => formatShortMoney(price, currency);
	const free = page.basket?.freeLeft ?? singles.included;
	const lines = [
		t("singles.each", { price: money(singles.filePrice) }),
		packages.length > 0 &&
			formatList(
				packages.map(({ files, price }) => t("singles.package", { n: files, price: money(price) })),
			),
		web &&
			t("singles.webEach", {
				price: money(web.filePrice),
				all: money(web.price),
				edge: formatNumber(web.edge),
			}),
		free > 0 && t("singles.included", { n: free }),
	].filter(Boolean);
	return (
		<div className="tabular mt-3 border-line border-t pt-3 text-15">
			<p>{t("singles.orChoose")}</p>
			<ul className="mt-1 grid gap-0.5 text-muted">
				{lines.map((line) => (
					<li key={String(line)}>{line}</li>
				))}
			</ul>
		</div>
	);
}
