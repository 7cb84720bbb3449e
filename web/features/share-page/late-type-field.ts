import { latePart } from "../../lib/server/late-part.ts";

export const LateTypeField = latePart(() => import("./type-field.tsx"), "TypeField");
