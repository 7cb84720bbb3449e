import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

type Props = Omit<ComponentProps<"section">, "title"> & {
	title?: ReactNode;
	lead?: ReactNode;
	action?: ReactNode;
};

export function Card({ title, id, lead, action, className, children, ...rest }: Props) {
	return (
		<section
			aria-labelledby={title ? id : undefined}
			id={title ? undefined : id}
			{...rest}
			className={classes("rounded-card border border-line bg-surface [:where(&)]:p-6", className)}
		>
			{title && (
				<header className="mb-5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
					<h2 id={id} className="min-w-0 text-21">
						{title}
					</h2>
					{action}
					{lead && <p className="w-full max-w-line text-muted">{lead}</p>}
				</header>
			)}
			{children}
		</section>
	);
}
