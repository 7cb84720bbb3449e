/**
 * Writes docs/reference.md from the code.
 *
 *   npm run docs
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { helpIfAsked } from "../local/help.ts";
import { ROOT } from "../local/processes.ts";
import { reference } from "./reference.ts";

helpIfAsked(import.meta.url);
writeFileSync(join(ROOT, "docs/reference.md"), reference());
