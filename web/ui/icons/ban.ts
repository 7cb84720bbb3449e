import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Ban: IconShapes = [
	["circle", { cx: "12", cy: "12", r: "10" }],
	["path", { d: "M4.929 4.929 19.07 19.071" }],
];
