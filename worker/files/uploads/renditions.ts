import { quotaExceeded, storageQuota } from "../../accounts/plans/upload-slots.ts";
import type { CreatorCtx, RenditionRoom } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { sessionOf } from "./fetch-own-upload.ts";

/** `size` in bytes. */
export type RenditionObject = { objectKey: string; size: number };

/**
 * Objects of an upload's renditions, which count toward the quota. Listed from before the first byte is stored
 * until removal, so that a call that dies in between leaves nothing uncounted.
 */
export class RenditionObjects {
	private readonly sql: SqlStorage;

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	add({ objectKey, size }: RenditionObject): void {
		this.sql.exec(
			"INSERT INTO renditions (object_key, size) VALUES (?, ?) ON CONFLICT DO NOTHING",
			objectKey,
			size,
		);
	}

	/** Returns false if it is no longer listed, so that nothing would remove it. */
	keep(objectKey: string): boolean {
		const { rowsWritten } = this.sql.exec(
			"UPDATE renditions SET kept = 1 WHERE object_key = ?",
			objectKey,
		);
		return rowsWritten > 0;
	}

	remove(objectKeys: readonly string[]): void {
		this.sql.exec(
			"DELETE FROM renditions WHERE object_key IN (SELECT value FROM json_each(?))",
			JSON.stringify(objectKeys),
		);
	}

	bytes(): number {
		return this.sql
			.exec<{ size: number }>("SELECT coalesce(sum(size), 0) AS size FROM renditions")
			.one().size;
	}

	keys(which: "all" | "unkept"): string[] {
		return this.sql
			.exec<{ object_key: string }>(
				"SELECT object_key FROM renditions WHERE ? OR kept = 0",
				which === "all" ? 1 : 0,
			)
			.toArray()
			.map((row) => row.object_key);
	}
}

export function renditionRoom(ctx: CreatorCtx, uploadId: string): RenditionRoom {
	const session = sessionOf(ctx, uploadId);
	return {
		async reserve(object) {
			const limit = storageQuota(ctx);
			const outcome = await session.reserveRendition(ctx.user.id, object, limit);
			if (outcome === "closed") throw failure("upload.not_open");
			if (outcome !== "granted")
				throw quotaExceeded(ctx, { used: outcome.used, limit, needed: object.size });
		},
		async keep(objectKey) {
			if (!(await session.keepRendition(objectKey))) throw failure("upload.not_open");
		},
		release: (objectKeys) => session.releaseRenditions(objectKeys),
	};
}
