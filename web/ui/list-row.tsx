import type { ReactNode } from "react";

type Props = {
	name: ReactNode;
	/** on the line below, parted by dots; null and false are left out */
	facts?: readonly (string | null | false)[];
	action?: ReactNode;
	children?: ReactNode;
};

export function ListRow({ name, facts = [], action, children }: Props) {
	return (
		<li className="flex flex-wrap items-start justify-between gap-3 py-3">
			<div className="min-w-0 flex-1 basis-48">
				<p className="font-medium wrap-anywhere">{name}</p>
				<p className="text-13 text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
				{children}
			</div>
			{action}
		</li>
	);
}
