/**
 * Checks against the running product what the other tests' fakes can't prove, and prints the results.
 *
 *   TILLBOX_SERVER=… TILLBOX_TOKEN=… node packages/client/test/against-product.ts
 */
import { Tillbox, TillboxError } from "@tillbox/client";

const { TILLBOX_SERVER: server, TILLBOX_TOKEN: token } = process.env;
const tillbox = new Tillbox({ server, token });

const keys: (string | null)[] = [];
/** Loses the first response, after the server has processed the request. */
const unlucky = new Tillbox({
	server,
	token,
	fetch: async (request) => {
		keys.push(request.headers.get("idempotency-key"));
		const response = await fetch(request);
		if (keys.length > 1) return response;
		await response.arrayBuffer();
		throw new TypeError("The response is lost.");
	},
});

const body = new FormData();
for (const [name, value] of Object.entries({ title: "Rain", price: "4.50" })) body.set(name, value);
body.set("files", new File(["Some notes."], "notes.txt", { type: "text/plain" }));
const { fileShare } = await unlucky.post("/api/v1/file-shares", { body });

const titles: string[] = [];
for await (const { title } of tillbox.list("/api/v1/my-file-shares", { query: { most: 1 } }))
	titles.push(title);

const sales: string[] = [];
for await (const { price } of tillbox.list("/api/v1/sales")) sales.push(price);
const csv = await (await tillbox.download("/api/v1/sales.csv")).text();

const { shareId } = fileShare;
await tillbox.patch("/api/v1/file-shares/{shareId}", {
	path: { shareId },
	body: { price: "5.50" },
});
const changed = await tillbox.get("/api/v1/file-shares/{shareId}", { path: { shareId } });

const refusals: object[] = [];
for (const call of [
	() => tillbox.get("/api/v1/customers"),
	() =>
		tillbox.patch("/api/v1/file-shares/{shareId}", { path: { shareId }, body: { price: "much" } }),
])
	await call().catch((error: unknown) => {
		if (!(error instanceof TillboxError)) throw error;
		const { status, code, fields, requestId } = error;
		refusals.push({ status, code, fields: Object.keys(fields), named: requestId !== null });
	});

console.log(
	JSON.stringify({
		requests: keys.length,
		keys: new Set(keys).size,
		titles,
		sales,
		lines: csv.trim().split("\r\n").length,
		price: changed.fileShare.price,
		refusals,
	}),
);
