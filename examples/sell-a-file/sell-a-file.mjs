// Uploads a file as a share, in parts, and prints its link: node sell-a-file.mjs FILE PRICE
// Node 20.3 or newer, and @tillbox/client.
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Tillbox } from "@tillbox/client";

const { TILLBOX_SERVER = "", TILLBOX_TOKEN } = process.env;
const [path = "", price = ""] = process.argv.slice(2);
const tillbox = new Tillbox({ server: TILLBOX_SERVER, token: TILLBOX_TOKEN });
const name = basename(path);
const source = await open(path);
const { size } = await source.stat();

const upload = await tillbox.post("/api/v1/uploads", {
	body: { title: name, price, files: [{ name, size, type: "application/octet-stream" }] },
});
for (const { id: fileId, token, parts } of upload.files)
	for (let n = 1; n <= parts; n++) {
		const start = (n - 1) * upload.partSize;
		const body = new Uint8Array(Math.min(upload.partSize, size - start));
		await source.read(body, 0, body.length, start);
		// A part may be sent again, so the client repeats it when the network fails.
		await tillbox.put("/api/v1/uploads/{id}/files/{fileId}/parts/{n}", {
			path: { id: upload.id, fileId, n },
			headers: { "X-Upload-Token": token ?? "" },
			body,
		});
	}
await source.close();

// Large uploads are put together after the response.
for (let isDone = false; !isDone; ) {
	const done = await tillbox.post("/api/v1/uploads/{id}/complete", { path: { id: upload.id } });
	isDone = "fileShare" in done;
	if (!isDone) await setTimeout(2000);
}
console.log(new URL(`/share/${upload.shareId}`, TILLBOX_SERVER).href);
