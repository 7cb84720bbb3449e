import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ArrowRight: IconShapes = [
	["path", { d: "M5 12h14" }],
	["path", { d: "m12 5 7 7-7 7" }],
];
