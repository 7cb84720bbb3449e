import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ChevronDown: IconShapes = [["path", { d: "m6 9 6 6 6-6" }]];
