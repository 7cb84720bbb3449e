import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ChevronRight: IconShapes = [["path", { d: "m9 18 6-6-6-6" }]];
