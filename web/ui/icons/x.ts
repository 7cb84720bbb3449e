import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const X: IconShapes = [
	["path", { d: "M18 6 6 18" }],
	["path", { d: "m6 6 12 12" }],
];
