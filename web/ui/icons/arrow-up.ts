import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ArrowUp: IconShapes = [
	["path", { d: "m5 12 7-7 7 7" }],
	["path", { d: "M12 19V5" }],
];
