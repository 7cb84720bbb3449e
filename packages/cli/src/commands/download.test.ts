import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpClient } from "../api/http.ts";
import { fetchFile } from "../download/fetch-file.ts";
import { byteServer, recordedSession, runLine, standIn } from "../test/stand-in.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";
let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cli-download-"));
	vi.stubEnv("XDG_CONFIG_HOME", folder);
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true, force: true });
});

// G97
it("sends the token to its own server only, not to that of a link", async () => {
	vi.stubEnv("TILLBOX_TOKEN", TOKEN);
	const own = await standIn(() => ({ json: {} }));
	const other = await standIn(() => ({
		status: 404,
		json: { code: "share.not_found", message: "No." },
	}));
	const { session } = recordedSession(own.origin);
	await expect(runLine(session, "download", `${other.origin}/share/abc`)).rejects.toMatchObject({
		status: 404,
	});
	expect(other.got).toHaveLength(1);
	expect(other.got[0]?.headers.authorization).toBeUndefined();
});

/** The response for a free share with these files. */
const shareOf = (title: string, files: { id: string; originalName: string }[]) => ({
	fileShare: { title, isOwner: true, isPaid: false },
	files: files.map((file) => ({ ...file, folderPath: "Main Files", size: BYTES.length })),
});

it("points to --receipt for a receipt's link, and does not repeat that", async () => {
	const { session } = recordedSession("http://127.0.0.1:1");
	const link = `http://127.0.0.1:1/receipt#token=${"t".repeat(40)}`;
	const failure = await runLine(session, "download", link).catch((error) => error);
	expect(failure).toMatchObject({ exitCode: 2 });
	expect(failure.hints.join()).toContain("--receipt");
	expect(failure.message + failure.hints).not.toContain("ttt");
});

it("names a bundle's parts with no title on the line of a command", async () => {
	const parts = [{ shareId: "part-001", title: "$(reboot)\n; reboot" }];
	const server = await standIn(() => ({ json: { ...shareOf("B", []), bundle: { parts } } }));
	const { session } = recordedSession(server.origin);
	const failure = await runLine(session, "download", `${server.origin}/share/share-01`).catch(
		(error) => error,
	);
	expect(failure.hints).toEqual(["“$(reboot)\n; reboot”:", "tillbox download part-001"]);
	parts[0] = { shareId: "$(reboot)", title: "T" };
	await expect(
		runLine(session, "download", `${server.origin}/share/share-01`),
	).rejects.toMatchObject({ code: "server.invalid_id" });
});

it("says that a share is still uploading, and writes nothing", async () => {
	const { fileShare } = shareOf("T", []);
	const server = await standIn(() => ({
		json: { fileShare: { ...fileShare, status: "uploading" } },
	}));
	const { session } = recordedSession(server.origin);
	const to = join(folder, "to");
	await expect(
		runLine(session, "download", `${server.origin}/share/share-01`, "--to", to),
	).rejects.toMatchObject({
		code: "share.uploading",
		exitCode: 5,
		message: "“T” is still uploading.",
	});
	expect(existsSync(to)).toBe(false);
});

// G99
it("fetches no file whose id is a path, and writes nothing", async () => {
	const server = await standIn(() => ({
		json: shareOf("T", [
			{ id: "file-0001", originalName: "a.txt" },
			{ id: "x/../../../out", originalName: "b.txt" },
		]),
	}));
	const { session } = recordedSession(server.origin);
	const to = join(folder, "to");
	await expect(
		runLine(session, "download", `${server.origin}/share/share-01`, "--to", to),
	).rejects.toMatchObject({ code: "server.invalid_id" });
	expect(server.got).toHaveLength(1);
	expect(existsSync(to)).toBe(false);
});

