import { env } from "cloudflare:workers";
import { encode } from "fast-png";

type Colour = readonly [red: number, green: number, blue: number];

function png(
	width: number,
	height: number,
	colourAt: (x: number) => Colour,
): Uint8Array<ArrayBuffer> {
	const data = new Uint8Array(width * height * 3);
	for (let pixel = 0; pixel < width * height; pixel++) data.set(colourAt(pixel % width), pixel * 3);
	return new Uint8Array(encode({ width, height, data, channels: 3 }));
}

/** A picture with a bright left half and a dark right one, so that rotation is detectable. */
export function halvesPng(width: number, height: number): Uint8Array<ArrayBuffer> {
	return png(width, height, (x) => (x < width / 2 ? [250, 240, 120] : [20, 30, 80]));
}

/** A picture that hardly compresses. */
export function noisePng(width: number, height: number): Uint8Array<ArrayBuffer> {
	let seed = 1;
	const next = () => {
		seed = (seed * 48271) % 2147483647;
		return seed & 255;
	};
	return png(width, height, () => [next(), next(), next()]);
}

export async function convert(
	bytes: Uint8Array<ArrayBuffer>,
	format: "image/jpeg" | "image/webp" | "image/png",
): Promise<Uint8Array<ArrayBuffer>> {
	const stream = new Blob([bytes]).stream();
	const result = await env.IMAGES.input(stream).output({ format });
	return new Uint8Array(await result.response().arrayBuffer());
}

/** A JPEG with an EXIF block: orientation 1–8 and a camera's name that must never be passed on. */
export function withExif(
	jpeg: Uint8Array<ArrayBuffer>,
	orientation: number,
): Uint8Array<ArrayBuffer> {
	const name = "SecretCamera\0";
	const tiff = new Uint8Array(38 + name.length);
	const view = new DataView(tiff.buffer);
	tiff.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2]);
	view.setUint16(10, 0x010f); // Make, ASCII
	view.setUint16(12, 2);
	view.setUint32(14, name.length);
	view.setUint32(18, 38);
	view.setUint16(22, 0x0112); // Orientation, SHORT
	view.setUint16(24, 3);
	view.setUint32(26, 1);
	view.setUint16(30, orientation);
	tiff.set(new TextEncoder().encode(name), 38);
	const payload = new Uint8Array([...new TextEncoder().encode("Exif\0\0"), ...tiff]);
	const length = payload.length + 2;
	return new Uint8Array([
		0xff,
		0xd8,
		0xff,
		0xe1,
		length >> 8,
		length & 255,
		...payload,
		...jpeg.subarray(2),
	]);
}
