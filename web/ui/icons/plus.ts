import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Plus: IconShapes = [
	["path", { d: "M5 12h14" }],
	["path", { d: "M12 5v14" }],
];
