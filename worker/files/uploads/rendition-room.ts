import { quotaExceeded, storageQuota } from "../../accounts/plans/upload-slots.ts";
import type { CreatorCtx, RenditionRoom } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { sessionOf } from "./fetch-own-upload.ts";

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
