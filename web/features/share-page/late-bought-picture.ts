import { latePart } from "../../lib/server/late-part.ts";

export const LateBoughtPicture = latePart(() => import("./bought-picture.tsx"), "BoughtPicture");
