/** Addresses of the fonts, character maps and decoders of pdf.js, by their path. */
const ADDRESSES = {
	...import.meta.glob<string>(
		"../../../../../node_modules/pdfjs-dist/{cmaps,standard_fonts}/*.{bcmap,pfb,ttf}",
		{ eager: true, query: "?url", import: "default" },
	),
	...import.meta.glob<string>("../../../../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm", {
		eager: true,
		query: "?url",
		import: "default",
	}),
};
const byName = new Map(
	Object.entries(ADDRESSES).map(([path, address]) => [
		path.slice(path.lastIndexOf("/") + 1),
		address,
	]),
);

/** Fetches what pdf.js asks for, only when a document needs it. */
export class PdfResources {
	/** Returns a resource's bytes. @throws Error when there is none of that name. */
	async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
		const address = byName.get(filename);
		if (!address) throw new Error(`no ${filename}`);
		const response = await fetch(address);
		if (!response.ok) throw new Error(`${filename}: ${response.status}`);
		return new Uint8Array(await response.arrayBuffer());
	}
}
