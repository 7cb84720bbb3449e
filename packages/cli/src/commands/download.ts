import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SpeedMeter } from "../../../../web/upload-engine/speed.ts";
import type { ShareFile, ShareResponse } from "../../../../worker/contract/catalogue/shares.ts";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import type { Receipt } from "../../../../worker/contract/payments/payments.ts";
import type { Api } from "../api/api.ts";
import { headerOf } from "../api/http.ts";
import { serverId } from "../api/server-id.ts";
import { command, flag, option, repeatable, type ValuesOf } from "../arguments/command.ts";
import { shareIdOf } from "../arguments/values.ts";
import { crcOfFile, fetchFile } from "../download/fetch-file.ts";
import { localPaths, nameOfTitle } from "../download/local-paths.ts";
import { makeOwnFolder } from "../download/own-folders.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import { readInput } from "../output/ask.ts";
import { type Progress, ProgressReport } from "../output/progress.ts";
import type { Session } from "../session.ts";
import { serverOrigin } from "../settings/server-address.ts";
import { keepBuyer, readSettings } from "../settings/settings.ts";

/** Files that are downloaded at the same time. */
const IN_FLIGHT = 4;

const OPTIONS = {
	to: option("FOLDER", "where to; else a new folder with the share's title"),
	file: repeatable("NAME", "only files of this name or path"),
	folder: option("PATH", "only this folder of the share"),
	zip: flag("one ZIP instead of single files"),
	overwrite: flag("replace other files that have these names"),
	receipt: flag("read the link of a buyer's receipt from standard input, instead of SHARE"),
};
type Options = ValuesOf<typeof OPTIONS>;

/** A file, and what became of it. */
type Done = {
	path: string;
	size: number;
	crc32: string | null;
	/** `present`: it was there already, with the same bytes */
	state: "downloaded" | "present";
};

export const download = command(
	"download [SHARE]",
	"download the files of a share",
	{
		options: OPTIONS,
		examples: [
			"tillbox download SHARE # your own, a free one or, by its link, anyone's free one",
			"tillbox download SHARE --file front.jpg --to . # one file",
			"tillbox download SHARE --zip # everything as one ZIP",
			"tillbox download --receipt < receipt.txt # what you have bought",
		],
		note: "Stopped at any moment, the same command resumes where it was. A file appears under its name once its size and checksum are the server's; files that are there already are left as they are.",
	},
	async (session, options, share) => {
		if ((share === undefined) === !options.receipt)
			throw usageFailure("Name a share, or give a receipt's link with --receipt.");
		const { api, id } = options.receipt
			? await byReceipt(session, await readInput())
			: await byShare(session, share ?? "");
		const found = await api.json<ShareResponse>("GET", `/api/file-shares/${id}`);
		requireAccess(found);
		if (found.fileShare.status === "uploading")
			throw new CliFailure(
				"share.uploading",
				EXIT.conflict,
				`“${found.fileShare.title}” is still uploading.`,
			);
		if (found.bundle)
			throw usageFailure("This is a bundle. Download its parts:", [
				// A title on the command's line could add to it.
				...found.bundle.parts.flatMap(({ title, shareId }) => [
					`“${title}”:`,
					`tillbox download ${serverId(shareId)}`,
				]),
			]);
		const title = nameOfTitle(found.fileShare.title);
		const done = await interruptible(session, async () => {
			if (options.zip)
				return [
					await downloadZip(session, api, id, join(options.to ?? ".", `${title}.zip`), options),
				];
			const files = chosen(found.files, options);
			for (const file of files) serverId(file.id);
			const to = resolve(options.to ?? title);
			// Of the whole share, so that a file has one path whatever else is chosen.
			const all = localPaths(to, found.files);
			const paths = new Map(files.map((file) => [file, all.get(file) ?? ""]));
			if (options.to === undefined)
				await makeOwnFolder({ origin: api.http.origin, shareId: id, folder: to });
			return downloadFiles(session, api, paths, options.overwrite);
		});
		const bytes = done.reduce((sum, { size }) => sum + size, 0);
		const present = done.filter(({ state }) => state === "present").length;
		session.out.result(
			{ shareId: id, title: found.fileShare.title, size: bytes, files: done },
			`${done.length} ${done.length === 1 ? "file" : "files"}, complete and checked${present > 0 ? `; ${present} were there already` : ""}.`,
		);
	},
);

