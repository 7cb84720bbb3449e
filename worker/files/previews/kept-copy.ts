/** In seconds. */
const KEPT_S = 24 * 60 * 60;

type Picture = { bytes: Uint8Array<ArrayBuffer>; mimeType: string };

/** Not one of our addresses, so that only this module's callers, after their check of access, can read it. */
const addressOf = (hash: string, copy: string) => `https://renditions.invalid/${hash}/${copy}`;

export async function readCopy(hash: string, copy: string): Promise<Picture | null> {
	const kept = await caches.default.match(addressOf(hash, copy));
	const mimeType = kept?.headers.get("Content-Type");
	return kept && mimeType ? { bytes: new Uint8Array(await kept.arrayBuffer()), mimeType } : null;
}

/** Each data centre makes a copy about once a day. */
export async function keepCopy(hash: string, copy: string, picture: Picture): Promise<void> {
	const headers = { "Cache-Control": `max-age=${KEPT_S}`, "Content-Type": picture.mimeType };
	await caches.default.put(addressOf(hash, copy), new Response(picture.bytes, { headers }));
}
