import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import type {
	CreatedShare,
	MyShare,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import { missingPreviews } from "../../../../worker/files/previews/contract/missing-previews.ts";
import type { Api } from "../api/api.ts";
import { choice, command, flag, option, repeatable, type ValuesOf } from "../arguments/command.ts";
import { flagOf } from "../arguments/parse.ts";
import { shareIdOf } from "../arguments/values.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import type { Session } from "../session.ts";
import {
	type Begun,
	beginUpload,
	keepPaths,
	noteMovedFiles,
	type Replacement,
	type ShareFields,
} from "../upload/begin.ts";
import { gatherFiles, type LocalFile } from "../upload/gather.ts";
import { publishedBefore, signatureOf } from "../upload/published-before.ts";
import { sendUpload } from "../upload/send.ts";
import { findUnfinished } from "../upload/unfinished.ts";
import { paymentWarnings } from "./payment-warnings.ts";
import { SHARE_OPTIONS } from "./share-options.ts";
import { shareJson, shareLink } from "./shares.ts";

export const EXCLUDE = repeatable("PATTERN", "leave out names such as *.tmp");

const OPTIONS = {
	...SHARE_OPTIONS,
	title: option("TITLE", "the title; else the name of the file or folder"),
	externalId: option(
		"ID",
		"your own id of it; the files become new versions of a share that has it already",
	),
	noAddress: flag("a free share asks for no email address"),
	saleMode: choice(["each", "link"], "each buyer pays, or the first payment opens the link"),
	clip: choice(
		["30", "60", "whole"],
		"seconds of audio and video that can be played before payment",
	),
	cover: option("FILE", "the picture of the share: one of its files, or another image"),
	exclude: EXCLUDE,
	addTo: option("SHARE", "add the files to this share of yours"),
	replace: flag("with --add-to: files of the same name take the place of the earlier ones"),
	note: option("TEXT", "with --replace: what is new"),
	dropEarlier: flag("with --replace: nobody can download the earlier versions any more"),
	new: flag("begin again, even if an unfinished upload has the same files"),
};
type Options = ValuesOf<typeof OPTIONS>;

export const upload = command(
	"upload <PATH...>",
	"upload files and folders as a share, or resume that",
	{
		options: OPTIONS,
		examples: [
			"tillbox upload track.wav --price 4.50 # sell one file",
			'tillbox upload ./album --title "North" --price 12 --cover ./album/front.jpg # sell a folder with all that it contains',
			"tillbox upload ./album --add-to SHARE --replace --note 'Remastered' # bring a new version to those who have bought it",
			"tillbox upload ./dist --price 12 --external-id plugin --note 1.1 # the first time a new share, then new versions of it",
			"tillbox upload ./album --price 12 --json > share.json # the share as JSON; its progress on stderr",
		],
		note: "Stopped at any moment, even by a power cut, the same command resumes where it was, on this machine or on another that has the same files: `tillbox uploads` lists what is unfinished. The content of a single folder comes to the top of the share; of several folders, each keeps its name. Symbolic links and the files of operating systems (.DS_Store, Thumbs.db) are left out.",
	},
	async (session, given, paths) => {
		const { out } = session;
		const options = await withExisting(session, given);
		const { exclude = [] } = options;
		const { files, skipped } = await gatherFiles(paths, exclude);
		for (const path of skipped) out.note(`Skipped a symbolic link: ${path}`);
		const fields = await fieldsOf(options, paths, await session.origin());
		const api = await session.api();
		const signature = signatureOf(api.http.origin, fields, files);
		const begun = await resumed(session, api, options, { fields, files });
		const published = begun || options.new ? null : await publishedBefore(api, signature);
		if (published) return printPublished(session, api, published);
		const input = begun ?? (await started(api, options, { fields, files }));
		if (!begun) noteMovedFiles(session, input);
		await keepPaths(session, input.id, { paths, exclude, signature });
		if (options.cover && !options.addTo)
			await sendOtherCover(api, input.shareId, options.cover, files);
		if (out.options.progress === "json")
			out.progressLine({
				event: begun ? "resumed" : "begun",
				uploadId: input.id,
				shareId: input.shareId,
			});
		await printPublished(session, api, await sendUpload(session, api, input));
	},
);

export async function printPublished(
	{ out }: Session,
	api: Api,
	created: CreatedShare,
): Promise<void> {
	const { fileShare } = created;
	// Published even if its page can't be read.
	const page = await api
		.json<ShareResponse>("GET", `/api/file-shares/${fileShare.shareId}`)
		.catch(() => null);
	const warnings = page ? paymentWarnings(api, page) : [];
	const link = shareLink(api.http.origin, fileShare.shareId);
	const checking = fileShare.checking ? " It is being checked, and opens then." : "";
	const files = fileShare.fileCount === 1 ? "one file" : `${fileShare.fileCount} files`;
	out.note(`“${fileShare.title}” is published with ${files}.${checking}`);
	const due = page ? missingPreviews(page) : 0;
	if (due > 0)
		out.note(
			`Without a preview: ${due === 1 ? "one file" : `${due} files`}. Your browser makes what it can when you open ${api.http.origin}/dashboard.`,
		);
	for (const warning of warnings) out.note(`Warning: ${warning}`);
	out.result({ ...shareJson(api.http.origin, fileShare), files: created.files, warnings }, link);
}

type Described = { fields: ShareFields; files: readonly LocalFile[] };

/** Returns the options; those of an update if a published share already has the given id. */
async function withExisting(session: Session, options: Options): Promise<Options> {
	const { externalId } = options;
	if (externalId === undefined) return options;
	if (options.addTo !== undefined)
		throw usageFailure("--external-id finds the share; leave out --add-to.");
	const api = await session.api();
	const query = { externalId };
	const [share] = await api.json<MyShare[]>("GET", "/api/my-file-shares", { query });
	if (!share || share.status === "uploading") return options;
	session.out.note(
		`“${share.title}” has this id: the files become new versions of it. Nothing else of it changes.`,
	);
	const passedOn = Object.entries(options).filter(
		([name]) => !(name in SHARE_OPTIONS) && name !== "cover",
	);
	return { ...Object.fromEntries(passedOn), externalId, addTo: share.shareId, replace: true };
}

async function fieldsOf(
	options: Options,
	paths: readonly string[],
	origin: string,
): Promise<ShareFields> {
	const addTo = options.addTo === undefined ? undefined : shareIdOf(options.addTo, origin);
	if (addTo !== undefined) {
		for (const name of ["title", "price", "pricing", "description", "cover"] as const)
			if (options[name] !== undefined)
				throw usageFailure(`--${name} is for a new share; \`tillbox edit\` changes one.`);
		// Required by the server, which keeps the share's own.
		return { addTo, title: "-", price: "1" };
	}
	for (const name of ["replace", "note", "dropEarlier"] as const)
		if (options[name] !== undefined && options.externalId === undefined)
			throw usageFailure(`${flagOf(name)} needs --add-to SHARE.`);
	const { price, pricing, images, clip } = options;
	const isFree = pricing === "free";
	if (isFree && Number(price ?? 0) !== 0)
		throw usageFailure("--price must be left out or 0 with --pricing free.");
	const isUnpriced = price === undefined || (pricing !== "chosen" && Number(price) === 0);
	if (!isFree && isUnpriced)
		throw usageFailure(price === undefined ? "--price is missing." : "--price must be above 0.", [
			"A free share has --pricing free.",
		]);
	return {
		title: options.title ?? (await titleOf(paths)),
		price: price ?? "0",
		pricing,
		description: options.description,
		licence: options.licence,
		suggestedPrice: options.suggestedPrice,
		maxSales: options.maxSales,
		singles: options.singles,
		externalId: options.externalId,
		asksAddress: options.noAddress ? false : undefined,
		saleMode: options.saleMode,
		samplesMarked: options.samplesMarked,
		preview: images || clip ? { images, clip } : undefined,
	};
}

/** Returns the name of the only path; a file's without its extension. */
async function titleOf([path = "", ...more]: readonly string[]): Promise<string> {
	if (more.length > 0) throw usageFailure("--title is missing: there are several paths.");
	const name = basename(resolve(path));
	const found = await stat(path).catch(() => null);
	if (found?.isDirectory()) return name;
	return name.slice(0, name.length - extname(name).length) || name;
}

/** Throws for an unfinished upload of the same files with other bytes. */
async function resumed(
	{ out }: Session,
	api: Api,
	options: Options,
	{ fields, files }: Described,
): Promise<Begun | null> {
	if (options.new) return null;
	const { title, addTo } = fields as { title: string; addTo?: string };
	const unfinished = await findUnfinished(api, { title, addTo, files });
	if (!unfinished) return null;
	const { upload, recognised } = unfinished;
	if (recognised.changed.length > 0)
		throw new CliFailure(
			"upload.changed",
			EXIT.conflict,
			`An unfinished upload has files of these names and sizes with other bytes: ${recognised.changed.slice(0, 3).join(", ")}.`,
			{
				details: { uploadId: upload.id, changed: recognised.changed },
				hints: [
					`Discard it with \`tillbox uploads discard ${upload.id}\`, or begin another one with --new.`,
				],
			},
		);
	out.note("Resuming the unfinished upload of these files.");
	return { ...upload, sources: recognised.found };
}

async function started(api: Api, options: Options, { fields, files }: Described): Promise<Begun> {
	const coverAt = files.findIndex(({ path }) => path === resolve(options.cover ?? ""));
	const replaced = options.replace ? await replacements(api, options, files) : undefined;
	const cover = coverAt >= 0 && options.cover ? coverAt : undefined;
	return beginUpload(api, { ...fields, cover }, files, replaced);
}

/** Matches files of the share by name and folder. */
async function replacements(
	api: Api,
	options: Options,
	files: readonly LocalFile[],
): Promise<Map<LocalFile, Replacement>> {
	const share = await api.json<ShareResponse>(
		"GET",
		`/api/file-shares/${shareIdOf(options.addTo ?? "")}`,
	);
	const replaced = new Map<LocalFile, Replacement>();
	for (const file of files) {
		const named = share.files.filter(
			({ originalName }) => originalName.normalize("NFC") === file.name.normalize("NFC"),
		);
		const [earlier] =
			named.length > 1 ? named.filter(({ folderPath }) => folderPath === file.folder) : named;
		if (!earlier) continue;
		const keepEarlier = !options.dropEarlier;
		replaced.set(file, { file: earlier.id, note: options.note, keepEarlier });
	}
	if (replaced.size === 0 && options.externalId === undefined)
		throw new CliFailure("file.not_found", EXIT.notFound, "The share has no file of these names.", {
			hints: ["Without --replace, they are added to it."],
		});
	return replaced;
}

const PICTURE_TYPES: Readonly<Record<string, string>> = {
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".png": "image/png",
	".webp": "image/webp",
	".avif": "image/avif",
};

async function sendOtherCover(
	api: Api,
	shareId: string,
	cover: string,
	files: readonly LocalFile[],
): Promise<void> {
	if (files.some(({ path }) => path === resolve(cover))) return;
	const type = PICTURE_TYPES[extname(cover).toLowerCase()];
	if (!type) throw usageFailure(`--cover must be a JPEG, PNG, WebP or AVIF picture.`);
	const body = await readFile(cover).catch((cause: Error) => {
		throw new CliFailure("file.missing", EXIT.file, `--cover: ${cause.message}`, { cause });
	});
	const headers = { "content-type": type };
	await api.json("PUT", `/api/file-shares/${shareId}/pictures/cover`, { body, headers });
}
