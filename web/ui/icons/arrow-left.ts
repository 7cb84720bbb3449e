import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ArrowLeft: IconShapes = [
	["path", { d: "m12 19-7-7 7-7" }],
	["path", { d: "M19 12H5" }],
];
