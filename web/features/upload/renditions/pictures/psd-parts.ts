const HEADER = 26;

export type PsdParts = {
	width: number;
	height: number;
	/** of the flattened picture, those that are no colours included */
	channels: number;
	/** bits of a channel's pixel */
	depth: number;
	/** what the channels mean, by Photoshop's numbers */
	mode: number;
	/** lengths of packed rows have four bytes */
	isLarge: boolean;
	/** the colours of an indexed picture: 256 reds, greens, blues */
	palette: Blob;
	/** the flattened picture, which follows the layers; these may be gigabytes */
	flattened: Blob;
	/** what Photoshop stores beside the picture, among it a small JPEG */
	resources: Blob;
};

/**
 * Finds the flattened picture in a PSD or PSB by the lengths of the sections before it, so that only the
 * picture is read. Throws when the file is no such.
 */
export async function psdParts(file: Blob): Promise<PsdParts> {
	const read = async (at: number, length: number) => {
		if (at + length > file.size) throw new Error("a Photoshop file that is cut off");
		return new DataView(await file.slice(at, at + length).arrayBuffer());
	};
	const header = await read(0, HEADER);
	if (header.getUint32(0) !== 0x38425053) throw new Error("not a Photoshop file");
	const isLarge = header.getUint16(4) === 2;
	const colours = (await read(HEADER, 4)).getUint32(0);
	const resourcesAt = HEADER + 4 + colours;
	const resources = (await read(resourcesAt, 4)).getUint32(0);
	const layersAt = resourcesAt + 4 + resources;
	const lengthBytes = isLarge ? 8 : 4;
	const field = await read(layersAt, lengthBytes);
	const layers = isLarge ? Number(field.getBigUint64(0)) : field.getUint32(0);
	const pictureAt = layersAt + lengthBytes + layers;
	if (pictureAt + 2 >= file.size) throw new Error("a Photoshop file without a flattened picture");
	return {
		width: header.getUint32(18),
		height: header.getUint32(14),
		channels: header.getUint16(12),
		depth: header.getUint16(22),
		mode: header.getUint16(24),
		isLarge,
		palette: file.slice(HEADER + 4, resourcesAt),
		flattened: file.slice(pictureAt),
		resources: file.slice(resourcesAt + 4, layersAt),
	};
}
