import type { ReactNode } from "react";
import { classes } from "../../../ui/classes.ts";

type Props = { children: ReactNode; isHiddenWide?: boolean };

/** At the bottom of the screen, over the page. */
export function BottomBar({ children, isHiddenWide = false }: Props) {
	return (
		<div
			className={classes(
				"fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] print:hidden",
				isHiddenWide && "lg:hidden",
			)}
		>
			<div className="gutters flex max-w-content flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:px-4">
				{children}
			</div>
		</div>
	);
}
