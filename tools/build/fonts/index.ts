/**
 * Cuts the web app's fonts out of their families anew.
 *
 *   node tools/build/fonts/index.ts
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FACE_NAMES, FONTS, faceOf } from "./faces.ts";

for (const name of FACE_NAMES) writeFileSync(join(FONTS, name), await faceOf(name));
