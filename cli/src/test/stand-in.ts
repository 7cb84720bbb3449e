import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { Output } from "../output/output.ts";
import { Session } from "../session.ts";

/** A request that a stand-in server got. */
export type Got = {
	method: string;
	path: string;
	headers: IncomingMessage["headers"];
	body: string;
};
export type Answer = { status?: number; headers?: Record<string, string>; json?: unknown };

/** Starts a server that answers each request as told, until the test ends. Returns its origin and what it got. */
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
		const { status = 200, headers: sent, json } = await answer(one);
		response.writeHead(status, { "content-type": "application/json", ...sent });
		response.end(json === undefined ? "" : JSON.stringify(json));
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
		write: (text: string) => {
			written[name] += text;
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
