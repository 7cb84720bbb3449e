import type { BackupState } from "../../../worker/maintenance/backup/state.ts";
import { PlainError } from "../../local/processes.ts";
import type { Stores } from "./stores.ts";

const MAX_CLOCK_ERROR_MS = 5 * 60_000;

const STEPS_PER_CALL = 20;

/** Continues an unfinished backup. */
export async function makeBackup(stores: Stores): Promise<BackupState> {
	const [[row] = []] = await stores.batch([["SELECT 1000 * unixepoch() AS now"]]);
	// Retention depends on when backups began.
	if (Math.abs(Date.now() - Number(row?.now)) > MAX_CLOCK_ERROR_MS)
		throw new PlainError("The clock of this machine is wrong: backups would not expire in time.");
	const begun = await stores.ask<BackupState | null>("POST", "/begin");
	if (!begun || begun.phase === "done") throw new PlainError("The backup did not begin.");
	for (;;) {
		const { more, state } = await stores.ask<{ more: boolean; state: BackupState }>(
			"POST",
			"/continue",
			{ steps: STEPS_PER_CALL },
		);
		if (!more) return state;
	}
}
