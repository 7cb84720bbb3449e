import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type BadgeTone = "neutral" | "good" | "warning" | "danger" | "info";

const TONES: Record<BadgeTone, string> = {
	neutral: "bg-faint text-muted",
	good: "bg-primary/12 text-primary",
	warning: "bg-warning/14 text-warning",
	danger: "bg-error/12 text-error",
	info: "bg-info/12 text-info",
};

/** A word about the state of something. */
export function Badge({
	tone = "neutral",
	icon,
	children,
	className,
}: {
	tone?: BadgeTone;
	icon?: ReactNode;
	children: ReactNode;
	className?: string;
}) {
	return (
		<span
			className={classes(
				"inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 text-13 font-medium",
				TONES[tone],
				className,
			)}
		>
			{icon}
			{children}
		</span>
	);
}
