import { strToU8, zipSync } from "fflate";
import type { SampleFile } from "./sample-files.ts";

export const file = (name: string, content: string | Uint8Array): SampleFile => ({
	name,
	mimeType: "",
	buffer: Buffer.from(content),
});

/** Uncompressed, so that the bytes can be searched for. */
export function packed(
	name: string,
	entries: Readonly<Record<string, string | Uint8Array>>,
	level: 0 | 6 = 0,
): SampleFile {
	const bytes = Object.entries(entries).map(([path, content]) => [
		path,
		typeof content === "string" ? strToU8(content) : new Uint8Array(content),
	]);
	return file(name, zipSync(Object.fromEntries(bytes), { level }));
}
