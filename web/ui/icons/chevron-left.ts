import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ChevronLeft: IconShapes = [["path", { d: "m15 18-6-6 6-6" }]];
