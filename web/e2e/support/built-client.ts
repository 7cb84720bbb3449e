import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Builds the client, which the examples import by its name; `npm test` has done so already. */
export default async function buildClient(): Promise<void> {
	await promisify(execFile)(process.execPath, ["tools/openapi/client.ts"]);
}
