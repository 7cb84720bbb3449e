import ChevronRight from "icons:chevron-right";
import type { ReactNode, SyntheticEvent } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

/** One line that expands; `boxed` frames everything. */
export function Fold({
	title,
	look = "plain",
	className,
	summaryClass,
	open,
	onToggle,
	children,
}: {
	title: ReactNode;
	look?: "plain" | "boxed";
	className?: string | undefined;
	summaryClass?: string;
	open?: boolean | undefined;
	onToggle?: (event: SyntheticEvent<HTMLDetailsElement>) => void;
	children: ReactNode;
}) {
	return (
		<details
			className={classes(look === "boxed" && "border border-line bg-surface", className)}
			open={open}
			onToggle={onToggle}
		>
			<summary
				className={classes(
					"flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden",
					look === "plain" && "w-fit max-w-full hover:text-ink",
					summaryClass,
				)}
			>
				<Icon
					of={ChevronRight}
					size={18}
					className={classes(
						"shrink-0 text-muted transition-transform duration-150 [details[open]>summary>&]:rotate-90",
						// The arrow starts a third into its square: this aligns it with the text above.
						look === "plain" && "-ms-1.5",
					)}
				/>
				{/* A single child, so that flex layout doesn't spread its parts over the line. */}
				<span className="min-w-0">{title}</span>
			</summary>
			{children}
		</details>
	);
}
