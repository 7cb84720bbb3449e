/** How long a data centre keeps a copy, in seconds: it is made again from the rendition, never from the original. */
const KEPT_S = 24 * 60 * 60;

type Picture = { bytes: Uint8Array<ArrayBuffer>; mimeType: string };

/** No address of ours, so that only callers of this module, after their check of access, can read it. */
const addressOf = (hash: string, copy: string) => `https://renditions.invalid/${hash}/${copy}`;

/** Returns a copy of the rendition with this hash from the data centre's cache; null when it has none. */
export async function readCopy(hash: string, copy: string): Promise<Picture | null> {
	const kept = await caches.default.match(addressOf(hash, copy));
	const mimeType = kept?.headers.get("Content-Type");
	return kept && mimeType ? { bytes: new Uint8Array(await kept.arrayBuffer()), mimeType } : null;
}

/** Keeps a copy for a day, so that it is made about once a day in each data centre. */
export async function keepCopy(hash: string, copy: string, picture: Picture): Promise<void> {
	const headers = { "Cache-Control": `max-age=${KEPT_S}`, "Content-Type": picture.mimeType };
	await caches.default.put(addressOf(hash, copy), new Response(picture.bytes, { headers }));
}
