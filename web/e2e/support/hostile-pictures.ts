import { deflateSync } from "node:zlib";
import { heicFile, psdFile, rawFile, tiffFile } from "./picture-files.ts";
import { chunk, photo, type SampleFile } from "./sample-files.ts";

/** One bit a pixel: kilobytes that unpack to gigabytes. */
function hugePng(name: string, width: number, height: number): SampleFile {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([1, 0, 0, 0, 0], 8);
	const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
	const buffer = Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0)),
	]);
	return { name, mimeType: "image/png", buffer };
}

const cut = ({ buffer, ...file }: SampleFile, length: number): SampleFile => ({
	...file,
	buffer: buffer.subarray(0, length),
});
function altered(
	{ buffer, ...file }: SampleFile,
	at: number,
	bytes: readonly number[],
): SampleFile {
	const copy = Buffer.from(buffer);
	copy.set(bytes, at);
	return { ...file, buffer: copy };
}
const named = (name: string, file: SampleFile): SampleFile => ({ ...file, name });

/** Each starts like its extension says. */
export function hostilePictures(): SampleFile[] {
	const nothing = Buffer.alloc(0);
	return [
		hugePng("200-megapixels.png", 20_000, 10_000),
		hugePng("bomb.png", 30_000, 30_000),
		cut(photo("cut.png"), 60),
		named("really-a-tiff.jpg", tiffFile("x")),
		cut(tiffFile("cut.tiff"), 40),
		// The directory is in its own header.
		altered(tiffFile("header.tif"), 4, [0, 0, 0, 0]),
		// More numbers than the file has bytes.
		altered(tiffFile("counts.tif"), 14, [0xff, 0xff, 0xff, 0xff]),
		cut(heicFile("cut.heic"), 300),
		altered(
			heicFile("noise.heic"),
			40,
			Array.from({ length: 200 }, (_, at) => (at * 37) % 256),
		),
		cut(psdFile("cut.psd"), 30),
		// A height of four thousand million pixels.
		altered(psdFile("tall.psd"), 14, [0xff, 0xff, 0xff, 0xff]),
		rawFile("no-picture.nef", nothing, nothing),
		cut(rawFile("cut.cr2", nothing, nothing), 12),
		{
			name: "entities.svg",
			mimeType: "image/svg+xml",
			buffer: Buffer.from(
				'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</unclosed>',
			),
		},
	];
}
