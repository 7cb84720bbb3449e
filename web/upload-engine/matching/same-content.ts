import type { Sliceable } from "../uploader-types.ts";
import type { Checksum } from "./crc32.ts";

/**
 * Compares the first, middle and last of the parts with a known CRC-32. Without any, date and size
 * must suffice.
 */
export async function hasSameContent<Body extends Sliceable<Body>>(
	file: Pick<Sliceable<Body>, "slice">,
	/** bytes */
	partSize: number,
	/** CRC-32 by part number */
	remembered: ReadonlyMap<number, string>,
	checksum: Checksum<Body>,
): Promise<boolean> {
	const parts = [...remembered.keys()].sort((a, b) => a - b);
	const probes = new Set([parts[0], parts[parts.length >> 1], parts.at(-1)]);
	for (const part of probes) {
		if (part === undefined) continue;
		const body = file.slice((part - 1) * partSize, part * partSize);
		if ((await checksum(body)) !== remembered.get(part)) return false;
	}
	return true;
}
