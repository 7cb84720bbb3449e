/**
 * Builds an empty installation from a backup: the latest of a moment not after `--at` (now, if not given).
 *
 *   npm run restore -- --key FILE --from PLACE --to PLACE [--at 2026-10-27T12:00Z]
 *
 * A place is a state folder of this machine, or a name in .deploy.json such as production. Interrupted,
 * the same command goes on.
 */

import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readBackupKey, SealError } from "../../../worker/maintenance/backup/seal.ts";
import { helpIfAsked } from "../../local/help.ts";
import { PlainError, reportAndExit } from "../../local/processes.ts";
import { placeOf } from "../backup/places.ts";
import { type Restored, restore } from "../backup/restore.ts";
import { withStores } from "../backup/with-stores.ts";

helpIfAsked(import.meta.url);

const LISTED = 50;

function report({ moment, rows, objects, bytes, lost }: Restored): void {
	const at = new Date(moment).toISOString();
	const hours = ((Date.now() - moment) / 3_600_000).toFixed(1);
	console.log(
		`Restored: ${rows} rows and ${objects} objects (${(bytes / 1e6).toFixed(1)} MB), as they were at ${at}.`,
	);
	console.log(`Lost: what was written after ${at} (${hours} hours ago); ${lost.length} objects.`);
	for (const { key, why } of lost.slice(0, LISTED)) console.log(`  ${key}: ${why}`);
	if (lost.length > LISTED) console.log(`  and ${lost.length - LISTED} more`);
}

try {
	const { values } = parseArgs({
		options: {
			key: { type: "string" },
			from: { type: "string" },
			to: { type: "string" },
			at: { type: "string" },
		},
	});
	const { key: file, from, to, at } = values;
	if (!file || !from || !to)
		throw new PlainError("npm run restore -- --key FILE --from PLACE --to PLACE [--at TIME]");
	if (!existsSync(file)) throw new PlainError(`There is no key in ${file}.`);
	const moment = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
	if (Number.isNaN(moment))
		throw new PlainError(`--at takes a time such as 2026-10-27T12:00Z, not "${at}".`);
	const key = await readBackupKey(readFileSync(file, "utf8")).catch((error) => {
		if (error instanceof SealError) throw new PlainError(`${error.message}: ${file}`);
		throw error;
	});
	const [source, target] = [placeOf(from, ""), placeOf(to, "")];
	if (source.folder !== null && source.folder === target.folder)
		throw new PlainError("A restore fills another, empty installation: --to differs from --from.");
	report(
		await withStores(source, (sourceStores) =>
			withStores(target, (targetStores) =>
				restore(
					{ from: sourceStores, to: targetStores },
					...([key, moment, (line: string) => console.log(line)] as const),
				),
			),
		),
	);
} catch (error) {
	reportAndExit(error);
}