it("finishes if a file and a folder share a path, also a second time", async () => {
	const files = [
		{ id: "file-0001", originalName: "A", folderPath: "Main Files", size: 5 },
		{ id: "file-0002", originalName: "x", folderPath: "A", size: 5 },
	];
	const crc = crc32("la la").toString(16).padStart(8, "0");
	const server = await standIn(({ path }) =>
		path.startsWith("/api/v1/files/")
			? { text: "la la", headers: { etag: '"v1"', "x-file-crc32": crc } }
			: { json: { fileShare: { title: "T", isOwner: true, isPaid: false }, files } },
	);
	const to = join(folder, "to");
	for (const options of [["--file", "A/x"], [], []]) {
		const { session } = recordedSession(server.origin, { json: true });
		const line = [`${server.origin}/share/share-01`, "--to", to, ...options];
		await runLine(session, "download", ...line);
	}
	expect(readFileSync(join(to, "A"), "utf8")).toBe("la la");
	expect(readdirSync(join(to, "A (2)"))).toEqual(["x"]);
});

it("names a file of another kind that is in the way", async () => {
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: CRC });
	writeFileSync(join(folder, "A"), "mine");
	const source = { url: "/f", key: "f1", size: BYTES.length };
	const done = fetchFile(source, join(folder, "A", "f.txt"), {
		http: new HttpClient(server.origin, {}),
		signal: new AbortController().signal,
		onProgress: () => {},
	});
	await expect(done).rejects.toMatchObject({ code: "file.exists", exitCode: 5 });
	expect(server.asked).toEqual([]);
});

it("keeps a partial file beside its target, whatever its key", async () => {
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: "00000000", breaks: [10] });
	const stop = new AbortController();
	mkdirSync(join(folder, "in"));
	const source = { url: "/f", key: "x/../../out", size: BYTES.length };
	const done = fetchFile(source, join(folder, "in", "f.txt"), {
		http: new HttpClient(server.origin, {}),
		signal: stop.signal,
		onProgress: (bytes) => bytes > 0 && stop.abort(new Error("interrupted")),
	});
	await expect(done).rejects.toThrow("interrupted");
	expect(readdirSync(folder)).toEqual(["in"]);
	expect(readdirSync(join(folder, "in"))).toEqual([
		expect.stringMatching(/^\.tillbox-x_______out\..*\.part$/),
	]);
});

describe("without --to, the folder", () => {
	const SONG = "la la";
	beforeEach(() => {
		vi.spyOn(process, "cwd").mockReturnValue(folder);
	});
	afterEach(() => vi.restoreAllMocks());

	/** A server whose shares have one file and this title; returns how to download one. */
	async function serving(title: string) {
		const server = await standIn(({ path }) =>
			path.startsWith("/api/v1/files/")
				? {
						text: SONG,
						headers: { etag: '"v1"', "x-file-crc32": crc32(SONG).toString(16).padStart(8, "0") },
					}
				: {
						json: {
							fileShare: { title, isOwner: true, isPaid: false },
							files: [
								{ id: "file-0001", originalName: "song.txt", folderPath: "Main Files", size: 5 },
							],
						},
					},
		);
		return async (shareId: string, ...options: string[]) => {
			const { session, written } = recordedSession(server.origin, { json: true });
			const link = `${server.origin}/share/${shareId}`;
			await runLine(session, "download", link, ...options);
			return JSON.parse(written.stdout).files[0];
		};
	}

	// G99
	it("makes a folder by the title, which only the same download finds again", async () => {
		const get = await serving("North");
		const path = join(folder, "North", "song.txt");
		expect(await get("share-01")).toMatchObject({ path, state: "downloaded" });
		expect(await get("share-01")).toMatchObject({ path, state: "present" });
		rmSync(path);
		await expect(get("share-02")).rejects.toMatchObject({
			code: "file.exists",
			exitCode: 5,
			hints: [expect.stringContaining("--to")],
		});
		expect(existsSync(path)).toBe(false);
		expect(await get("share-02", "--to", "North")).toMatchObject({ path, state: "downloaded" });
	});

	it.each(["folder", "file", "link"])(
		"refuses a title's folder that was there before as a %s",
		async (kind) => {
			const at = join(folder, "bin");
			if (kind === "folder") mkdirSync(at);
			else if (kind === "file") writeFileSync(at, "mine");
			else symlinkSync(folder, at);
			await expect((await serving("bin"))("share-01")).rejects.toMatchObject({
				code: "file.exists",
			});
			expect(existsSync(join(at, "song.txt"))).toBe(false);
		},
	);

	it("makes no hidden folder", async () => {
		const get = await serving(".ssh");
		expect(await get("share-01")).toMatchObject({ path: join(folder, "_ssh", "song.txt") });
		expect(existsSync(join(folder, ".ssh"))).toBe(false);
	});
});

