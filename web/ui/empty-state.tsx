import type { ReactNode } from "react";
import { Icon, type IconBody } from "./icon.tsx";

type Props = {
	icon?: IconBody;
	title: ReactNode;
	children?: ReactNode;
	action?: ReactNode;
	/** h1 if it is the whole page */
	level?: "h1" | "h2";
};

export function EmptyState({ icon, title, children, action, level: Heading = "h2" }: Props) {
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
			{icon && (
				<span className="mb-1 grid size-12 place-items-center rounded-full bg-faint text-muted">
					<Icon of={icon} />
				</span>
			)}
			<Heading className={Heading === "h1" ? "text-28" : "text-21"}>{title}</Heading>
			{children && <div className="text-muted">{children}</div>}
			{action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
		</div>
	);
}
