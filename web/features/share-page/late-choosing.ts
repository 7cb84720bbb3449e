import { latePart } from "../../lib/server/late-part.ts";

export const LateChoosing = latePart(() => import("./choosing/choosing.tsx"), "Choosing");
