/** After `npm run db:generate`: deletes all snapshots of the tables but the last one, the only one that Drizzle reads. */
import { globSync, rmSync } from "node:fs";
import { ROOT } from "./local/processes.ts";

const snapshots = globSync(`${ROOT}/migrations/meta/*_snapshot.json`).toSorted();
for (const path of snapshots.slice(0, -1)) rmSync(path);
