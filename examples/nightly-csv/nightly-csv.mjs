// Writes the sales of one day (UTC) into a CSV file: node nightly-csv.mjs [day] [folder]
// The day is yesterday by default. Node 20.3 or newer, and @tillbox/client.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Tillbox } from "@tillbox/client";

const DAY_MS = 24 * 60 * 60 * 1000;
const { TILLBOX_SERVER, TILLBOX_TOKEN } = process.env;
const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
const [chosen, folder = "."] = process.argv.slice(2);
const day = chosen || yesterday;

try {
	if (!TILLBOX_SERVER || !TILLBOX_TOKEN)
		throw new Error(
			"Set TILLBOX_SERVER to the address of the site, and TILLBOX_TOKEN to an access token.",
		);
	const from = Date.parse(`${day}T00:00:00Z`);
	// 31 February would become a day in March.
	if (Number.isNaN(from) || new Date(from).toISOString().slice(0, 10) !== day)
		throw new Error(`${day} is not a day like 2026-05-01.`);

	const tillbox = new Tillbox({ server: TILLBOX_SERVER, token: TILLBOX_TOKEN });
	const response = await tillbox.download("/api/v1/sales.csv", {
		query: { from: new Date(from).toISOString(), until: new Date(from + DAY_MS).toISOString() },
	});
	await mkdir(folder, { recursive: true });
	const file = join(folder, `sales-${day}.csv`);
	// Renamed when it is whole, so that nobody reads half a file.
	await writeFile(`${file}.part`, Buffer.from(await response.arrayBuffer()));
	await rename(`${file}.part`, file);
	console.log(file);
} catch (error) {
	// Cron mails what a program prints.
	const { status, code, message } = Object(error);
	console.error(status ? `${status} ${message} (${code})` : message);
	process.exitCode = 1;
}
