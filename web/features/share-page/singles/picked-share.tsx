import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { latePart } from "../../../lib/server/late-part.ts";
import { LateChoosing } from "../late-choosing.ts";
import { type Picking, PickingContext } from "../picking.tsx";
import { Bar } from "./bar.tsx";
import { sharedFavorites } from "./favorites-link.ts";
import { Filters } from "./filters.tsx";
import { Heart } from "./heart.tsx";
import { type Filter, HeartsContext, openHearts } from "./hearts.ts";
import { InCard } from "./in-card.tsx";

const InViewer = latePart(() => import("./in-viewer.tsx"), "InViewer");

/** Until it is loaded, taps on hearts would be lost. */
export const loadChoosing = ({ fileShare }: ShareResponse) =>
	fileShare.choosing && LateChoosing.load();

/** The page of a share that sells single files, or asks its clients to choose. */
export function PickedShare({
	page,
	isUsed = true,
	children,
}: {
	page: ShareResponse;
	/** false if it is only shown */
	isUsed?: boolean;
	children: ReactNode;
}) {
	const [hearts] = useState(() => openHearts(page.fileShare.shareId));
	const [filter, setFilter] = useState<Filter>(null);
	const [shared, setShared] = useState<ReadonlySet<string> | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the address counts when the page opens
	useEffect(() => {
		const found = sharedFavorites(page.files, hearts.state().ids);
		if (!found) return;
		setShared(found);
		setFilter({ name: "shared", ids: found });
	}, []);
	useEffect(() => {
		const over = new AbortController();
		const onHide = () => {
			if (document.hidden) hearts.count();
		};
		window.addEventListener("storage", hearts.read, { signal: over.signal });
		document.addEventListener("visibilitychange", onHide, { signal: over.signal });
		return () => over.abort();
	}, [hearts]);
	const dismiss = useCallback(() => {
		history.replaceState(history.state, "", location.pathname + location.search);
		setShared(null);
		setFilter(null);
	}, []);
	const value = useMemo(
		() => ({ page, hearts, filter, setFilter, shared, dismiss }),
		[page, hearts, filter, shared, dismiss],
	);
	const picking = useMemo(
		(): Picking => ({
			files: filter ? page.files.filter(({ id }) => filter.ids.has(id)) : page.files,
			onSeen: hearts.see,
			Heart,
			Filters,
			Bar,
			InCard,
			InViewer,
		}),
		[page.files, filter, hearts],
	);
	return (
		<HeartsContext value={value}>
			<PickingContext value={picking}>
				{page.fileShare.choosing ? (
					<LateChoosing isUsed={isUsed}>{children}</LateChoosing>
				) : (
					children
				)}
			</PickingContext>
		</HeartsContext>
	);
}
