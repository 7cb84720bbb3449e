import { inflateSync } from "fflate";
import { expect } from "vitest";
import { crc32 } from "../../platform/storage/crc32.ts";

const END = 0x0605_4b50;
const DIRECTORY = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
/** Both headers of an entry have these bytes, from the version to the extra field's length. */
const COMMON = 26;

/**
 * Reads an archive without ZIP64 strictly: each entry's headers must agree with each other and with
 * its bytes, including CRC-32 and sizes, and nothing may be between entries.
 */
export function readZip(archive: Uint8Array): Record<string, Uint8Array> {
	const bytes = Buffer.from(archive);
	const end = bytes.length - 22;
	expect(bytes.readUInt32LE(end)).toBe(END);
	const count = bytes.readUInt16LE(end + 10);
	expect(bytes.readUInt16LE(end + 8)).toBe(count);
	const directory = bytes.readUInt32LE(end + 16);
	expect(bytes.readUInt32LE(end + 12)).toBe(end - directory);
	const files: Record<string, Uint8Array> = {};
	let at = directory;
	let next = 0;
	for (let entry = 0; entry < count; entry++) {
		expect(bytes.readUInt32LE(at)).toBe(DIRECTORY);
		const local = bytes.readUInt32LE(at + 42);
		expect(local).toBe(next);
		expect(bytes.readUInt32LE(local)).toBe(LOCAL);
		const described = bytes.subarray(at + 6, at + 6 + COMMON);
		expect(bytes.subarray(local + 4, local + 4 + COMMON)).toEqual(described);
		const method = bytes.readUInt16LE(local + 8);
		const packed = bytes.readUInt32LE(local + 18);
		const named = bytes.readUInt16LE(local + 26);
		const extra = bytes.readUInt16LE(local + 28);
		const name = bytes.subarray(local + 30, local + 30 + named);
		expect(bytes.subarray(at + 46, at + 46 + named + extra)).toEqual(
			bytes.subarray(local + 30, local + 30 + named + extra),
		);
		const start = local + 30 + named + extra;
		const data = new Uint8Array(bytes.subarray(start, start + packed));
		const file = method === 0 ? data : inflateSync(data);
		expect(bytes.readUInt32LE(local + 14), name.toString()).toBe(crc32(file));
		expect(bytes.readUInt32LE(local + 22), name.toString()).toBe(file.length);
		files[name.toString()] = file;
		next = start + packed;
		at += 46 + named + extra;
	}
	expect([next, at]).toEqual([directory, end]);
	return files;
}
