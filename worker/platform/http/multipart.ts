import { make as makeParser } from "multipasta";
import { failure } from "../errors.ts";
import { chunksOf } from "../storage/byte-reader.ts";

export type MultipartEvent =
	| { kind: "field"; name: string; value: string }
	| { kind: "file"; name: string; fileName: string }
	| { kind: "bytes"; bytes: Uint8Array }
	| { kind: "file-end" };

/** `body` and `field` in bytes. */
export type MultipartLimits = { body: number; field: number; parts: number };

// The parser misreads a closing delimiter whose two dashes arrive in different chunks, so the end of the
// body is always passed on in one chunk.
const TAIL = 1024;

/** Reads browsers' encoding: quotes and line breaks percent-encoded, the rest raw UTF-8. */
function parameter(disposition: string, name: string): string | undefined {
	const match = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"|;\\s*${name}=([^;\\s"]+)`, "i").exec(
		disposition,
	);
	return (match?.[1] ?? match?.[2])
		?.replaceAll('\\"', '"')
		.replaceAll("%22", '"')
		.replaceAll("%0D", "\r")
		.replaceAll("%0A", "\n");
}

function fileNameOf(disposition: string): string | undefined {
	const extended = /;\s*filename\*=utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
	return extended === undefined ? parameter(disposition, "filename") : decodeURIComponent(extended);
}

function dispositionOf(headers: Record<string, string | string[]>): string {
	const value = headers["content-disposition"];
	return (Array.isArray(value) ? value[0] : value) ?? "";
}

/**
 * Parses a `multipart/form-data` body as it arrives, holding at most one chunk between two events. Names come from
 * the raw header, since the library decodes only Latin-1. Skips empty file fields. Throws `request.malformed`,
 * `request.invalid` for control characters in a name, `request.too_large`.
 */
export async function* readMultipart(
	body: ReadableStream<Uint8Array>,
	contentType: string,
	limits: MultipartLimits,
): AsyncGenerator<MultipartEvent, void, void> {
	if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType))
		throw failure(
			"request.malformed",
			"Send the form as multipart/form-data, with its boundary in the Content-Type.",
		);
	let events: MultipartEvent[] = [];
	let problem: Error | null = null;
	let complete = false;
	const broken = (cause?: unknown) =>
		failure("request.malformed", {
			message: "The form could not be read. Please try again.",
			cause,
		});
	const malformed = (cause?: unknown) => {
		problem ??= broken(cause);
	};
	const hasControls = () => {
		problem ??= failure(
			"request.invalid",
			"The name of a file or a field has control characters in it.",
		);
	};

	const parser = makeParser({
		headers: { "content-type": contentType },
		maxParts: limits.parts,
		maxFieldSize: limits.field,
		isFile: (info) => {
			const disposition = dispositionOf(info.headers);
			// The library doesn't check the character after a carriage return without a line feed.
			if (/(?!\t)\p{Cc}/u.test(disposition)) {
				hasControls();
				throw problem;
			}
			return fileNameOf(disposition) !== undefined;
		},
		onField: (info, value) => {
			const name = parameter(dispositionOf(info.headers), "name");
			if (name === undefined) return malformed();
			events.push({ kind: "field", name, value: new TextDecoder().decode(value) });
		},
		onFile: (info) => {
			const disposition = dispositionOf(info.headers);
			const name = parameter(disposition, "name");
			const fileName = fileNameOf(disposition);
			if (name === undefined) malformed();
			if (!name || !fileName) return () => {};
			events.push({ kind: "file", name, fileName });
			return (bytes) => {
				events.push(bytes === null ? { kind: "file-end" } : { kind: "bytes", bytes });
			};
		},
		onError: (error) => {
			// Anything after the closing delimiter is ignored.
			if (complete) return;
			if (error._tag === "ReachedLimit")
				problem ??= failure(
					"request.too_large",
					error.limit === "MaxParts" ? "The form has too many parts." : "A field is too long.",
				);
			else if (error._tag === "BadHeaders" && error.error.reason === "InvalidHeaderValue")
				hasControls();
			else malformed(error);
			// Thrown through the parser, which would otherwise parse the rest of the chunk.
			if (problem) throw problem;
		},
		onDone: () => {
			complete = true;
		},
	});

	const feed = (bytes: Uint8Array): MultipartEvent[] => {
		events = [];
		try {
			parser.write(bytes);
		} catch (error) {
			malformed(error);
		}
		if (problem) throw problem;
		return events;
	};

	let received = 0;
	let tail = new Uint8Array(0);
	for await (const chunk of chunksOf(body)) {
		received += chunk.byteLength;
		if (received > limits.body) throw failure("request.too_large");
		const joined = new Uint8Array(tail.byteLength + chunk.byteLength);
		joined.set(tail);
		joined.set(chunk, tail.byteLength);
		const cut = Math.max(0, joined.byteLength - TAIL);
		tail = joined.slice(cut);
		if (cut > 0) yield* feed(joined.subarray(0, cut));
		if (complete) return;
	}
	yield* feed(tail);
	if (!complete) throw broken();
}
