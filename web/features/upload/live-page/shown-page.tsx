import { type ComponentType, useLayoutEffect, useRef, useState } from "react";
import type { ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { useMediaQuery } from "../../../lib/page/use-media-query.ts";
import { useTexts } from "../texts.ts";

/** The share's page, which is another feature's. */
export type BuyersPage = ComponentType<{ page: ShareResponse }>;

/** Pixels; the page's width with its margins, on a desktop and on a phone. */
const WIDTHS = { wide: 1200, narrow: 390 };

/** Scaled to the room there is. Nothing in it can be used. */
export function ShownPage({ page, BuyersPage }: { page: ShareResponse; BuyersPage: BuyersPage }) {
	const t = useTexts();
	const box = useRef<HTMLDivElement>(null);
	const width = WIDTHS[useMediaQuery("(width >= 64rem)") ? "wide" : "narrow"];
	const [zoom, setZoom] = useState(0.5);
	useLayoutEffect(() => {
		if (!box.current) return;
		const measure = new ResizeObserver(([entry]) => {
			if (entry) setZoom(entry.contentRect.width / width);
		});
		measure.observe(box.current);
		return () => measure.disconnect();
	}, [width]);
	return (
		<figure aria-label={t("upload.livePage")} className="min-w-0">
			<div
				ref={box}
				className="overflow-y-auto overscroll-contain rounded-card border border-line bg-paper lg:max-h-[calc(100dvh-13rem)]"
			>
				{/* Contained, so that the bar at the bottom of a phone's page stays in it. */}
				<div inert className="contain-layout" style={{ zoom, width }}>
					<BuyersPage page={page} />
				</div>
			</div>
		</figure>
	);
}