/** Says how to go on where Ctrl-C has ended a download. */
async function interruptible<T>({ signal }: Session, act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		if (!signal.aborted) throw error;
		throw new CliFailure("interrupted", EXIT.interrupted, "The download was interrupted.", {
			hints: ["What has arrived is kept. Resume with the same command."],
		});
	}
}

/** A link names its server, which may be another than the one that was signed in to. */
async function byShare(session: Session, share: string): Promise<{ api: Api; id: string }> {
	if (/^https?:\/\/\S+\/receipt#/.test(share))
		// Without the link itself, which is as good as the files.
		throw usageFailure("This is the link of a receipt, which is read from standard input.", [
			"tillbox download --receipt < FILE, or without < FILE paste it and end with Ctrl-D.",
		]);
	const origin = /^https?:\/\//.test(share) ? serverOrigin(share) : await session.origin();
	const isTokens = process.env.TILLBOX_TOKEN ? origin === (await ownOrigin(session)) : true;
	const token = isTokens ? await session.token(origin) : null;
	const cookie = (await readSettings()).buyers[origin];
	return { api: session.apiOf(origin, token ? { token } : { cookie }), id: shareIdOf(share) };
}

/** The server that TILLBOX_TOKEN is for; a link to another one must not get it. */
const ownOrigin = (session: Session): Promise<string | null> => session.origin().catch(() => null);

/** Opens a receipt, which makes this machine a holder of the purchase; kept, so that it does so only once. */
async function byReceipt(session: Session, text: string): Promise<{ api: Api; id: string }> {
	const link = text.trim();
	const [, token] = /^https?:\/\/\S+\/receipt#(?:token=)?([\w.-]{20,200})$/.exec(link) ?? [];
	if (!token) throw usageFailure("Standard input holds no link of a receipt.");
	const origin = serverOrigin(link);
	const known = (await readSettings()).buyers[origin];
	const api = session.apiOf(origin, { cookie: known });
	const { body, response } = await api.response<Receipt>("POST", "/api/receipts/redeem", {
		body: { token },
		// The server takes what may set a cookie from its own pages only.
		headers: { "sec-fetch-site": "same-origin" },
	});
	const cookie = buyerCookieIn(response.headers.getSetCookie()) ?? known;
	if (!cookie) throw new Error("The server did not recognize this machine as a buyer.");
	if (cookie !== known) await keepBuyer(origin, cookie);
	return { api: session.apiOf(origin, { cookie }), id: serverId(body.shareId) };
}

function buyerCookieIn(lines: readonly string[]): string | undefined {
	const line = lines.find((one) => /^(__Host-)?buyer=[^;]/.test(one));
	return line?.split(";")[0];
}

function requireAccess({ fileShare }: ShareResponse): void {
	if (fileShare.isOwner || fileShare.isPaid) return;
	throw new CliFailure(
		"payment.required",
		EXIT.denied,
		`“${fileShare.title}” was not bought here, and is not yours.`,
		{ hints: ["Who has bought it opens the receipt: tillbox download --receipt < receipt.txt"] },
	);
}

/** The files that were asked for. Throws for a name or a folder that is not there. */
function chosen(files: readonly ShareFile[], { file: names, folder }: Options): ShareFile[] {
	const isIn = ({ folderPath }: ShareFile) =>
		folder === undefined || folderPath === folder || folderPath.startsWith(`${folder}/`);
	const isNamed = (name: string) => (file: ShareFile) =>
		file.originalName === name || pathOf(file) === name || file.id === name;
	const inside = files.filter(isIn);
	if (folder !== undefined && inside.length === 0) throw missing(`folder “${folder}”`);
	for (const name of names ?? []) if (!inside.some(isNamed(name))) throw missing(`file “${name}”`);
	return names ? inside.filter((file) => names.some((name) => isNamed(name)(file))) : inside;
}

const pathOf = ({ originalName, folderPath }: ShareFile): string =>
	folderPath === MAIN_FOLDER ? originalName : `${folderPath}/${originalName}`;

const missing = (what: string) =>
	new CliFailure("file.not_found", EXIT.notFound, `The share has no ${what}.`, {
		hints: ["`tillbox shares show SHARE` lists its files."],
	});

/** Follows several transfers as one. Bytes. */
class Transfers {
	readonly #report: ProgressReport;
	readonly #speed = new SpeedMeter(Date.now());
	readonly #progress: Progress;

	constructor(session: Session, totalBytes: number, fileCount: number) {
		this.#report = new ProgressReport(session.out, "Downloading");
		this.#progress = {
			sentBytes: 0,
			totalBytes,
			filesDone: 0,
			fileCount,
			bytesPerSecond: null,
			secondsLeft: null,
			waiting: null,
		};
	}

	add(bytes: number): void {
		const progress = this.#progress;
		progress.sentBytes += bytes;
		this.#speed.add(Math.max(0, bytes), Date.now());
		progress.bytesPerSecond = this.#speed.bytesPerSecond;
		progress.secondsLeft = this.#speed.secondsFor(progress.totalBytes - progress.sentBytes);
		this.#report.update(progress);
	}

	done(): void {
		this.#progress.filesDone++;
	}

	end(): void {
		this.#report.end(this.#progress);
	}
}

