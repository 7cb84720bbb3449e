import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

/** Links in one line, up to the window's edges on narrow screens, where it scrolls to the current one. */
export function Strip({
	current,
	className,
	children,
}: {
	/** tells the current link from others */
	current: string | undefined;
	className: string;
	children: ReactNode;
}) {
	const strip = useRef<HTMLUListElement>(null);
	useEffect(() => {
		const list = strip.current;
		const link = current && list?.querySelector<HTMLElement>("[aria-current]");
		if (!list || !link) return;
		// Also once the page's own font, whose letters have other widths, has arrived.
		const observer = new ResizeObserver(() => {
			// Not scrollIntoView, which would scroll the page as well.
			list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
		});
		observer.observe(link);
		return () => observer.disconnect();
	}, [current]);
	return (
		<ul
			ref={strip}
			className={classes("relative flex overflow-x-auto [scrollbar-width:none]", className)}
		>
			{children}
		</ul>
	);
}
