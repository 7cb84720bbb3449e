/**
 * Checks that our archives open in the ZIP readers that buyers use. Builds three with the product's own
 * layout (a mixed one, one of 70,000 entries, one beyond 4 GiB) and passes each to every installed
 * reader, with its full check of the CRCs. Exits with 1 when a reader refuses one.
 *
 *   node tools/bench/zip-readers.ts
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
	closeSync,
	ftruncateSync,
	mkdtempSync,
	openSync,
	rmSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entryNames } from "../../worker/files/downloads/entry-names.ts";
import { packEntry } from "../../worker/files/downloads/pack-entry.ts";
import { layoutZip, type ZipEntry } from "../../worker/files/downloads/zip-layout.ts";
import { combineCrc32Parts, crc32 } from "../../worker/platform/storage/crc32.ts";

const GIB = 1024 ** 3;
const MODIFIED = Date.UTC(2026, 4, 6, 7, 8, 9);

/** An object's bytes, or that many zeros, which are written as a sparse file. */
type Body = Uint8Array | { zeros: number };
type Archive = { name: string; entries: ZipEntry[]; objects: Map<string, Body> };

function crcOfZeros(length: number): number {
	const block = new Uint8Array(16 * 1024 ** 2);
	const rest = length % block.length;
	const part = { crc32: crc32(block), size: block.length };
	return combineCrc32Parts([
		...Array.from({ length: Math.floor(length / block.length) }, () => part),
		{ crc32: crc32(block.subarray(0, rest)), size: rest },
	]);
}

function stored(archive: Archive, path: string, body: Body): void {
	const key = `object-${archive.entries.length}`;
	const zeros = body instanceof Uint8Array ? null : body.zeros;
	archive.objects.set(key, body);
	archive.entries.push({
		path,
		size: body instanceof Uint8Array ? body.length : body.zeros,
		crc32: body instanceof Uint8Array ? crc32(body) : crcOfZeros(zeros ?? 0),
		modifiedAt: MODIFIED,
		source: { kind: "stored", key },
	});
}

function packed(archive: Archive, path: string, data: Uint8Array): void {
	const key = `pack-${archive.entries.length}`;
	const file = { path, crc32: crc32(data), modifiedAt: MODIFIED };
	const { bytes, method, dataSize } = packEntry(file, data);
	archive.objects.set(key, bytes);
	const range = { key, offset: 0, length: bytes.length };
	const source = { kind: "packed", range, method, dataSize } as const;
	archive.entries.push({ ...file, size: data.length, source });
}

function mixed(): Archive {
	const archive: Archive = { name: "mixed", entries: [], objects: new Map() };
	const text = new TextEncoder().encode("Grüße aus Köln, 写真 📷\n".repeat(400));
	const paths = entryNames(
		[
			"photo.jpg",
			"PHOTO.JPG",
			"naïve café.txt",
			"写真.png",
			"aux.txt",
			"📷.md",
			"empty.txt",
			"x",
		].flatMap((originalName) =>
			[null, "Images", "Images/2026/Mai", "Ordner mit Umlaut ü"].map((folderPath) => ({
				originalName,
				folderPath,
			})),
		),
	);
	for (const [index, path] of paths.entries()) {
		if (path.includes("empty")) stored(archive, path, new Uint8Array());
		else if (index % 3 === 0) packed(archive, path, text);
		else stored(archive, path, index % 3 === 1 ? randomBytes(100_000) : text);
	}
	return archive;
}

function many(): Archive {
	const archive: Archive = { name: "70,000 entries", entries: [], objects: new Map() };
	for (let index = 0; index < 70_000; index++) {
		stored(archive, `Images/${index % 70}/${index}.txt`, new TextEncoder().encode(`${index}`));
	}
	return archive;
}

function large(): Archive {
	const archive: Archive = { name: "beyond 4 GiB", entries: [], objects: new Map() };
	stored(archive, "before.txt", randomBytes(1000));
	stored(archive, "film.mov", { zeros: 4 * GIB + 12_345 });
	stored(archive, "after.txt", randomBytes(1000));
	packed(archive, "packed.txt", new TextEncoder().encode("packed ".repeat(1000)));
	return archive;
}

