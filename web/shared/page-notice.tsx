import type { ComponentProps } from "react";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** Replaces a whole page. */
export function PageNotice(props: ComponentProps<typeof EmptyState>) {
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState level="h1" {...props} />
			</Card>
		</div>
	);
}
