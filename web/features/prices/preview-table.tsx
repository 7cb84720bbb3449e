import { useState } from "react";
import { highestPrice, leastByCard, leastPrice } from "../../../worker/contract/money.ts";
import { formatCents, formatMoney } from "../../lib/i18n/format.ts";
import type { Row } from "./preview.ts";
import { useTexts } from "./texts.ts";

/** From how many shares on they can be searched. */
const SEARCHED_FROM = 8;

/** The shares with their prices before and after, and a box to choose each. */
export function PreviewTable({
	rows,
	chosen,
	onChoose,
}: {
	rows: readonly Row[];
	/** slugs */
	chosen: ReadonlySet<string>;
	onChoose: (chosen: ReadonlySet<string>) => void;
}) {
	const t = useTexts();
	const [search, setSearch] = useState("");
	const wanted = search.trim().toLowerCase();
	const found = rows.filter(({ share }) => share.title.toLowerCase().includes(wanted));
	// What is free has no price that could be chosen.
	const free = found.filter(({ share }) => share.pricing !== "free");
	const isAll = free.length > 0 && free.every(({ share }) => chosen.has(share.shareId));

	function set(shares: readonly Row[], isChosen: boolean) {
		const next = new Set(chosen);
		for (const { share } of shares)
			if (isChosen) next.add(share.shareId);
			else next.delete(share.shareId);
		onChoose(next);
	}

	return (
		<section aria-label={t("prices.preview")} className="grid grid-cols-1 gap-3">
			{rows.length >= SEARCHED_FROM && (
				<input
					type="search"
					className="input w-full sm:max-w-72"
					aria-label={t("prices.search")}
					placeholder={t("prices.search")}
					value={search}
					onChange={(event) => setSearch(event.target.value)}
				/>
			)}
			<div className="rounded-card border border-line bg-surface">
				<table className="w-full text-left">
					<thead className="text-13 text-muted">
						<tr>
							<th scope="col" className="px-3 py-3 font-medium sm:px-5">
								<label className="flex cursor-pointer items-center gap-3">
									<input
										type="checkbox"
										className="checkbox checkbox-primary checkbox-sm border-edge"
										aria-label={t("prices.all")}
										checked={isAll}
										onChange={(event) => set(free, event.target.checked)}
									/>
									{t("prices.share")}
								</label>
							</th>
							<th scope="col" className="px-5 py-3 text-end font-medium max-sm:hidden">
								{t("prices.before")}
							</th>
							<th scope="col" className="py-3 ps-2 pe-3 text-end font-medium sm:px-5">
								{t("prices.after")}
							</th>
						</tr>
					</thead>
					<tbody>
						{found.map((row) => (
							<PreviewRow
								key={row.share.shareId}
								row={row}
								isChosen={chosen.has(row.share.shareId)}
								onChoose={(isChosen) => set([row], isChosen)}
							/>
						))}
						{found.length === 0 && (
							<tr className="border-line border-t">
								<td colSpan={3} className="px-5 py-4 text-muted">
									{t("prices.noneFound")}
								</td>
							</tr>
						)}
					</tbody>
				</table>
			</div>
		</section>
	);
}

function PreviewRow({
	row,
	isChosen,
	onChoose,
}: {
	row: Row;
	isChosen: boolean;
	onChoose: (isChosen: boolean) => void;
}) {
	const { share, fromCents, toCents, refused } = row;
	const t = useTexts();
	const isFree = share.pricing === "free";
	return (
		<tr className="border-line border-t align-top">
			<th scope="row" className="px-3 py-3 text-left font-normal sm:px-5">
				<label className="flex items-start gap-3 has-enabled:cursor-pointer">
					<input
						type="checkbox"
						className="checkbox checkbox-primary checkbox-sm mt-0.5 border-edge"
						aria-label={t("prices.choose", { title: share.title })}
						checked={isChosen}
						disabled={isFree}
						onChange={(event) => onChoose(event.target.checked)}
					/>
					<span className="min-w-0">
						<span className="wrap-anywhere font-medium">{share.title}</span>
						<Note row={row} />
					</span>
				</label>
			</th>
			<td className="tabular px-5 py-3 text-end text-muted max-sm:hidden">
				{formatCents(fromCents, share.currency)}
			</td>
			<td className="tabular py-3 ps-2 pe-3 text-end font-semibold sm:px-5">
				{/* On phones there is no room for a column of its own. */}
				<span className="block font-normal text-muted sm:hidden">
					{formatCents(fromCents, share.currency)}
				</span>
				{toCents === null || refused ? "–" : formatCents(toCents, share.currency)}
			</td>
		</tr>
	);
}

/** What the numbers don't say: why a price stays, and who can't pay the new one. */
function Note({ row: { share, refused, fallsBelowCard } }: { row: Row }) {
	const t = useTexts();
	const { currency } = share;
	if (refused || share.pricing === "free")
		return (
			<span className={refused ? "block text-13 text-warning" : "block text-13 text-muted"}>
				{t(`prices.refused.${refused ?? "free"}`, {
					least: formatCents(leastPrice(currency), currency),
					most: formatCents(highestPrice(currency), currency),
					suggested: formatMoney(share.suggestedPrice ?? "0", currency),
				})}
			</span>
		);
	if (fallsBelowCard)
		return (
			<span className="block text-13 text-warning">
				{t("prices.belowCard", { least: formatCents(leastByCard(currency), currency) })}
			</span>
		);
	if (share.pricing === "chosen")
		return <span className="block text-13 text-muted">{t("prices.minimum")}</span>;
	return null;
}
