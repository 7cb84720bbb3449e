import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { parse } from "../arguments/parse.ts";
import { COMMANDS } from "../commands/index.ts";
import { Output } from "../output/output.ts";
import { Session } from "../session.ts";

export type Got = {
	method: string;
	path: string;
	headers: IncomingMessage["headers"];
	body: string;
};
export type Answer = {
	status?: number;
	headers?: Record<string, string>;
	json?: unknown;
	text?: string;
};

/** Starts a server for the test; returns its origin and the requests it got. */
export async function standIn(
	answer: (got: Got) => Answer | Promise<Answer>,
): Promise<{ origin: string; got: Got[] }> {
	const got: Got[] = [];
	const server: Server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const { method = "", url: path = "", headers } = request;
		const one = { method, path, headers, body };
		got.push(one);
		const { status = 200, headers: sent, json, text } = await answer(one);
		response.writeHead(status, { "content-type": "application/json", ...sent });
		response.end(json === undefined ? (text ?? "") : JSON.stringify(json));
	});
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** A session whose output is kept. */
export function recordedSession(
	origin: string,
	options: { json?: boolean; signal?: AbortSignal } = {},
) {
	const written = { stdout: "", stderr: "" };
	const keep = (name: keyof typeof written) => ({
		write: (text: string | Uint8Array) => {
			written[name] += typeof text === "string" ? text : Buffer.from(text).toString("latin1");
		},
	});
	const out = new Output(
		{ json: options.json ?? false, colour: false, progress: "none" },
		{ stdout: keep("stdout"), stderr: keep("stderr") },
	);
	const session = new Session(out, options.signal ?? new AbortController().signal, origin);
	onTestFinished(() => session.close());
	return { session, written };
}

/** Runs a command line in a session. */
export const runLine = async (session: Session, ...args: string[]): Promise<void> =>
	parse(COMMANDS, args).run(session);

/** A server of one file that honours ranges, and breaks its first responses off after so many bytes. */
export async function byteServer(
	bytes: Buffer,
	{ etag, crc32, breaks = [] }: { etag: string; crc32: string; breaks?: number[] },
): Promise<{
	origin: string;
	asked: { range?: string; ifRange?: string }[];
	/** breaks the connection of a response that has sent the bytes of `breaks`, once the client has them */
	breakOff: () => void;
}> {
	const asked: { range?: string; ifRange?: string }[] = [];
	let breakOff = () => {};
	const server = createServer((request, response) => {
		const { range, "if-range": ifRange } = request.headers;
		asked.push({ ...(range && { range }), ...(typeof ifRange === "string" && { ifRange }) });
		const isPart = range !== undefined && ifRange === etag;
		const start = isPart ? Number(/\d+/.exec(range)?.[0]) : 0;
		const body = bytes.subarray(start);
		response.writeHead(isPart ? 206 : 200, {
			etag,
			"x-file-crc32": crc32,
			"content-length": String(body.length),
			...(isPart && { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
		});
		const cut = breaks.shift();
		if (cut === undefined) response.end(body);
		else {
			response.write(body.subarray(0, cut));
			breakOff = () => response.destroy();
		}
	});
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { origin, asked, breakOff: () => breakOff() };
}
