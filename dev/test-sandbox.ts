import { createServer } from "node:net";
import { startSandbox } from "./stripe-sandbox/server.ts";

const VARIABLE = "TILLBOX_TEST_SANDBOX_PORT";

/** The address of the tests' sandbox: a free port, chosen once for the whole run. */
export async function sandboxAddress(): Promise<string> {
	process.env[VARIABLE] ??= String(await freePort());
	return `http://127.0.0.1:${process.env[VARIABLE]}`;
}

/** Vitest's global set-up: one Stripe sandbox, in memory, for all Workers tests. */
export default async function setup(): Promise<() => Promise<void>> {
	const { port } = new URL(await sandboxAddress());
	const sandbox = await startSandbox({ port: Number(port), db: ":memory:" });
	return sandbox.close;
}

function freePort(): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const server = createServer();
	server.on("error", reject);
	server.listen(0, "127.0.0.1", () => {
		const address = server.address();
		server.close(() =>
			address !== null && typeof address === "object"
				? resolve(address.port)
				: reject(new Error("no free port")),
		);
	});
	return promise;
}
