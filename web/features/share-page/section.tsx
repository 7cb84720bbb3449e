import { type ReactNode, useId, useState } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="min-w-0">
			<h2 id={id} className="mb-3 text-21">
				{title}
			</h2>
			{children}
		</section>
	);
}

export function ShowAll({ label, onClick }: { label: string; onClick: (() => void) | null }) {
	if (!onClick) return null;
	return (
		<button type="button" className="btn btn-ghost mt-2 w-full" onClick={onClick}>
			{label}
		</button>
	);
}

/** Entries before the rest is collapsed. */
const FIRST = 50;

export function useFirst<T>(
	list: readonly T[],
): [shown: readonly T[], showAll: (() => void) | null] {
	const [isAll, setAll] = useState(false);
	if (isAll || list.length <= FIRST) return [list, null];
	return [list.slice(0, FIRST), () => setAll(true)];
}
