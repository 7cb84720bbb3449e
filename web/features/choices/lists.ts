import {
	directoryHeader,
	endOfDirectory,
	localHeader,
	type ZipRecord,
} from "../../../worker/files/contract/zip-format.ts";
import { crc32 } from "../../upload-engine/matching/crc32.ts";

/** Between names: as Lightroom, Capture One, and file managers search for several. */
export const SEPARATORS = { lightroom: ", ", captureOne: " ", files: " OR " } as const;
export type ListFormat = keyof typeof SEPARATORS;

const nameWithoutExtension = (name: string) => name.replace(/(?<=.)\.[^.]+$/, "");

const namesOf = (names: readonly string[]) => [...new Set(names.map(nameWithoutExtension))];

/** Without extensions: raw files have others. */
export const listOf = (names: readonly string[], format: ListFormat) =>
	namesOf(names).join(SEPARATORS[format]);

const XMP = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
`;

/** A ZIP with an XMP sidecar of five stars for each name; `now` in ms. */
export function sidecars(names: readonly string[], now: number): Blob {
	const data = new TextEncoder().encode(XMP);
	const records = namesOf(names).map(
		(name): ZipRecord => ({
			path: `${name}.xmp`,
			size: data.length,
			packedSize: data.length,
			crc32: crc32(data),
			modifiedAt: now,
			method: 0,
		}),
	);
	const headers = records.map(localHeader);
	let offset = 0;
	const directory = records.map((record, at) => {
		const entry = directoryHeader(record, offset);
		offset += (headers[at]?.length ?? 0) + data.length;
		return entry;
	});
	const size = directory.reduce((sum, { length }) => sum + length, 0);
	const end = endOfDirectory(records.length, size, offset);
	const parts = [...headers.flatMap((header) => [header, data]), ...directory, end];
	return new Blob(parts, { type: "application/zip" });
}
