import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ResumableUpload } from "../../../../worker/files/uploads/contract.ts";
import { type Answer, recordedSession, standIn } from "../test/stand-in.ts";
import { checksum, FileSlice } from "./file-slice.ts";
import { gatherFiles, type LocalFile } from "./gather.ts";
import { publishedBefore, signatureOf } from "./published-before.ts";
import { savedUpload, saveUpload } from "./saved-uploads.ts";
import { sendUpload } from "./send.ts";
import { recognise } from "./unfinished.ts";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cli-upload-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): string {
	const at = join(folder, path);
	mkdirSync(dirname(at), { recursive: true });
	writeFileSync(at, text);
	return at;
}
const crcText = (text: string) => crc32(text).toString(16).padStart(8, "0");
const seen = (files: readonly LocalFile[]) => files.map((file) => [file.folder, file.name]);

describe("gathering files", () => {
	beforeEach(() => {
		write("tour/day 10.txt", "b");
		write("tour/day 2.txt", "a");
		write("tour/Deep/er/c.txt", "c");
		write("tour/.DS_Store", "x");
		write("tour/notes.tmp", "x");
		write("extra/e.txt", "e");
		symlinkSync(join(folder, "extra"), join(folder, "tour", "link"));
	});

	it("brings the content of one folder to the top, in the order of people, without links", async () => {
		const { files, skipped } = await gatherFiles([join(folder, "tour")], ["*.tmp"]);
		expect(seen(files)).toEqual([
			["", "day 2.txt"],
			["", "day 10.txt"],
			["Deep/er", "c.txt"],
		]);
		expect(skipped).toEqual([join(folder, "tour", "link")]);
	});

	it("leaves out a name that isn't UTF-8", async () => {
		const name = Buffer.concat([Buffer.from(join(folder, "tour", "r")), Buffer.from([0xe9])]);
		writeFileSync(name, "x");
		const { files, skipped } = await gatherFiles(
			[join(folder, "tour", "..", "tour")],
			["*.tmp", "link"],
		);
		expect(files).toHaveLength(3);
		expect(skipped).toEqual([join(folder, "tour", "r\ufffd")]);
	});

	it("keeps the names of several folders, and follows a link that is named itself", async () => {
		const paths = [join(folder, "tour", "link"), join(folder, "tour", "Deep")];
		expect(seen((await gatherFiles(paths)).files)).toEqual([
			["link", "e.txt"],
			["Deep/er", "c.txt"],
		]);
	});

	it("refuses missing files, and an empty list", async () => {
		await expect(gatherFiles([join(folder, "none")])).rejects.toMatchObject({ exitCode: 8 });
		await expect(gatherFiles([join(folder, "extra")], ["*"])).rejects.toMatchObject({
			exitCode: 2,
		});
	});
});

describe("a slice of a file", () => {
	const sliceOf = async (path: string) => {
		const { files } = await gatherFiles([path]);
		const [file] = files;
		if (!file) throw new Error("no file");
		return new FileSlice(file);
	};

	it("reads the bytes of a slice and their checksum", async () => {
		const whole = await sliceOf(write("a.txt", "0123456789"));
		const part = whole.slice(4, 100).slice(1, 3);
		expect(part.size).toBe(2);
		expect(await checksum(part)).toBe(crcText("56"));
		expect(part.loaded?.toString()).toBe("56");
		part.release();
		expect(part.loaded).toBeNull();
		expect(await checksum(whole.slice(10, 12))).toBe("00000000");
	});

	it.each([
		["changed", (path: string) => writeFileSync(path, "9876543210")],
		["cut", (path: string) => writeFileSync(path, "01")],
		["removed", (path: string) => rmSync(path)],
	])("reads no slice of a file that was %s", async (_, change) => {
		const path = write("a.txt", "0123456789");
		utimesSync(path, 1e9, 1e9);
		const whole = await sliceOf(path);
		change(path);
		await expect(whole.slice(0, 2).load()).rejects.toMatchObject({ name: "UnreadableFile" });
	});
});

