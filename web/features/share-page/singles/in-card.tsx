import {
	priceNow,
	shareViewStatusOf,
} from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { shownCents } from "../../../../worker/contract/shown-cents.ts";
import { priceBasket } from "../../../lib/buying/basket.ts";
import { centsWithCode } from "../../../lib/buying/order-price.ts";
import {
	formatList,
	formatNumber,
	formatShortCents,
	formatShortMoney,
} from "../../../lib/i18n/format.ts";
import { useHearts } from "./hearts.ts";
import { useSinglesTexts } from "./texts.ts";
import { orderHref } from "./use-basket.ts";

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
		free > 0 && t("singles.included", { n: free }),
		web &&
			t("singles.webEach", {
				price: money(web.filePrice),
				edge: formatNumber(web.edge),
			}),
	].filter(Boolean);
	const allWeb = web && priceBasket(page, { web: "*" });
	const allWebCents = allWeb ? centsWithCode(page, allWeb.cents) : 0;
	return (
		<div className="tabular mt-3 border-line border-t pt-3 text-15">
			<p>{t("singles.orChoose")}</p>
			<ul className="mt-1 grid gap-0.5 text-muted">
				{lines.map((line) => (
					<li key={String(line)}>{line}</li>
				))}
			</ul>
			{allWeb && allWeb.web > 0 && allWebCents < shownCents(priceNow(page)) && (
				<a
					className="prose-link mt-1 inline-block py-1"
					href={orderHref(page, allWebCents, { web: "*" })}
				>
					{t("singles.allWeb", { price: formatShortCents(allWebCents, currency) })}
				</a>
			)}
		</div>
	);
}
