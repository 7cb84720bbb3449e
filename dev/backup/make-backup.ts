import type { BackupState } from "../../worker/maintenance/backup/state.ts";
import { PlainError } from "../local/processes.ts";
import type { Stores } from "./stores.ts";

/** Makes a backup, or goes on with one that has begun; `between` runs after every few steps. */
export async function makeBackup(
	stores: Stores,
	between: (state: BackupState) => Promise<void> = async () => {},
	steps = 20,
): Promise<BackupState> {
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
