import CircleAlert from "icons:circle-alert";
import CircleCheck from "icons:circle-check";
import Info from "icons:info";
import TriangleAlert from "icons:triangle-alert";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export type AlertTone = "info" | "good" | "warning" | "danger";

const LOOKS = {
	info: ["border-line bg-surface", "text-info", Info],
	good: ["border-primary/35 bg-primary/8", "text-primary", CircleCheck],
	warning: ["border-warning/40 bg-warning/10", "text-warning", TriangleAlert],
	danger: ["border-error/40 bg-error/8", "text-error", CircleAlert],
} as const;

type Props = {
	tone?: AlertTone;
	title?: ReactNode;
	children?: ReactNode;
	action?: ReactNode;
	/** it responds to the user's action, so screen readers announce it immediately */
	live?: boolean;
	className?: string;
};

export function Alert({ tone = "info", title, children, action, live, className }: Props) {
	const [frame, ink, sign] = LOOKS[tone];
	return (
		<div
			role={live ? "alert" : undefined}
			className={classes(
				"flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border px-4 py-3.5",
				frame,
				className,
			)}
		>
			<div className="flex min-w-0 flex-1 basis-64 gap-4">
				<Icon of={sign} className={classes("mt-0.5", ink)} />
				<div className="wrap-anywhere min-w-0 flex-1">
					{title && <p className="font-semibold">{title}</p>}
					{children && <div className="max-w-line text-15">{children}</div>}
				</div>
			</div>
			{action}
		</div>
	);
}
