import { useMemo } from "react";
import { renderSVG } from "uqr";
import { classes } from "./classes.ts";

/** Returns an SVG data URI. */
export function qrImage(link: string): string {
	return `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`;
}

type Props = { link: string; alt: string /** px */; size: number; className?: string };

/** Dark on white in both themes, for scanners. */
export function QrCode({ link, alt, size, className }: Props) {
	const image = useMemo(() => qrImage(link), [link]);
	return (
		<img
			src={image}
			alt={alt}
			width={size}
			height={size}
			className={classes("rounded-control bg-white", className)}
		/>
	);
}
