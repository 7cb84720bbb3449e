import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Search: IconShapes = [
	["path", { d: "m21 21-4.34-4.34" }],
	["circle", { cx: "11", cy: "11", r: "8" }],
];
