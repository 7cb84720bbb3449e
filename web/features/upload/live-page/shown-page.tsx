import {
	type ComponentType,
	type MouseEvent,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { classes } from "../../../ui/classes.ts";
import { useTexts } from "../texts.ts";

/** The share's page, which is another feature's. */
export type BuyersPage = ComponentType<{ page: ShareResponse }>;

/** Pixels; narrower pages are scaled instead of squeezed. */
const LEAST = 320;

/**
 * The page as on a phone, since two columns would be too small to read here. Nothing in it can be used, but a tap
 * on a picture calls `onPick` with its key.
 */
export function ShownPage({
	page,
	BuyersPage,
	onPick = null,
}: {
	page: ShareResponse;
	BuyersPage: BuyersPage;
	onPick?: ((key: number) => void) | null;
}) {
	const t = useTexts();
	const box = useRef<HTMLDivElement>(null);
	const [zoom, setZoom] = useState(1);
	useLayoutEffect(() => {
		if (!box.current) return;
		const measure = new ResizeObserver(([entry]) => {
			if (entry) setZoom(Math.min(1, entry.contentRect.width / LEAST));
		});
		measure.observe(box.current);
		return () => measure.disconnect();
	}, []);
	const content = useMemo(() => <BuyersPage page={page} />, [BuyersPage, page]);
	function pick({ currentTarget, clientX: x, clientY: y }: MouseEvent) {
		// Inert elements are never the target of an event.
		const picked = [...currentTarget.querySelectorAll<HTMLElement>("[data-file]")].find((file) => {
			const { left, right, top, bottom } = file.getBoundingClientRect();
			return x >= left && x <= right && y >= top && y <= bottom;
		});
		if (picked) onPick?.(Number(picked.dataset.file));
	}
	return (
		// Contained, so that the bar at the bottom of a phone's page stays in it.
		<figure
			aria-label={t("upload.livePage")}
			className="min-w-0 overflow-hidden rounded-card border border-line bg-paper contain-layout"
		>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of samples does the same with the keyboard */}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
			<div
				ref={box}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the keyboard too
				tabIndex={0}
				onClick={pick}
				className={classes(
					"narrow-page max-h-[66dvh] overflow-y-auto overscroll-contain lg:max-h-[calc(100dvh-15rem)]",
					onPick && "cursor-pointer",
				)}
			>
				<div inert className="max-lg:pb-20" style={{ zoom }}>
					{content}
				</div>
			</div>
		</figure>
	);
}
