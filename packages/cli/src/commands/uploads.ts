import { formatSize } from "../../../../worker/files/contract/files.ts";
import type { OpenUpload } from "../../../../worker/files/uploads/contract.ts";
import { command, flag } from "../arguments/command.ts";
import { idOf } from "../arguments/values.ts";
import { CliFailure, EXIT } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { keepPaths } from "../upload/begin.ts";
import { gatherFiles } from "../upload/gather.ts";
import { forgetUpload, savedUpload } from "../upload/saved-uploads.ts";
import { sendUpload } from "../upload/send.ts";
import { fetchUpload, recognise } from "../upload/unfinished.ts";
import { EXCLUDE, printPublished } from "./upload.ts";

const list = command("uploads", "list unfinished uploads", {}, async (session) => {
	const api = await session.api();
	const uploads = await api.json<OpenUpload[]>("GET", "/api/uploads");
	const rows = uploads.map((upload) => [
		upload.id,
		upload.title,
		`${formatSize(upload.receivedSize)} of ${formatSize(upload.totalSize)}`,
		String(upload.fileCount),
		dateTime(upload.expiresAt),
	]);
	session.out.result(
		{ uploads },
		rows.length === 0
			? "No upload is unfinished."
			: table(["ID", "TITLE", "SENT", "FILES", "KEPT UNTIL"], rows, [3]),
	);
});

const resume = command(
	"uploads resume <ID> [PATH...]",
	"resume an unfinished upload",
	{
		options: { exclude: EXCLUDE },
		examples: [
			"tillbox uploads resume ID # on the machine where it was begun",
			"tillbox uploads resume ID /mnt/copy/album # with the same files elsewhere",
		],
		note: "An upload that was begun in a browser can be resumed here, and the other way round. Only files that are not complete need to be there.",
	},
	async (session, options, id, given) => {
		const saved = given.length > 0 ? null : await savedUpload(idOf(id, "an upload's id"));
		const paths = saved?.paths ?? given;
		const exclude = saved?.exclude ?? options.exclude ?? [];
		const api = await session.api();
		const upload = await fetchUpload(api, idOf(id, "an upload's id"));
		const isComplete = upload.files.every(({ received, parts }) => received.length >= parts);
		if (paths.length === 0 && !isComplete)
			throw new CliFailure(
				"upload.begun_elsewhere",
				EXIT.usage,
				"This upload was begun elsewhere: name its files or folders.",
				{ hints: [`tillbox uploads resume ${id} PATH…`] },
			);
		const { files } = isComplete ? { files: [] } : await gatherFiles(paths, exclude);
		const { found, missing, changed } = await recognise(upload, files, { partial: true });
		if (missing.length + changed.length > 0) throw notTheSame(upload.title, missing, changed);
		await keepPaths(session, id, { paths, exclude });
		if (session.out.options.progress === "json")
			session.out.progressLine({ event: "resumed", uploadId: id, shareId: upload.shareId });
		const sent = await sendUpload(session, api, { ...upload, sources: found });
		await printPublished(session, api, sent);
	},
);

function notTheSame(title: string, missing: string[], changed: string[]): CliFailure {
	const some = (names: string[]) =>
		names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
	return new CliFailure(
		changed.length > 0 ? "upload.changed" : "file.missing",
		EXIT.file,
		`“${title}” can't be resumed with these files.`,
		{
			details: { missing, changed },
			hints: [
				...(missing.length > 0 ? [`Not found: ${some(missing)}`] : []),
				...(changed.length > 0 ? [`Changed since they were sent: ${some(changed)}`] : []),
			],
		},
	);
}

const discard = command(
	"uploads discard <ID>",
	"discard an unfinished upload",
	{
		options: { yes: flag("don't ask", "-y") },
		examples: ["tillbox uploads discard ID --yes # what was sent of it is deleted"],
	},
	async (session, { yes }, id) => {
		const api = await session.api();
		const path = `/api/uploads/${idOf(id, "an upload's id")}`;
		await confirm(session, "Delete what was sent of this upload?", yes);
		await api.json("DELETE", path);
		await forgetUpload(id);
		session.out.result({ discarded: id }, "Discarded.");
	},
);

export const uploads = [list, resume, discard];
