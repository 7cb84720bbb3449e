import LinkIcon from "icons:link";
import { useMemo } from "react";
import { wordOf } from "../../../lib/buying/basket.ts";
import { useCopy } from "../../../lib/page/use-copy.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { LINK_PREFIX } from "./favorites-link.ts";
import { useHeartState, useHearts } from "./hearts.ts";
import { useSinglesTexts } from "./texts.ts";

/** Nothing until there is something to filter by. */
export function Filters() {
	const t = useSinglesTexts();
	const { page, hearts, filter, setFilter, shared, dismiss } = useHearts();
	const { ids: hearted } = useHeartState();
	const { copied, copy } = useCopy();
	const ids = useMemo(
		() => new Set(page.files.flatMap(({ id }) => (hearted.has(id) ? [id] : []))),
		[page.files, hearted],
	);
	const bought = useMemo(
		() => new Set(page.files.flatMap((file) => (file.bought ? [file.id] : []))),
		[page.files],
	);
	const sets = { favorites: ids, shared: shared ?? new Set<string>(), bought };
	const names = (["favorites", "shared", "bought"] as const).filter(
		(name) => sets[name].size > 0 || filter?.name === name,
	);
	if (names.length === 0) return null;
	const link = () => {
		const { origin, pathname } = location;
		return `${origin}${pathname}${LINK_PREFIX}${wordOf(page.files, ids)}`;
	};
	return (
		<div className="grid gap-3">
			{shared && (
				<div
					role="status"
					className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4"
				>
					<p className="min-w-0 flex-1 basis-56">{t("singles.sharedNotice", { n: shared.size })}</p>
					<span className="flex flex-wrap gap-2">
						<Button
							tone="primary"
							size="sm"
							onClick={() => {
								hearts.add(shared);
								dismiss();
							}}
						>
							{t("singles.takeOver")}
						</Button>
						<Button tone="quiet" size="sm" onClick={dismiss}>
							{t("singles.notNow")}
						</Button>
					</span>
				</div>
			)}
			<div className="flex flex-wrap items-center justify-between gap-2">
				<Segments
					legend={t("singles.filter")}
					chosen={filter?.name ?? "all"}
					segments={[
						{ value: "all", label: t("singles.all") },
						...names.map((value) => ({
							value,
							label: t(`singles.${value}`, { n: sets[value].size }),
						})),
					]}
					onChoose={(name) => setFilter(name === "all" ? null : { name, ids: sets[name] })}
				/>
				{ids.size > 0 && (
					<Button
						tone="quiet"
						size="sm"
						icon={<Icon of={LinkIcon} size={18} />}
						onClick={() => void copy(link())}
					>
						{t(copied ? "singles.copied" : "singles.copyLink")}
					</Button>
				)}
			</div>
		</div>
	);
}
