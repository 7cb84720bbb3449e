import { type DragEvent, useState } from "react";

/** Distinguishes rows from files dragged from outside. */
const DRAGGED = "application/x-tillbox-rows";

export function dragRows(event: DragEvent, keys: Iterable<number>): void {
	event.dataTransfer.setData(DRAGGED, JSON.stringify([...keys]));
	event.dataTransfer.effectAllowed = "move";
}

export function useFolderDrop(onMove: (keys: ReadonlySet<number>) => void) {
	const [isOver, setOver] = useState(false);
	const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
	return {
		isOver,
		handlers: {
			onDragOver(event: DragEvent) {
				if (!isOurs(event)) return;
				event.preventDefault();
				event.dataTransfer.dropEffect = "move";
				setOver(true);
			},
			onDragLeave(event: DragEvent<HTMLElement>) {
				// Moving onto a child element is not leaving.
				const to = event.relatedTarget;
				if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
			},
			onDrop(event: DragEvent) {
				setOver(false);
				if (!isOurs(event)) return;
				event.preventDefault();
				const keys: unknown = JSON.parse(event.dataTransfer.getData(DRAGGED) || "[]");
				if (Array.isArray(keys)) onMove(new Set(keys.filter((key) => typeof key === "number")));
			},
		},
	};
}
