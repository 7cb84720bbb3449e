import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ArrowUpRight: IconShapes = [
	["path", { d: "M7 7h10v10" }],
	["path", { d: "M7 17 17 7" }],
];
