import Check from "icons:check";
import { useId, useState } from "react";
import { MAX_PARTS } from "../../../worker/catalogue/bundles/contract.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { priceLabel } from "../../lib/buying/price-label.ts";
import { unfitOf } from "../../lib/selling/bundle-parts.ts";
import { usePartsTexts } from "../../lib/texts/parts-texts.ts";
import { classes } from "../../ui/classes.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CoverThumb } from "../cover-thumb.tsx";
import { FILE_ICONS } from "../file-icons.ts";

/** Shares shown at first, and shares from which search is offered. */
const FIRST = 12;
const SEARCHED_FROM = 7;

type Props = {
	shares: readonly MyShare[];
	/** slugs, in the order of the bundle's page */
	chosen: readonly string[];
	onChoose: (chosen: readonly string[]) => void;
	error?: string | undefined;
};

export function PartPicker({ shares, chosen, onChoose, error }: Props) {
	const t = usePartsTexts();
	const id = useId();
	const [search, setSearch] = useState("");
	const [isAll, setAll] = useState(false);
	const currency = shares.find(({ shareId }) => chosen.includes(shareId))?.currency;
	const fit = shares.filter((share) => unfitOf(share, currency) === null);
	const query = search.trim().toLowerCase();
	const found = fit.filter(({ title }) => title.toLowerCase().includes(query));
	const isFull = chosen.length >= MAX_PARTS;
	const shown = isAll || query !== "" ? found : found.slice(0, FIRST);
	return (
		<div className="grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				{fit.length >= SEARCHED_FROM && (
					<input
						type="search"
						className="input min-w-0 flex-1 basis-56 sm:max-w-80"
						aria-label={t("parts.search")}
						placeholder={t("parts.search")}
						value={search}
						onChange={(event) => setSearch(event.target.value)}
						onKeyDown={(event) => {
							// Enter would submit the form.
							if (event.key === "Enter") event.preventDefault();
						}}
					/>
				)}
				<p role="status" className="tabular text-15 text-muted">
					{t(isFull ? "parts.most" : "parts.chosen", { n: chosen.length })}
				</p>
			</div>
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
				{shown.map((share) => (
					<li key={share.shareId} className="min-w-0">
						<PartTile
							share={share}
							place={chosen.indexOf(share.shareId)}
							isFull={isFull}
							errorId={error && `${id}-error`}
							onToggle={(isIn) =>
								onChoose(
									isIn
										? [...chosen, share.shareId]
										: chosen.filter((slug) => slug !== share.shareId),
								)
							}
						/>
					</li>
				))}
			</ul>
			{found.length === 0 && <p className="text-muted">{t("parts.noneFound")}</p>}
			{shown.length < found.length && (
				<button type="button" className="btn btn-ghost" onClick={() => setAll(true)}>
					{t("parts.showAll", { n: found.length })}
				</button>
			)}
			{error && (
				<p id={`${id}-error`} role="alert" className="text-13 text-error">
					{error}
				</p>
			)}
			<UnfitList shares={shares} currency={currency} />
		</div>
	);
}

type TileProps = {
	share: MyShare;
	/** in the bundle; -1 if not in it */
	place: number;
	isFull: boolean;
	errorId: string | undefined;
	onToggle: (isIn: boolean) => void;
};

function PartTile({ share, place, isFull, errorId, onToggle }: TileProps) {
	const t = usePartsTexts();
	const isIn = place !== -1;
	return (
		<label
			className={classes(
				"relative flex h-full cursor-pointer flex-col overflow-hidden rounded-control border bg-surface transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-primary",
				isIn ? "border-primary ring-1 ring-primary" : "border-line hover:border-edge",
			)}
		>
			<input
				type="checkbox"
				name="parts"
				className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
				aria-label={share.title}
				aria-invalid={errorId ? true : undefined}
				aria-describedby={errorId}
				checked={isIn}
				disabled={isFull && !isIn}
				onChange={(event) => onToggle(event.target.checked)}
			/>
			<CoverThumb
				cover={share.cover}
				icon={FILE_ICONS[share.files[0]?.icon ?? "generic"]}
				className="aspect-4/3 w-full rounded-none"
			/>
			<span
				aria-hidden="true"
				className={classes(
					"absolute end-2 top-2 grid size-7 place-items-center rounded-full border",
					isIn
						? "tabular border-primary bg-primary font-semibold text-13 text-primary-content"
						: "border-edge bg-surface text-transparent",
				)}
			>
				{isIn ? place + 1 : <Icon of={Check} size={16} />}
			</span>
			<span className="flex min-w-0 flex-1 flex-col p-3">
				<span dir="auto" className="wrap-anywhere line-clamp-2 text-left font-medium leading-snug">
					{share.title}
				</span>
				<span className="tabular mt-auto flex flex-wrap gap-x-2 pt-1 text-13 text-muted">
					<span className="text-ink">{priceLabel(share)}</span>
					<span>{t("parts.files", { n: share.fileCount })}</span>
				</span>
				{!share.selling && <span className="text-13 text-muted">{t("parts.stopped")}</span>}
			</span>
		</label>
	);
}

function UnfitList({
	shares,
	currency,
}: {
	shares: readonly MyShare[];
	currency: Currency | undefined;
}) {
	const t = usePartsTexts();
	const unfit = shares.flatMap((share) => {
		const why = unfitOf(share, currency);
		return why ? [{ ...share, why }] : [];
	});
	if (unfit.length === 0) return null;
	return (
		<Fold className="text-13 text-muted" title={t("parts.unfit", { n: unfit.length })}>
			<ul className="mt-1 max-h-48 divide-y divide-line overflow-y-auto">
				{unfit.map(({ shareId, title, why }) => (
					<li key={shareId} className="flex flex-wrap justify-between gap-x-4 py-1.5">
						<span className="wrap-anywhere min-w-0 text-ink">{title}</span>
						<span>{t(`parts.why.${why}`)}</span>
					</li>
				))}
			</ul>
		</Fold>
	);
}
