import type { ComponentProps } from "react";
import { shareViewStatusOf } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile } from "../../../../worker/catalogue/shares/contract/shares.ts";
import type { ShownSingles } from "../../../../worker/catalogue/shares/contract/singles.ts";
import { isSold } from "../../../lib/buying/basket.ts";
import { formatNumber, formatShortCents, formatShortMoney } from "../../../lib/i18n/format.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Segments } from "../../../ui/segments.tsx";
import { BuyBar, BuyButton } from "../buy-bar.tsx";
import type { Picking } from "../picking.tsx";
import { useTexts } from "../texts.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useHeartState, useHearts } from "./hearts.ts";
import { useSinglesTexts } from "./texts.ts";
import { type ChosenBasket, useBasket } from "./use-basket.ts";

/** The chosen files, their price, and the price of all. On wide screens only once a file is chosen. */
export function Bar({ closed }: ComponentProps<Picking["Bar"]>) {
	const { page } = useHearts();
	const basket = useBasket();
	const { singles } = page.fileShare;
	if (!singles || shareViewStatusOf(page) !== "for-sale")
		return <BuyBar page={page} closed={closed} />;
	return (
		<BottomBar isHiddenWide={!basket}>
			{basket ? <Chosen basket={basket} singles={singles} /> : <Empty />}
		</BottomBar>
	);
}

function Empty() {
	const t = useSinglesTexts();
	const { page } = useHearts();
	const { edition } = useHeartState();
	const { singles, currency } = page.fileShare;
	if (!singles) return null;
	const web = page.files.some((file) => isSold(file, "web")) ? singles.web : undefined;
	const price = formatShortMoney(web?.filePrice ?? singles.filePrice, currency);
	return (
		<>
			<p className="min-w-0 flex-1 basis-28 text-13 leading-tight sm:text-15">
				{t(web ? "singles.tapFrom" : "singles.tap", { price })}
			</p>
			{/* Bought pictures that have a heart can be had in full size too. */}
			{singles.web && edition === "web" && <SizeSwitch />}
			<BuyButton page={page} />
		</>
	);
}

/** "3 photos", or "3 files" if there are others among them. */
export function useCount(): (files: readonly ShareFile[]) => string {
	const t = useTexts();
	return (files) =>
		t(files.every(({ icon }) => icon === "image") ? "share.kind.image" : "share.fileCount", {
			n: files.length,
		});
}

/** Why files cost what they do together; false if each costs its own price. */
export function useReason(): (basket: ChosenBasket) => string | false {
	const t = useSinglesTexts();
	const { currency, fileCount } = useHearts().page.fileShare;
	return (basket) => {
		if (basket.isAll) return t("singles.getsAll", { n: formatNumber(fileCount) });
		if (basket.isAllWeb) return t("singles.getsAllWeb");
		const { package: best, free } = basket;
		if (!best) return free > 0 && t("singles.free", { n: free });
		return t("singles.package", { n: best.files, price: formatShortMoney(best.price, currency) });
	};
}

function Chosen({ basket, singles }: { basket: ChosenBasket; singles: ShownSingles }) {
	const t = useSinglesTexts();
	const inShare = useTexts();
	const count = useCount();
	const { page } = useHearts();
	const { currency, fileCount } = page.fileShare;
	const money = (cents: number) => formatShortCents(cents, currency);
	const total = formatNumber(fileCount);
	const reason = useReason()(basket);
	return (
		<>
			<div className="min-w-0 flex-1 basis-40 leading-tight">
				<p role="status">
					<span className="font-semibold">{count(basket.files)}</span>
					{reason && <span className="text-13 text-muted"> · {reason}</span>}
				</p>
				{basket.more && (
					<a
						className="tabular inline-block py-1 text-13 text-muted underline underline-offset-3 hover:text-ink"
						href={basket.more.href}
					>
						{t(basket.more.kind === "web" ? "singles.allWebFor" : "singles.allFor", {
							n: total,
							price: money(basket.more.cents - basket.cents),
						})}
					</a>
				)}
			</div>
			{singles.web && <SizeSwitch />}
			<a
				className={classes(
					buttonClass("primary"),
					"tabular min-w-28 px-5 [font-kerning:none]",
					singles.web && "max-sm:grow",
				)}
				href={basket.href}
			>
				{basket.cents === 0
					? inShare("share.get")
					: t("singles.pay", { price: money(basket.cents) })}
			</a>
		</>
	);
}

/** The size that is bought. */
export function SizeSwitch() {
	const t = useSinglesTexts();
	const { hearts } = useHearts();
	const { edition } = useHeartState();
	return (
		<Segments
			legend={t("singles.size")}
			chosen={edition}
			segments={(["web", "full"] as const).map((value) => ({
				value,
				label: t(`singles.size.${value}`),
			}))}
			onChoose={hearts.choose}
		/>
	);
}
