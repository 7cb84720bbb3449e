import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ArrowDown: IconShapes = [
	["path", { d: "M12 5v14" }],
	["path", { d: "m19 12-7 7-7-7" }],
];