/** Writes the archive as the Worker would stream it. */
function write(archive: Archive, file: string): void {
	const { pieces, size } = layoutZip(archive.entries);
	const fd = openSync(file, "w");
	let at = 0;
	for (const piece of pieces) {
		const body = piece instanceof Uint8Array ? piece : archive.objects.get(piece.key);
		if (body instanceof Uint8Array) {
			const bytes =
				piece instanceof Uint8Array
					? piece
					: body.subarray(piece.offset, piece.offset + piece.length);
			writeSync(fd, bytes, 0, bytes.length, at);
		}
		at += piece.length;
	}
	ftruncateSync(fd, size);
	closeSync(fd);
}

const JAVA = `import java.io.*; import java.util.zip.*;
public class ReadZip { public static void main(String[] a) throws Exception {
  int n = 0; byte[] b = new byte[1 << 20];
  try (ZipInputStream z = new ZipInputStream(new BufferedInputStream(new FileInputStream(a[0])))) {
    for (ZipEntry e; (e = z.getNextEntry()) != null; n++) while (z.read(b) > 0); }
  System.out.println(n + " entries"); } }`;

const PYTHON = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
bad = z.testzip()
sys.exit(f"bad: {bad}") if bad else print(len(z.namelist()), "entries")`;

/** A reader's command, how to check that it is installed, and where it prints the number of entries. */
type Reader = {
	name: string;
	probe: string[];
	command: (file: string) => string[];
	count: RegExp | null;
};

function readers(directory: string): Reader[] {
	const java = join(directory, "ReadZip.java");
	writeFileSync(java, JAVA);
	return [
		{
			name: "unzip -t",
			probe: ["unzip", "-v"],
			command: (file) => ["unzip", "-t", "-q", file],
			count: null,
		},
		{
			name: "7z t",
			probe: ["7z", "i"],
			command: (file) => ["7z", "t", "-bd", file],
			count: /^Files: (\d+)/m,
		},
		{
			name: "bsdtar",
			probe: ["bsdtar", "--version"],
			command: (file) => [
				"sh",
				"-c",
				`bsdtar -xOf "$0" >/dev/null && bsdtar -tf "$0" | wc -l`,
				file,
			],
			count: /(\d+)/,
		},
		{
			name: "Python zipfile",
			probe: ["python3", "--version"],
			command: (file) => ["python3", "-c", PYTHON, file],
			count: /^(\d+) entries/m,
		},
		{
			name: "Java ZipInputStream",
			probe: ["java", "-version"],
			command: (file) => ["java", java, file],
			count: /^(\d+) entries/m,
		},
	];
}

function run([program = "", ...args]: string[]) {
	return spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
}

function check(reader: Reader, file: string, entries: number): string {
	const { status, stdout, stderr } = run(reader.command(file));
	if (status !== 0)
		return `REFUSED: ${(stderr || stdout).trim().split("\n").slice(0, 3).join(" | ")}`;
	const seen = reader.count?.exec(stdout)?.[1];
	return reader.count === null || Number(seen) === entries ? "ok" : `SAW ${seen} OF ${entries}`;
}

const directory = mkdtempSync(join(tmpdir(), "zip-readers-"));
try {
	let refused = 0;
	const atHand = readers(directory).filter((reader) => {
		const there = run(reader.probe).status === 0;
		if (!there) console.log(`${reader.name}: not at hand`);
		return there;
	});
	for (const build of [mixed, many, large]) {
		const archive = build();
		const file = join(directory, "archive.zip");
		write(archive, file);
		for (const reader of atHand) {
			const verdict = check(reader, file, archive.entries.length);
			if (verdict !== "ok") refused++;
			console.log(`${archive.name} · ${reader.name}: ${verdict}`);
		}
		rmSync(file);
	}
	process.exitCode = refused === 0 ? 0 : 1;
} finally {
	rmSync(directory, { recursive: true });
}
