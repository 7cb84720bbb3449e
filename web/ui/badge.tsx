import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type BadgeTone = "neutral" | "good" | "warning" | "danger" | "info";

const TONES: Record<BadgeTone, string> = {
	neutral: "bg-faint text-muted",
	good: "bg-primary/10 text-[color-mix(in_oklab,var(--color-primary)_80%,var(--color-base-content))]",
	warning:
		"bg-warning/10 text-[color-mix(in_oklab,var(--color-warning)_80%,var(--color-base-content))]",
	danger: "bg-error/10 text-[color-mix(in_oklab,var(--color-error)_80%,var(--color-base-content))]",
	info: "bg-info/10 text-[color-mix(in_oklab,var(--color-info)_80%,var(--color-base-content))]",
};

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
				"inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-13 font-medium",
				TONES[tone],
				className,
			)}
		>
			{icon}
			{children}
		</span>
	);
}
