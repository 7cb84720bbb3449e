import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

type Received = { headers: IncomingHttpHeaders; body: string };

export async function receiver() {
	const received: Received[] = [];
	const answer = { status: 204, body: "" };
	const server: Server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
			response.writeHead(answer.status).end(answer.body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		received,
		answer,
		url: `http://127.0.0.1:${port}/hook`,
		/** With the reference library. */
		verified: (secret: string) =>
			received.map(({ headers, body }) =>
				new Webhook(secret).verify(body, headers as Record<string, string>),
			),
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