async function downloadFiles(
	session: Session,
	api: Api,
	paths: ReadonlyMap<ShareFile, string>,
	overwrite: boolean | undefined,
): Promise<Done[]> {
	const files = [...paths.keys()];
	// The first failure ends the other transfers too.
	const stop = new AbortController();
	const signal = AbortSignal.any([session.signal, stop.signal]);
	const transfers = new Transfers(
		session,
		files.reduce((sum, { size }) => sum + size, 0),
		files.length,
	);
	const done: Done[] = [];
	const queue = [...paths].entries();
	const work = async () => {
		for (const [at, [{ id, size }, path]] of queue) {
			const url = `/api/files/${id}/download`;
			const present = await presentFile(api, url, path, { size, overwrite }, signal);
			if (present) {
				transfers.add(size);
				done[at] = { path, size, crc32: present, state: "present" };
			} else {
				const onProgress = (bytes: number) => transfers.add(bytes);
				const source = { url, size, key: id };
				const fetched = await fetchFile(source, path, { http: api.http, signal, onProgress });
				done[at] = { path, ...fetched, state: "downloaded" };
			}
			transfers.done();
		}
	};
	try {
		await Promise.all(Array.from({ length: IN_FLIGHT }, work));
	} catch (error) {
		stop.abort(error);
		throw error;
	} finally {
		transfers.end();
	}
	return done;
}

/**
 * Returns the CRC-32 of a file that is there already with the server's bytes; null where there is none. Throws
 * where another file has the name, unless it may be replaced.
 */
async function presentFile(
	{ http }: Api,
	url: string,
	path: string,
	{ size, overwrite }: { size: number; overwrite: boolean | undefined },
	signal: AbortSignal,
): Promise<string | null> {
	const found = await stat(path).catch(() => null);
	if (!found) return null;
	if (found.isFile() && found.size === size) {
		const head = await http.open("HEAD", url, { signal });
		head.resume();
		const crc32 = headerOf(head, "x-file-crc32");
		if (crc32 !== null && (await crcOfFile(path)) === crc32) return crc32;
	}
	if (overwrite && found.isFile()) return null;
	throw new CliFailure(
		"file.exists",
		EXIT.conflict,
		`${path} is there already, with other bytes.`,
		{
			hints: ["Move it away, name another folder with --to, or replace it with --overwrite."],
		},
	);
}

async function downloadZip(
	session: Session,
	api: Api,
	id: string,
	to: string,
	{ folder, file: names, overwrite }: Options,
): Promise<Done> {
	if (names) throw usageFailure("--file and --zip don't go together: single files are no archive.");
	const path = resolve(to);
	if (!overwrite && (await stat(path).catch(() => null)))
		throw new CliFailure("file.exists", EXIT.conflict, `${path} is there already.`, {
			hints: ["Move it away, name a folder with --to, or replace it with --overwrite."],
		});
	const url = folder
		? `/api/file-shares/${id}/download-folder/${encodeURIComponent(folder)}`
		: `/api/file-shares/${id}/download-all-assets`;
	const head = await api.http.open("HEAD", url, { signal: session.signal });
	head.resume();
	const length = Number(headerOf(head, "content-length") ?? 0);
	const transfers = new Transfers(session, head.statusCode === 200 ? length : 0, 1);
	try {
		const key = folder
			? `${id}-zip-${Buffer.from(folder).toString("base64url").slice(0, 40)}`
			: `${id}-zip`;
		const fetched = await fetchFile({ url, key, size: null }, path, {
			http: api.http,
			signal: session.signal,
			onProgress: (bytes) => transfers.add(bytes),
		});
		transfers.done();
		return { path, ...fetched, state: "downloaded" };
	} finally {
		transfers.end();
	}
}