describe("recognising the files of an unfinished upload", () => {
	const DATE = 1e12;
	/** An upload with parts of four bytes, some of them stored. */
	const uploadOf = (
		files: { name: string; text: string; folderPath?: string; received: number[] }[],
	) =>
		({
			id: "u1",
			title: "Tour",
			partSize: 4,
			files: files.map(({ name, text, folderPath = "Main Files", received }, at) => ({
				id: `f${at}`,
				name,
				folderPath,
				size: text.length,
				received,
				lastModified: DATE,
				parts: Math.ceil(text.length / 4),
				checksums: received.map((n) => crcText(text.slice((n - 1) * 4, n * 4))),
			})),
		}) as unknown as ResumableUpload;

	async function local(texts: Record<string, string>, date = DATE) {
		for (const [path, text] of Object.entries(texts)) {
			const at = write(`local/${path}`, text);
			utimesSync(at, date / 1000, date / 1000);
		}
		return (await gatherFiles([join(folder, "local")])).files;
	}

	it("finds files by name and folder, whatever their date, if the stored bytes are the same", async () => {
		const upload = uploadOf([
			{ name: "a.txt", text: "one one", folderPath: "x", received: [1] },
			{ name: "a.txt", text: "two two", folderPath: "y", received: [2] },
		]);
		const files = await local({ "y/a.txt": "two two", "x/a.txt": "one one" }, 5e11);
		const { found, missing, changed } = await recognise(upload, files, { partial: false });
		expect([...found].map(([id, { folder: at }]) => [id, at])).toEqual([
			["f0", "x"],
			["f1", "y"],
		]);
		expect({ missing, changed }).toEqual({ missing: [], changed: [] });
	});

	it("compares every stored part if the date differs", async () => {
		const text = "0123456789abcdefghij";
		const upload = uploadOf([{ name: "a.txt", text, received: [1, 2, 3, 4, 5] }]);
		const files = await local({ "a.txt": text.replace("5", "X") }, 5e11);
		const { found, changed } = await recognise(upload, files, { partial: false });
		expect([found.size, changed]).toEqual([0, ["a.txt"]]);
	});

	it("needs only files with parts to send when an upload is resumed by its id", async () => {
		const upload = uploadOf([
			{ name: "a.txt", text: "done", received: [1] },
			{ name: "b.txt", text: "1234567", received: [1] },
		]);
		const files = await local({ "b.txt": "1234567" });
		expect((await recognise(upload, files, { partial: true })).missing).toEqual([]);
		expect((await recognise(upload, files, { partial: false })).missing).toEqual(["a.txt"]);
	});

	it("distinguishes files of another size from missing ones", async () => {
		const upload = uploadOf([
			{ name: "a.txt", text: "1234567", received: [] },
			{ name: "b.txt", text: "1234567", received: [] },
		]);
		const files = await local({ "a.txt": "123" });
		expect(await recognise(upload, files, { partial: false })).toMatchObject({
			missing: ["b.txt"],
			changed: ["a.txt"],
		});
	});
});

it.each(["../config", "..", "a/b/c/d/e", "x".repeat(65), ""])(
	"keeps nothing under the id %j, which could name another file",
	async (id) => {
		vi.stubEnv("XDG_CONFIG_HOME", join(folder, "settings"));
		const saved = { paths: [], exclude: [], signature: "" };
		await expect(saveUpload(id, saved)).rejects.toMatchObject({ code: "server.invalid_id" });
		expect(existsSync(join(folder, "settings"))).toBe(false);
		vi.unstubAllEnvs();
	},
);

describe("an upload whose parts are all stored", () => {
	const MINUTE = 60_000;
	/** Publishes it with these responses in turn, while eleven minutes pass. */
	async function published(...answers: [Answer, ...Answer[]]) {
		vi.stubEnv("XDG_CONFIG_HOME", folder);
		const server = await standIn(() => answers[server.got.length - 1] ?? answers[0]);
		const now = Date.now;
		const began = now();
		const isPassed = () => now() > began + 1500 && server.got.length > 1;
		vi.spyOn(Date, "now").mockImplementation(() => now() + (isPassed() ? 11 * MINUTE : 0));
		const { session } = recordedSession(server.origin);
		const file = { id: "file-1", name: "a.txt", folderPath: "", size: 1, parts: 1, token: null };
		const input = { id: "upload-1", partSize: 4, sources: new Map() };
		return sendUpload(session, session.apiOf(server.origin), {
			...input,
			files: [{ ...file, received: [1] }],
		});
	}
	afterEach(() => {
		vi.unstubAllEnvs();
		vi.restoreAllMocks();
	});

	it("gives up an upload that could not be published for ten minutes", async () => {
		const failure = { code: "network", exitCode: 6 };
		await expect(published({ status: 503, json: {} })).rejects.toMatchObject(failure);
	});

	it("waits while the server publishes an upload", async () => {
		const created = { fileShare: { shareId: "s1" }, files: [] };
		const waiting = { status: 202, json: {} };
		const done = { status: 201, json: created };
		expect(await published(waiting, waiting, waiting, waiting, done)).toEqual(created);
	});
});

describe("an upload that was published before its process could say so", () => {
	const CREATED = { fileShare: { shareId: "s1" }, files: [] };
	const FIELDS = { title: "Tour", price: "1" };

	async function kept(answer: Answer) {
		vi.stubEnv("XDG_CONFIG_HOME", folder);
		const server = await standIn(() => answer);
		const { files } = await gatherFiles([write("a.txt", "a")]);
		const signature = signatureOf(server.origin, FIELDS, files);
		await saveUpload("upload-1", { paths: [], exclude: [], signature });
		const api = recordedSession(server.origin).session.apiOf(server.origin);
		const other = signatureOf(server.origin, { ...FIELDS, price: "2" }, files);
		expect(await publishedBefore(api, other)).toBeNull();
		expect(server.got).toEqual([]);
		return {
			found: await publishedBefore(api, signature),
			saved: await savedUpload("upload-1"),
			server,
		};
	}
	afterEach(() => vi.unstubAllEnvs());

	it("uploads nothing again that was published before", async () => {
		const { found, saved, server } = await kept({ status: 201, json: CREATED });
		expect(found).toEqual(CREATED);
		expect(saved).toBeNull();
		expect(server.got).toMatchObject([
			{ method: "POST", path: "/api/v1/uploads/upload-1/complete" },
		]);
	});

	it.each([
		[404, "upload.not_found", false],
		[409, "upload.not_open", false],
		[409, "upload.incomplete", true],
	])(
		"keeps or forgets an unpublished upload by its refusal: %i %s",
		async (status, code, isKept) => {
			const { found, saved } = await kept({ status, json: { code, message: "No." } });
			expect(found).toBeNull();
			expect(saved !== null).toBe(isKept);
		},
	);
});
