import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Site = { address: string; close: () => Promise<void> };

/** With its own host, port and headers. */
export async function openForeignSite(
	body: string,
	headers: Readonly<Record<string, string>>,
): Promise<Site> {
	const server = createServer((request, response) => {
		if (request.url !== "/") return response.writeHead(404).end();
		response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...headers });
		return response.end(
			`<!doctype html><html lang="en"><head><title>A site of somebody</title><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>${body}</main></body></html>`,
		);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	// A server that listens on a port has an address of this form.
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}/`,
		close: () =>
			new Promise((done) => {
				server.closeAllConnections();
				server.close(() => done());
			}),
	};
}
