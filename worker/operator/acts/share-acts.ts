import { and, eq, getViewSelectedFields } from "drizzle-orm";
import * as z from "zod";
import { files, shares } from "../../catalogue/shares/tables.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { downloadHeaders } from "../../files/downloads/download.ts";
import { failure } from "../../platform/errors.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import { takeDown } from "../../trust/moderation/sanctions/impose.ts";
import { releaseQuarantined } from "../../trust/scanning/release-quarantined.ts";
import { act, check, decision, reason, recipientsOf } from "../forms.tsx";

export const SHARE_ACTS = {
	"/shares/:id/take-down": act({
		title: "Take the share down",
		button: "Take down",
		note: "From the next request on nobody gets a byte of it, not even its buyers.",
		tone: "danger",
		asks: {
			...decision,
			legalOrder: check("An authority has ordered it (the page answers 451)"),
		},
		run: async (ctx, shareId, input) => {
			const imposed = await takeDown(ctx, { shareId, ...input });
			return [`/shares/${shareId}`, `The share is taken down. ${recipientsOf(imposed)}`];
		},
	}),
	"/shares/:id/release": act({
		title: "Publish what is held",
		button: "Publish, whatever the scanner says",
		run: async (ctx, id) => {
			await releaseQuarantined(ctx, id);
			return [`/shares/${id}`, "What was held is published."];
		},
	}),
	"/shares/:id/original": act({
		title: "See an original",
		button: "Download the original",
		tone: "final",
		asks: {
			fileId: { input: "choice", schema: z.string().max(64), label: "File" },
			reason: reason(
				"Why the previews are not enough. Recorded in the audit log, and the creator sees that it was done.",
			),
		},
		run: async (ctx, id, { fileId, reason }) => {
			const [found] = await ctx.db
				.select({
					file: getViewSelectedFields(files),
					title: shares.title,
					creatorId: shares.creatorId,
				})
				.from(files)
				.innerJoin(shares, eq(shares.id, files.shareId))
				.where(and(eq(files.id, fileId), eq(files.shareId, id)));
			if (!found) throw failure("file.not_found");
			const { file, title, creatorId } = found;
			// Must be recorded before a byte is read.
			await recordOperatorAct(ctx, {
				act: "share.original_seen",
				creatorId,
				subjectId: id,
				details: { subject: title, file: fileId, reason },
			});
			const range = { key: file.objectKey, offset: 0, length: file.size };
			const body = await rangedObjectStream(ctx.files, [range], {
				recordOf: () => ({ size: file.size, etag: file.etag }),
				broken: () => {},
			});
			const headers = downloadHeaders(file.originalName, file.mimeType);
			return new Response(body, {
				headers: { ...headers, "Content-Length": String(file.size) },
			});
		},
	}),
} as const;
