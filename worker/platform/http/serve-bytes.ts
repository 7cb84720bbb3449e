import { failure } from "../errors.ts";
import { evaluate, httpDate, type Representation } from "./http-conditions.ts";
import type { ByteRange } from "./http-range.ts";

/** `open` is called for a GET that needs some of the bytes. */
export type ByteSource = Representation & {
	headers: Record<string, string>;
	open: (range: ByteRange) => Promise<ReadableStream<Uint8Array>>;
	/** for a HEAD: throws like `open`, if the error is known without reading */
	verify?: () => Promise<void>;
};

/** Throws `range.not_satisfiable` (416). */
export async function serveBytes(request: Request, source: ByteSource): Promise<Response> {
	const { etag, lastModified, size, open } = source;
	const headers = new Headers(source.headers);
	headers.set("ETag", etag);
	headers.set("Accept-Ranges", "bytes");
	if (lastModified !== null) headers.set("Last-Modified", httpDate(lastModified));

	const response = evaluate(request.method, request.headers, source);
	if (response.status === 416) {
		throw failure("range.not_satisfiable", {
			headers: { "Content-Range": `bytes */${size}`, "Accept-Ranges": "bytes" },
		});
	}
	if (response.status === 304 || response.status === 412) {
		for (const name of ["Content-Type", "Content-Disposition"]) headers.delete(name);
		return new Response(null, { status: response.status, headers });
	}

	const range = response.status === 206 ? response.range : { offset: 0, length: size };
	headers.set("Content-Length", String(range.length));
	if (response.status === 206) {
		const last = range.offset + range.length - 1;
		headers.set("Content-Range", `bytes ${range.offset}-${last}/${size}`);
	}
	if (request.method === "HEAD") {
		await source.verify?.();
		return new Response(null, { status: response.status, headers });
	}
	return new Response(await open(range), { status: response.status, headers });
}
