import { useId, useState } from "react";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { ShareTicks } from "../../shared/share-ticks.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useTexts } from "./texts.ts";

const SEARCHED_FROM = 6;

type Props = {
	shares: readonly MyShare[];
	chosen: readonly string[] | null;
	onChoose: (chosen: readonly string[] | null) => void;
	error: string | undefined;
};

export function ShareChoice({ shares, chosen, onChoose, error }: Props) {
	const t = useTexts();
	// Kept while all are chosen, so that switching back and forth loses nothing.
	const [ticked, setTicked] = useState(chosen ?? []);
	const errorId = useId();
	return (
		<div className="grid gap-1.5 sm:col-span-2">
			<span aria-hidden="true" className="font-medium">
				{t("discounts.shares")}
			</span>
			<Segments
				legend={t("discounts.shares")}
				segments={[
					{ value: "all", label: t("discounts.allShares") },
					{ value: "chosen", label: t("discounts.chosenShares") },
				]}
				chosen={chosen === null ? "all" : "chosen"}
				onChoose={(which) => onChoose(which === "all" ? null : ticked)}
			/>
			{chosen === null ? (
				<p className="text-13 text-muted">{t("discounts.allSharesHint")}</p>
			) : (
				<Ticks
					shares={shares}
					chosen={chosen}
					errorId={error && errorId}
					onChoose={(next) => {
						setTicked(next);
						onChoose(next);
					}}
				/>
			)}
			{error && (
				<p id={errorId} className="text-13 text-error">
					{error}
				</p>
			)}
		</div>
	);
}

function Ticks({
	shares,
	chosen,
	errorId,
	onChoose,
}: {
	shares: readonly MyShare[];
	chosen: readonly string[];
	errorId: string | undefined;
	onChoose: (chosen: readonly string[]) => void;
}) {
	const t = useTexts();
	const [search, setSearch] = useState("");
	const query = search.trim().toLowerCase();
	const found = shares.filter(({ title }) => title.toLowerCase().includes(query));
	if (shares.length === 0) return <p className="text-15 text-muted">{t("discounts.noShares")}</p>;
	return (
		<div className="mt-1 grid grid-cols-1 gap-2">
			{shares.length >= SEARCHED_FROM && (
				<input
					type="search"
					className="input w-full"
					aria-label={t("discounts.search")}
					placeholder={t("discounts.search")}
					value={search}
					onChange={(event) => setSearch(event.target.value)}
					onKeyDown={(event) => {
						// Enter would submit the form.
						if (event.key === "Enter") event.preventDefault();
					}}
				/>
			)}
			<ShareTicks
				shares={found}
				isChosen={({ shareId }) => chosen.includes(shareId)}
				onChoose={(shareId, isChosen) =>
					onChoose(isChosen ? [...chosen, shareId] : chosen.filter((id) => id !== shareId))
				}
				errorId={errorId}
				none={t("discounts.noneFound")}
			/>
			<p className="text-13 text-muted" aria-live="polite">
				{t("discounts.chosenCount", { count: chosen.length })}
			</p>
		</div>
	);
}
