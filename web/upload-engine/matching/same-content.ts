import type { Sliceable } from "../uploader-types.ts";
import type { Checksum } from "./checksum.ts";

/**
 * Checks that a file that was chosen again has the bytes that were sent before, by the first, the middle
 * and the last of the parts whose CRC-32 this browser has stored. Accepts a file without stored CRCs,
 * since its date and size have been compared already.
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
