const HEADER = 26;

export type PsdParts = {
	width: number;
	height: number;
	/** a Photoshop file of the flattened picture alone: without layers, which may be gigabytes */
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
		flattened: new Blob([
			file.slice(0, resourcesAt),
			// No resources and no layers.
			new Uint8Array(4 + lengthBytes),
			file.slice(pictureAt),
		]),
		resources: file.slice(resourcesAt + 4, layersAt),
	};
}
