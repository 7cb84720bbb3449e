import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const CodeXml: IconShapes = [
	["path", { d: "m18 16 4-4-4-4" }],
	["path", { d: "m6 8-4 4 4 4" }],
	["path", { d: "m14.5 4-5 16" }],
];
