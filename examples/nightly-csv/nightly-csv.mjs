// Writes the sales of one day (UTC) into a CSV file: node nightly-csv.mjs [day] [folder]
// The day is yesterday where it is not given. Node 20 or newer, no packages.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const DAY_MS = 24 * 60 * 60 * 1000;
const { TILLBOX_SERVER, TILLBOX_TOKEN } = process.env;
const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
const [chosen, folder = "."] = process.argv.slice(2);
const day = chosen || yesterday;

/** Ends with a message that says what to do; cron mails it. */
function fail(message) {
	console.error(message);
	process.exit(1);
}

if (!TILLBOX_SERVER || !TILLBOX_TOKEN)
	fail("Set TILLBOX_SERVER to the address of the site, and TILLBOX_TOKEN to an access token.");
const server = URL.canParse(TILLBOX_SERVER) ? new URL(TILLBOX_SERVER) : null;
const isOwn = server !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(server.hostname);
// Over plain HTTP the network could read the token.
if (!server || !(server.protocol === "https:" || (server.protocol === "http:" && isOwn)))
	fail(`TILLBOX_SERVER is not an address like https://your-site.example: ${TILLBOX_SERVER}`);
const from = Date.parse(`${day}T00:00:00Z`);
// 31 February would become a day in March.
const isDay = !Number.isNaN(from) && new Date(from).toISOString().slice(0, 10) === day;
if (!isDay) fail(`${day} is not a day like 2026-05-01.`);

const url = new URL("/api/v1/sales.csv", server);
url.searchParams.set("from", new Date(from).toISOString());
url.searchParams.set("until", new Date(from + DAY_MS).toISOString());
const response = await fetch(url, {
	headers: { authorization: `Bearer ${TILLBOX_TOKEN}` },
	// A redirect could take the token to another site.
	redirect: "error",
	signal: AbortSignal.timeout(60_000),
}).catch((error) => fail(`${url.host} does not answer: ${error.cause?.message ?? error.message}`));
if (!response.ok) {
	const { message, code } = await response.json().catch(() => ({}));
	fail(`${response.status} ${message ?? ""} (${code ?? "no code"})`);
}

await mkdir(folder, { recursive: true }).catch((error) => fail(error.message));
const file = join(folder, `sales-${day}.csv`);
// Renamed when it is whole, so that nobody reads half of it.
try {
	await writeFile(`${file}.part`, Buffer.from(await response.arrayBuffer()));
	await rename(`${file}.part`, file);
} catch (error) {
	fail(`${file} was not written: ${error.cause?.message ?? error.message}`);
}
console.log(file);
