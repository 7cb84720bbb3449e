import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
	return (
		<section
			{...rest}
			className={classes("rounded-card border border-line bg-surface p-6", className)}
		/>
	);
}

export function CardHead({
	title,
	id,
	children,
	action,
}: {
	title: ReactNode;
	/** for the card's `aria-labelledby` */
	id?: string;
	children?: ReactNode;
	action?: ReactNode;
}) {
	return (
		<header className="mb-5 flex flex-wrap items-start justify-between gap-3">
			<div className="min-w-0 flex-1 basis-[14rem]">
				<h2 id={id} className="text-21">
					{title}
				</h2>
				{children && <p className="mt-1 max-w-line text-muted">{children}</p>}
			</div>
			{action}
		</header>
	);
}
