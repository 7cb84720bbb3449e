import ChevronRight from "icons:chevron-right";
import type { ReactNode, SyntheticEvent } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

/** One line that opens to what stands behind it; `boxed` with a frame around both. */
export function Fold({
	title,
	look = "plain",
	className,
	summaryClass,
	open,
	onToggle,
	children,
}: {
	/** the line, which is always seen */
	title: ReactNode;
	look?: "plain" | "boxed";
	className?: string | undefined;
	/** the classes of the line's text and space */
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
						// The arrow begins a third into its square: it stands below what the line is below.
						look === "plain" && "-ms-1.5",
					)}
				/>
				{/* One child, so that what it consists of is not spread over the line. */}
				<span className="min-w-0">{title}</span>
			</summary>
			{children}
		</details>
	);
}
