import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const CircleSlash: IconShapes = [
	["circle", { cx: "12", cy: "12", r: "10" }],
	["line", { x1: "9", x2: "15", y1: "15", y2: "9" }],
];
