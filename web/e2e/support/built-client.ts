import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The examples import the client by name; `npm test` has built it already. */
export default async function buildClient(): Promise<void> {
	await promisify(execFile)(process.execPath, ["tools/openapi/client.ts"]);
}
