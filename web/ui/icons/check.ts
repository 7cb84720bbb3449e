import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const Check: IconShapes = [["path", { d: "M20 6 9 17l-5-5" }]];
