import type { Pricing } from "../../../worker/catalogue/shares/contract/pricing.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { centsOf, priceOf } from "../../../worker/contract/fields.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { priceLabel } from "../../lib/buying/price-label.ts";
import { formatCents, formatSize } from "../../lib/i18n/format.ts";
import { sumCents } from "../../lib/selling/bundle-parts.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { useTexts } from "./texts.ts";

const SHOWN = 3;

type Props = {
	title: string;
	pricing: Pricing;
	price: string;
	parts: readonly MyShare[];
	currency: Currency;
};

export function BundleMiniature({ title, pricing, price, parts, currency }: Props) {
	const t = useTexts();
	const { displayName, firstName } = useCreator();
	const name = displayName ?? firstName;
	const cents = centsOf(price) ?? 0;
	const sum = sumCents(parts);
	const size = parts.reduce((bytes, { totalSize }) => bytes + totalSize, 0);
	const more = parts.length - SHOWN;
	return (
		<figure
			aria-label={t("bundles.miniature")}
			className="mx-auto flex h-80 w-44 flex-col overflow-hidden rounded-card border border-line bg-paper shadow-float"
		>
			<div className="min-w-0 px-3 pt-3" aria-hidden="true">
				<p className="truncate text-[0.625rem] text-muted">{name}</p>
				<p className="line-clamp-2 font-display font-semibold text-13 leading-tight">
					{title.trim() || t("bundles.untitled")}
				</p>
				<p className="tabular mt-0.5 truncate text-[0.625rem] text-muted">
					{t("bundles.shares", { n: parts.length })} · {formatSize(size)}
				</p>
			</div>
			<ul
				className="grid min-h-0 flex-1 content-start gap-2 overflow-hidden p-3"
				aria-hidden="true"
			>
				{parts.slice(0, SHOWN).map((part) => (
					<li key={part.shareId} className="flex items-center gap-2">
						<CoverThumb
							cover={part.cover}
							icon={FILE_ICONS[part.files[0]?.icon ?? "generic"]}
							className="size-13"
						/>
						<span className="min-w-0 text-[0.625rem] leading-snug">
							<span className="line-clamp-2 font-medium">{part.title}</span>
							<span className="tabular text-muted">{priceLabel(part)}</span>
						</span>
					</li>
				))}
				{more > 0 && (
					<li className="text-[0.625rem] text-muted">{t("bundles.more", { n: more })}</li>
				)}
			</ul>
			<p
				aria-hidden="true"
				className="flex shrink-0 items-center justify-between gap-2 border-line border-t bg-surface px-3 py-2"
			>
				{cents > 0 && cents < sum ? (
					<s className="tabular truncate text-[0.625rem] text-muted">
						{formatCents(sum, currency)}
					</s>
				) : (
					<span />
				)}
				{cents > 0 && (
					<span className="tabular shrink-0 rounded-full bg-primary px-2 py-0.5 font-semibold text-[0.625rem] text-primary-content">
						{priceLabel({ price: priceOf(cents), pricing, currency })}
					</span>
				)}
			</p>
		</figure>
	);
}
