import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Power: IconShapes = [
	["path", { d: "M12 2v10" }],
	["path", { d: "M18.4 6.6a9 9 0 1 1-12.77.04" }],
];
