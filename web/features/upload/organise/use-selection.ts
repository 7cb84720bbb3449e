import { useMemo, useRef, useState } from "react";
import type { ChosenFile } from "./draft.ts";
import type { TreeRow } from "./tree-rows.ts";

/** `isRange` (Shift) selects from the last file to this one in display order. */
export function useSelection(files: readonly ChosenFile[], rows: readonly TreeRow[]) {
	const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
	const last = useRef<number | null>(null);
	const keys = useMemo(
		() => new Set(files.map(({ key }) => key).filter((key) => chosen.has(key))),
		[files, chosen],
	);
	return {
		keys,
		isAll: files.length > 0 && keys.size === files.length,
		setAll: (isAll: boolean) => setChosen(new Set(isAll ? files.map(({ key }) => key) : [])),
		select(key: number, isSelected: boolean, isRange: boolean) {
			const shown = rows.flatMap((row) => (row.kind === "file" ? [row.chosen.key] : []));
			const from = isRange && last.current !== null ? shown.indexOf(last.current) : -1;
			const to = shown.indexOf(key);
			const range = from < 0 ? [key] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
			const next = new Set(keys);
			for (const one of range) {
				if (isSelected) next.add(one);
				else next.delete(one);
			}
			last.current = key;
			setChosen(next);
		},
	};
}
