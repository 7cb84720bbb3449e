import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Clock3: IconShapes = [
	["circle", { cx: "12", cy: "12", r: "10" }],
	["path", { d: "M12 6v6h4" }],
];
