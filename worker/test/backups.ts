import { env } from "cloudflare:workers";
import type { Ctx } from "../context.ts";
import { DAY_MS } from "../contract/retention.ts";
import { beginBackup, continueBackup } from "../maintenance/backup/run-backup.ts";
import { makeBackupKeys } from "../maintenance/backup/seal.ts";
import { readState } from "../maintenance/backup/state.ts";
import { testCtx } from "./test-app.ts";

/** A sequence of backups in the test's own bucket; `days` is how far its clock is ahead. */
export async function makeBackups() {
	const keys = await makeBackupKeys();
	const clock = { days: 0 };
	const ctx = (overrides: Partial<Ctx> = {}): Ctx => {
		const base = testCtx();
		const config = { ...base.config, BACKUP_PUBLIC_KEY: keys.publicKey };
		return { ...base, config, now: () => Date.now() + clock.days * DAY_MS, ...overrides };
	};
	const state = async () => {
		const found = await readState(ctx());
		if (!found) throw new Error("no backup has begun");
		return found;
	};
	/** One step; returns true when there is more to do. */
	const step = () => continueBackup(ctx(), { steps: 1, ms: DAY_MS });
	/** Makes a whole backup a day after the last one, with `between` after each step; returns its id. */
	const backUp = async (between: () => Promise<unknown> = async () => {}, later = 1) => {
		clock.days += later;
		await beginBackup(ctx());
		while (await step()) await between();
		return (await state()).id;
	};
	return { keys, clock, ctx, state, step, backUp };
}

/** The triggers by which a backup notes changes. */
export async function triggersNow(): Promise<unknown[]> {
	const own =
		"SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'backup_trigger_*'";
	return (await env.DB.prepare(own).all()).results;
}

/** Stores an object with metadata of its own. */
export async function putObject(
	key: string,
	content: string | Uint8Array<ArrayBuffer>,
): Promise<R2Object> {
	const object = await env.FILES.put(key, content, {
		customMetadata: { crc32: "7" },
		httpMetadata: { contentType: "a/b" },
	});
	if (!object) throw new Error(`${key} was not stored`);
	return object;
}
