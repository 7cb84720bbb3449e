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
			className={classes("rounded-card border border-line bg-surface p-6", className)}
		>
			{title && (
				<header className="mb-5 flex flex-wrap items-start justify-between gap-3">
					<div className="min-w-0 flex-1 basis-[14rem]">
						<h2 id={id} className="text-21">
							{title}
						</h2>
						{lead && <p className="mt-1 max-w-line text-muted">{lead}</p>}
					</div>
					{action}
				</header>
			)}
			{children}
		</section>
	);
}
