import type { BackupState } from "../../../worker/maintenance/backup/state.ts";
import { PlainError } from "../../local/processes.ts";
import type { Stores } from "./stores.ts";

const MAX_CLOCK_ERROR_MS = 5 * 60_000;

/** Continues an unfinished backup; `between` runs after every few steps. */
export async function makeBackup(
	stores: Stores,
	between: (state: BackupState) => Promise<void> = async () => {},
	steps = 20,
): Promise<BackupState> {
	const [[row] = []] = await stores.batch([["SELECT 1000 * unixepoch() AS now"]]);
	// Retention depends on when backups began.
	if (Math.abs(Date.now() - Number(row?.now)) > MAX_CLOCK_ERROR_MS)
		throw new PlainError("The clock of this machine is wrong: backups would not expire in time.");
	const begun = await stores.ask<BackupState | null>("POST", "/begin");
	if (!begun || begun.phase === "done") throw new PlainError("The backup did not begin.");
	for (;;) {
		const { more, state } = await stores.ask<{ more: boolean; state: BackupState }>(
			...(["POST", "/continue", { steps }] as const),
		);
		if (!more) return state;
		await between(state);
	}
}
