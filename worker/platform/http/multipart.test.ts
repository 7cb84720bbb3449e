import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type MultipartEvent, readMultipart } from "./multipart.ts";

const LIMITS = { body: 1_000_000, field: 1000, parts: 20 };

async function bodyOf(form: FormData): Promise<{ bytes: Uint8Array; type: string }> {
	const response = new Response(form);
	const type = response.headers.get("content-type") ?? "";
	return { bytes: new Uint8Array(await response.arrayBuffer()), type };
}

/** A stream that delivers the bytes in chunks cut at the given offsets. */
function cutStream(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
	const { readable, writable } = new IdentityTransformStream();
	const writer = writable.getWriter();
	const edges = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
	(async () => {
		for (let i = 1; i < edges.length; i++)
			await writer.write(bytes.subarray(edges[i - 1], edges[i]));
		await writer.close();
	})().catch(() => {});
	return readable;
}

async function read(stream: ReadableStream<Uint8Array>, type: string, limits = LIMITS) {
	const seen: string[] = [];
	let bytes: number[] = [];
	for await (const event of readMultipart(stream, type, limits)) {
		const at: MultipartEvent = event;
		if (at.kind === "field") seen.push(`field ${at.name}=${at.value}`);
		if (at.kind === "file") {
			seen.push(`file ${at.name} ${at.fileName}`);
			bytes = [];
		}
		if (at.kind === "bytes") bytes.push(...at.bytes);
		if (at.kind === "file-end") seen.push(`end ${bytes.join(",")}`);
	}
	return seen;
}

describe("readMultipart", () => {
	it("reads fields and files in their order, with any name", async () => {
		const form = new FormData();
		form.append("title", "Züge & “mehr”");
		form.append("files", new File([new Uint8Array([1, 2, 13, 10, 45, 45])], "写真.png"));
		form.append("files", new File([new Uint8Array([])], 'a "quoted" name.txt'));
		form.append("price", "9.99");
		const { bytes, type } = await bodyOf(form);
		expect(await read(cutStream(bytes, []), type)).toEqual([
			"field title=Züge & “mehr”",
			"file files 写真.png",
			"end 1,2,13,10,45,45",
			'file files a "quoted" name.txt',
			"end ",
			"field price=9.99",
		]);
	});

	it("gives the same result however the bytes are divided into chunks", async () => {
		const form = new FormData();
		form.append("a", "b");
		form.append("files", new File([new Uint8Array([13, 10, 45, 45, 45, 45, 13, 10])], "x.png"));
		form.append("c", "");
		form.append("files", new File([new Uint8Array(3000).fill(45)], "dashes.png"));
		const { bytes, type } = await bodyOf(form);
		const whole = await read(cutStream(bytes, []), type);
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
				expect(await read(cutStream(bytes, cuts), type)).toEqual(whole);
			}),
			{ numRuns: 60 },
		);
		for (let back = 1; back <= 12; back++)
			expect(await read(cutStream(bytes, [bytes.length - back]), type)).toEqual(whole);
	});

	it("handles every body length around the size of a chunk", async () => {
		for (let size = 1024 * 1024 - 180; size < 1024 * 1024 - 60; size++) {
			const type = "multipart/form-data; boundary=XyZ";
			const head =
				'--XyZ\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n';
			const tail = "\r\n--XyZ--\r\n";
			const bytes = new Uint8Array(head.length + size + tail.length);
			bytes.set(new TextEncoder().encode(head));
			bytes.set(new TextEncoder().encode(tail), head.length + size);
			let length = 0;
			const limits = { ...LIMITS, body: 2_000_000 };
			for await (const event of readMultipart(cutStream(bytes, []), type, limits))
				if (event.kind === "bytes") length += event.bytes.length;
			expect(length).toBe(size);
		}
	});

	it("refuses a truncated body", async () => {
		const form = new FormData();
		form.append("a", "b");
		form.append("files", new File(["hello"], "x.txt"));
		const { bytes, type } = await bodyOf(form);
		for (let end = 0; end < bytes.length - 4; end++)
			await expect(read(cutStream(bytes.subarray(0, end), []), type)).rejects.toMatchObject({
				code: "request.malformed",
			});
	});

	it("refuses bodies that are not multipart forms", async () => {
		for (const type of ["application/json", "multipart/form-data", ""])
			await expect(read(cutStream(new Uint8Array(10), []), type)).rejects.toMatchObject({
				code: "request.malformed",
				message: expect.stringContaining("multipart/form-data"),
			});
	});

	it("refuses a file name that cannot be decoded", async () => {
		const body = new TextEncoder().encode(
			"--B\r\nContent-Disposition: form-data; name=\"files\"; filename*=utf-8''%E0%A4%A\r\n\r\nx\r\n--B--\r\n",
		);
		await expect(
			read(cutStream(body, []), "multipart/form-data; boundary=B"),
		).rejects.toMatchObject({ code: "request.malformed" });
	});

	it.each(["a\rb", "a\r\0b", "\r\u0001", "a\0b", "a\nb"])(
		"refuses %j in the name of a field or a file",
		async (name) => {
			for (const disposition of [`name="${name}"`, `name="files"; filename="${name}"`]) {
				const body = new TextEncoder().encode(
					`--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n--B--\r\n`,
				);
				await expect(
					read(cutStream(body, []), "multipart/form-data; boundary=B"),
				).rejects.toMatchObject({ status: 400 });
			}
		},
	);

	it("reads nothing after the first error", async () => {
		const field = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
		const body = new TextEncoder().encode(
			`--B\r\n: no name\r\n\r\n\r\n${field.repeat(1000)}--B--\r\n`,
		);
		// Every header and every field that is read is decoded.
		const decode = vi.spyOn(TextDecoder.prototype, "decode");
		await expect(
			read(cutStream(body, []), "multipart/form-data; boundary=B", { ...LIMITS, parts: 2000 }),
		).rejects.toMatchObject({ code: "request.malformed" });
		expect(decode.mock.calls.length).toBeLessThan(10);
		decode.mockRestore();
	});

	it("enforces limits on bytes, fields and parts while reading", async () => {
		const form = new FormData();
		form.append("long", "x".repeat(2000));
		const long = await bodyOf(form);
		await expect(read(cutStream(long.bytes, []), long.type)).rejects.toMatchObject({ status: 413 });
		await expect(
			read(cutStream(long.bytes, []), long.type, { ...LIMITS, field: 5000, body: 1500 }),
		).rejects.toMatchObject({ status: 413 });
		const many = new FormData();
		for (let i = 0; i < 21; i++) many.append("f", "1");
		const body = await bodyOf(many);
		await expect(read(cutStream(body.bytes, []), body.type)).rejects.toMatchObject({ status: 413 });
	});
});
