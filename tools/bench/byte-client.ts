import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { MIB, PART_SIZE } from "../../worker/contract/constants.ts";

export function open(
	port: number,
	method: string,
	path: string,
	headers: Record<string, string> = {},
): { call: ClientRequest; incoming: Promise<IncomingMessage> } {
	const call = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
	call.setTimeout(60_000, () => call.destroy(new Error(`${method} ${path} timed out`)));
	const incoming = new Promise<IncomingMessage>((resolve, reject) => {
		call.once("response", resolve).once("error", reject);
	});
	return { call, incoming };
}

/** `whole` is false if the response was cut off. */
export async function take(
	port: number,
	path: string,
): Promise<{ bytes: number; seconds: number; whole: boolean }> {
	const began = performance.now();
	const { call, incoming } = open(port, "GET", path);
	call.end();
	const response = await incoming;
	let bytes = 0;
	const whole = await new Promise<boolean>((resolve) => {
		response.on("data", (chunk: Buffer) => {
			bytes += chunk.length;
		});
		response.once("end", () => resolve(true)).once("error", () => resolve(false));
	});
	return { bytes, seconds: (performance.now() - began) / 1000, whole };
}

/** @throws Error for any status but 200 */
export async function put(port: number, path: string, mebibytes = 0): Promise<void> {
	const headers = { "Content-Length": String(mebibytes * MIB) };
	const { call, incoming } = open(port, "PUT", path, headers);
	const block = Buffer.alloc(MIB, "0123456789abcdef");
	for (let sent = 0; sent < mebibytes; sent++) {
		if (!call.write(block)) await new Promise((resolve) => call.once("drain", resolve));
	}
	call.end();
	const { statusCode } = (await incoming).resume();
	if (statusCode !== 200) throw new Error(`PUT ${path} responded ${statusCode}`);
}

async function textOf(incoming: Promise<IncomingMessage>): Promise<string> {
	const response = await incoming;
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk);
	const text = Buffer.concat(chunks).toString();
	if (response.statusCode !== 200) throw new Error(`responded ${response.statusCode}: ${text}`);
	return text;
}

export async function putInParts(port: number, key: string, mebibytes: number): Promise<void> {
	const send = (method: string, path: string, body: Buffer) => {
		const { call, incoming } = open(port, method, path, { "Content-Length": String(body.length) });
		call.end(body);
		return textOf(incoming);
	};
	const path = `/multipart/${key}`;
	const upload = `${path}/${await send("POST", path, Buffer.alloc(0))}`;
	const part = Buffer.alloc(PART_SIZE, "0123456789abcdef");
	const parts: { partNumber: number; etag: string }[] = [];
	for (let n = 1; n <= (mebibytes * MIB) / PART_SIZE; n++)
		parts.push({ partNumber: n, etag: await send("PUT", `${upload}/${n}`, part) });
	await send("POST", upload, Buffer.from(JSON.stringify(parts)));
}

export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
