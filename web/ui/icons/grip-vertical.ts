import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const GripVertical: IconShapes = [
	["circle", { cx: "9", cy: "12", r: "1" }],
	["circle", { cx: "9", cy: "5", r: "1" }],
	["circle", { cx: "9", cy: "19", r: "1" }],
	["circle", { cx: "15", cy: "12", r: "1" }],
	["circle", { cx: "15", cy: "5", r: "1" }],
	["circle", { cx: "15", cy: "19", r: "1" }],
];
