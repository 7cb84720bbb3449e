import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SpeedMeter } from "../../../../web/upload-engine/speed.ts";
import type {
	ShareFile,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import type { Receipt } from "../../../../worker/customers/receipts/contract.ts";
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

type Done = {
	path: string;
	size: number;
	crc32: string | null;
	/** `present`: already there, with the same bytes */
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
		const fetching = options.zip
			? downloadZip(session, api, id, join(options.to ?? ".", `${title}.zip`), options)
			: downloadChosen(session, api, found, id, title, options);
		const done = await fetching.catch((error) => {
			if (!session.signal.aborted) throw error;
			throw new CliFailure("interrupted", EXIT.interrupted, "The download was interrupted.", {
				hints: ["What has arrived is kept. Resume with the same command."],
			});
		});
		const bytes = done.reduce((sum, { size }) => sum + size, 0);
		const present = done.filter(({ state }) => state === "present").length;
		session.out.result(
			{ shareId: id, title: found.fileShare.title, size: bytes, files: done },
			`${done.length} ${done.length === 1 ? "file" : "files"}, complete and checked${present > 0 ? `; ${present} were there already` : ""}.`,
		);
	},
);

/** A link may name another server than the sign-in. */
async function byShare(session: Session, share: string): Promise<{ api: Api; id: string }> {
	if (/^https?:\/\/\S+\/receipt#/.test(share))
		// Without the link itself, which is as good as the files.
		throw usageFailure("This is the link of a receipt, which is read from standard input.", [
			"tillbox download --receipt < FILE, or without < FILE paste it and end with Ctrl-D.",
		]);
	const origin = /^https?:\/\//.test(share) ? serverOrigin(share) : await session.origin();
	// TILLBOX_TOKEN is for one server; a link to another one must not get it.
	const own = process.env.TILLBOX_TOKEN ? await session.origin().catch(() => null) : origin;
	const token = own === origin ? await session.token(origin) : null;
	const cookie = (await readSettings()).buyers[origin];
	return { api: session.apiOf(origin, token ? { token } : { cookie }), id: shareIdOf(share) };
}

/** Also keeps the cookie that makes this machine a holder of the purchase. */
async function byReceipt(session: Session, text: string): Promise<{ api: Api; id: string }> {
	const link = text.trim();
	const [, token] = /^https?:\/\/\S+\/receipt#(?:token=)?([\w.-]{20,200})$/.exec(link) ?? [];
	if (!token) throw usageFailure("Standard input has no receipt link.");
	const origin = serverOrigin(link);
	const known = (await readSettings()).buyers[origin];
	const api = session.apiOf(origin, { cookie: known });
	const { body, response } = await api.response<Receipt>("POST", "/api/receipts/redeem", {
		body: { token },
		// The server allows setting a cookie only from its own pages.
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

/** Throws for an unknown name or folder. */
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

/** Reports several transfers as one. `add` takes bytes, negative when a partial file was useless. */
function transfersOf({ out }: Session, totalBytes: number, fileCount: number) {
	const report = new ProgressReport(out, "Downloading");
	const speed = new SpeedMeter(Date.now());
	const progress: Progress = {
		sentBytes: 0,
		totalBytes,
		filesDone: 0,
		fileCount,
		bytesPerSecond: null,
		secondsLeft: null,
		waiting: null,
	};
	return {
		add(bytes: number): void {
			progress.sentBytes += bytes;
			speed.add(Math.max(0, bytes), Date.now());
			progress.bytesPerSecond = speed.bytesPerSecond;
			progress.secondsLeft = speed.secondsFor(totalBytes - progress.sentBytes);
			report.update(progress);
		},
		done: () => void progress.filesDone++,
		end: () => report.end(progress),
	};
}

async function downloadChosen(
	session: Session,
	api: Api,
	share: ShareResponse,
	shareId: string,
	title: string,
	options: Options,
): Promise<Done[]> {
	const files = chosen(share.files, options);
	for (const file of files) serverId(file.id);
	const to = resolve(options.to ?? title);
	// Over the whole share, so a file's path doesn't depend on the selection.
	const paths = localPaths(to, share.files);
	if (options.to === undefined)
		await makeOwnFolder({ origin: api.http.origin, shareId, folder: to });
	// The first failure ends the other transfers too.
	const stop = new AbortController();
	const signal = AbortSignal.any([session.signal, stop.signal]);
	const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
	const transfers = transfersOf(session, totalBytes, files.length);
	const done: Done[] = [];
	const queue = files.entries();
	const work = async () => {
		for (const [at, file] of queue) {
			const { id, size } = file;
			const path = paths.get(file) ?? "";
			const url = `/api/files/${id}/download`;
			const present = await presentFile(api, url, path, { ...options, size }, signal);
			if (present) {
				transfers.add(size);
				done[at] = { path, size, crc32: present, state: "present" };
			} else {
				const how = { http: api.http, signal, onProgress: transfers.add };
				const fetched = await fetchFile({ url, size, key: id }, path, how);
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
 * Returns the CRC-32 of an existing file with the server's bytes, or null. Throws if another file has the name and
 * may not be replaced.
 */
async function presentFile(
	{ http }: Api,
	url: string,
	path: string,
	{ size, overwrite }: Options & { size: number },
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
	throw inTheWay(`${path} already exists, with other bytes.`);
}

const inTheWay = (message: string) =>
	new CliFailure("file.exists", EXIT.conflict, message, {
		hints: ["Move it away, name another folder with --to, or replace it with --overwrite."],
	});

async function downloadZip(
	session: Session,
	api: Api,
	id: string,
	to: string,
	{ folder, file: names, overwrite }: Options,
): Promise<Done[]> {
	if (names)
		throw usageFailure("--file and --zip can't be combined: single files need no archive.");
	const path = resolve(to);
	if (!overwrite && (await stat(path).catch(() => null))) throw inTheWay(`${path} already exists.`);
	const url = folder
		? `/api/file-shares/${id}/download-folder/${encodeURIComponent(folder)}`
		: `/api/file-shares/${id}/download-all-assets`;
	const head = await api.http.open("HEAD", url, { signal: session.signal });
	head.resume();
	const length = Number(headerOf(head, "content-length") ?? 0);
	const transfers = transfersOf(session, head.statusCode === 200 ? length : 0, 1);
	try {
		const part = folder ? `-${Buffer.from(folder).toString("base64url").slice(0, 40)}` : "";
		const source = { url, key: `${id}-zip${part}`, size: null };
		const how = { http: api.http, signal: session.signal, onProgress: transfers.add };
		const fetched = await fetchFile(source, path, how);
		transfers.done();
		return [{ path, ...fetched, state: "downloaded" }];
	} finally {
		transfers.end();
	}
}
