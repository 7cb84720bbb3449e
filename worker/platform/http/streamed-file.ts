type FileType = { name: string; type: string };

/**
 * Sends a file while generating it. Errors before the first piece become error responses; later ones break the
 * connection, so that an incomplete file never seems complete.
 */
export async function streamedFile(
	pieces: AsyncGenerator<string>,
	{ name, type }: FileType,
): Promise<Response> {
	const first = await pieces.next();
	const encoder = new TextEncoder();
	let next: typeof first | undefined = first;
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = next ?? (await pieces.next());
			next = undefined;
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		async cancel() {
			await pieces.return(undefined);
		},
	});
	return new Response(body, {
		headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
	});
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isPaged = (value: unknown): value is AsyncIterable<unknown[]> =>
	typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Lists may be pages of rows, read as they are written. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
	if (isPaged(value)) {
		let separator = "[";
		for await (const rows of value) {
			if (rows.length === 0) continue;
			yield separator + rows.map((row) => JSON.stringify(row)).join(",");
			separator = ",";
		}
		yield separator === "[" ? "[]" : "]";
		return;
	}
	if (!isPlain(value)) {
		yield JSON.stringify(value);
		return;
	}
	let separator = "{";
	for (const [name, member] of Object.entries(value)) {
		if (member === undefined) continue;
		yield `${separator}${JSON.stringify(name)}:`;
		yield* jsonPieces(member);
		separator = ",";
	}
	yield separator === "{" ? "{}" : "}";
}
