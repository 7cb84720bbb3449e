import { Agent, createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/**
 * Stands in front of the server, and lets only as many parts of an upload through as a test says,
 * so that no machine is fast enough to finish the upload before the test stops it.
 */
export async function openDam(server: string | undefined) {
	const target = new URL(String(server));
	const agent = new Agent({ keepAlive: false });
	let left = 0;
	let stored = Promise.withResolvers<void>();
	const dam = createServer((asked, answer) => {
		const isPart = /\/parts\/\d+$/.test(asked.url ?? "");
		const isHeld = isPart && left === 0;
		if (isPart && !isHeld) left--;
		const isLast = isPart && !isHeld && left === 0;
		const sent = forward(
			new URL(asked.url ?? "", target),
			{ agent, method: asked.method, headers: { ...asked.headers, host: target.host } },
			(response: IncomingMessage) => {
				answer.writeHead(response.statusCode ?? 502, response.headers);
				pipeline(response, answer, () => isLast && stored.resolve());
			},
		);
		sent.once("error", () => answer.destroy());
		// The server has the beginning of a held part.
		if (isHeld) asked.once("data", (bytes) => sent.write(bytes) && asked.pause());
		else asked.pipe(sent);
		answer.once("close", () => sent.destroy());
	});
	await new Promise<void>((resolve) => dam.listen(0, "localhost", resolve));
	return {
		address: `http://localhost:${(dam.address() as AddressInfo).port}`,
		/** Resolves once the server has stored them. */
		letThrough(parts: number): Promise<void> {
			left = parts;
			stored = Promise.withResolvers();
			return stored.promise;
		},
		close: () => {
			dam.closeAllConnections();
			dam.close();
		},
	};
}