const BYTES = Buffer.from("The quick brown fox jumps over the lazy dog. ".repeat(2000));
const CRC = crc32(BYTES).toString(16).padStart(8, "0");

function fetching(origin: string, onProgress: (bytes: number) => void = () => {}) {
	const http = new HttpClient(origin, {});
	let bytes = 0;
	const done = fetchFile({ url: "/f", key: "f1", size: BYTES.length }, join(folder, "f.txt"), {
		http,
		signal: new AbortController().signal,
		onProgress: (more) => {
			bytes += more;
			onProgress(bytes);
		},
	});
	return { done, progress: () => bytes };
}
const partials = () => readdirSync(folder).filter((name) => name.endsWith(".part"));
const partialOf = (etag: string) =>
	join(folder, `.tillbox-f1.${Buffer.from(etag).toString("base64url")}.part`);

it("resumes with the missing bytes after a broken connection, and checks the whole", async () => {
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: CRC, breaks: [30_000, 20_000] });
	// The second request asks for the last byte of the first once more.
	const ends = [30_000, 49_999];
	const { done, progress } = fetching(server.origin, (bytes) => {
		if (bytes !== ends[0]) return;
		ends.shift();
		server.breakOff();
	});
	expect(await done).toEqual({ size: BYTES.length, crc32: CRC });
	expect(readFileSync(join(folder, "f.txt")).equals(BYTES)).toBe(true);
	expect(progress()).toBe(BYTES.length);
	expect(server.asked.length).toBe(3);
	expect(server.asked.slice(1).every(({ range, ifRange }) => range && ifRange === '"v1"')).toBe(
		true,
	);
	expect(partials()).toEqual([]);
});

it("begins again when the server has another version", async () => {
	writeFileSync(partialOf('"v0"'), "x".repeat(50_000));
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: CRC });
	await fetching(server.origin).done;
	expect(server.asked[0]?.ifRange).toBe('"v0"');
	expect(readFileSync(join(folder, "f.txt")).equals(BYTES)).toBe(true);
	expect(partials()).toEqual([]);
});

it("renames a partial file that was already complete", async () => {
	writeFileSync(partialOf('"v1"'), BYTES);
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: CRC });
	await fetching(server.origin).done;
	expect(server.asked).toEqual([{ range: `bytes=${BYTES.length - 1}-`, ifRange: '"v1"' }]);
	expect(readFileSync(join(folder, "f.txt")).equals(BYTES)).toBe(true);
});

it("throws a damaged partial file away and loads it once more", async () => {
	const damaged = Buffer.from(BYTES.subarray(0, 40_000));
	damaged[100] = (damaged[100] ?? 0) ^ 1;
	writeFileSync(partialOf('"v1"'), damaged);
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: CRC });
	await fetching(server.origin).done;
	expect(server.asked).toHaveLength(2);
	expect(readFileSync(join(folder, "f.txt")).equals(BYTES)).toBe(true);
});

it("gives no name to bytes whose checksum stays wrong", async () => {
	const server = await byteServer(BYTES, { etag: '"v1"', crc32: "00000000" });
	await expect(fetching(server.origin).done).rejects.toMatchObject({ code: "download.damaged" });
	expect(readdirSync(folder).filter((name) => name === "f.txt")).toEqual([]);
});
