import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Info: IconShapes = [
	["circle", { cx: "12", cy: "12", r: "10" }],
	["path", { d: "M12 16v-4" }],
	["path", { d: "M12 8h.01" }],
];
