import { expect } from "vitest";
import { MIB, PART_SIZE } from "../contract/constants.ts";
import type { BegunUpload } from "../contract/uploads.ts";
import { convert, halvesPng } from "./images.ts";
import { pngLike } from "./sample-files.ts";
import { request } from "./test-app.ts";
import * as uploads from "./upload-helpers.ts";
import { usageOf } from "./usage.ts";

/** Counts an upload up to its last part, and its publishing. */
async function upload(
	files: uploads.Announced[],
	more: object,
	send: (begun: BegunUpload) => Promise<void>,
) {
	let begun: BegunUpload | undefined;
	const sent = await usageOf(async () => {
		begun = await uploads.begun(files, more);
		await send(begun);
	});
	const published = await usageOf(async () =>
		expect((await uploads.complete(begun as BegunUpload)).status).toBe(201),
	);
	return { slug: begun?.shareId ?? "", sent, published };
}

/** One file of so many parts, of a kind without previews. */
export function archive(parts: number) {
	const part = new Uint8Array(PART_SIZE);
	part.set([0x50, 0x4b, 3, 4]);
	const file = { name: "film.zip", size: parts * PART_SIZE };
	return upload([file], {}, async (begun) => {
		for (let n = 1; n <= parts; n++)
			expect((await uploads.put(begun, 0, n, part)).status).toBe(200);
	});
}

/** Photographs with the two previews that the browser makes of each. */
export async function photos(count: number) {
	const data = pngLike(2 * MIB);
	const image = await convert(halvesPng(96, 72), "image/webp");
	const watermarked = await convert(halvesPng(1024, 768), "image/webp");
	const names = Array.from({ length: count }, (_, n) => ({ name: `${n}.png`, size: data.length }));
	return upload(names, { preview: { images: "watermark" } }, async (begun) => {
		for (const [index, { id }] of begun.files.entries()) {
			expect((await uploads.put(begun, index, 1, data)).status).toBe(200);
			for (const [kind, body] of Object.entries({ image, watermarked })) {
				const query = `kind=${kind}&width=4000&height=3000`;
				const response = await request(`/api/uploads/${begun.id}/files/${id}/preview?${query}`, {
					method: "PUT",
					body,
					cookies: uploads.creator.cookies,
					headers: { "content-length": String(body.length) },
				});
				expect(response.status).toBe(200);
			}
		}
	});
}
