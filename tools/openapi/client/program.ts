/**
 * A program as a creator would write it, with a client generated from the description. `npm test` checks
 * its types, and runs it against the local product.
 *
 *   TILLBOX_TOKEN=tbx_… node tools/openapi/client/program.ts https://tillbox.example
 */
import createClient from "openapi-fetch";
import type { paths } from "#api-schema";

const [origin = "http://localhost:8787"] = process.argv.slice(2);
const { TILLBOX_TOKEN: token = "" } = process.env;
const api = createClient<paths>({ baseUrl: origin, headers: { Authorization: `Bearer ${token}` } });

/** Returns the body of a successful response. Throws with the error's code. */
async function of<Data, Failure extends { code: string; message: string }>(
	call: Promise<{ data?: Data; error?: Failure; response: Response }>,
): Promise<Data> {
	const { data, error, response } = await call;
	if (error) throw new Error(`${error.code}: ${error.message}`);
	if (data === undefined) throw new Error(`There is no body: ${response.status}`);
	return data;
}

/** Uploads one file as a share, part by part. Returns the share's id in links. */
async function sell(name: string, bytes: Uint8Array<ArrayBuffer>, price: string): Promise<string> {
	const upload = await of(
		api.POST("/api/v1/uploads", {
			body: { title: name, price, files: [{ name, size: bytes.length, type: "text/plain" }] },
		}),
	);
	const [file] = upload.files;
	if (!file?.token) throw new Error("The file has no token.");
	for (let n = 1; n <= file.parts; n++) {
		const part = bytes.slice((n - 1) * upload.partSize, n * upload.partSize);
		await of(
			api.PUT("/api/v1/uploads/{id}/files/{fileId}/parts/{n}", {
				params: {
					path: { id: upload.id, fileId: file.id, n },
					header: { "X-Upload-Token": file.token },
				},
				headers: { "Content-Type": "application/octet-stream" },
				// The generator's type of bytes is text; what is sent is the part as it is.
				body: part as unknown as string,
				bodySerializer: () => part,
			}),
		);
	}
	for (;;) {
		const done = await of(
			api.POST("/api/v1/uploads/{id}/complete", { params: { path: { id: upload.id } } }),
		);
		if ("fileShare" in done) return done.fileShare.shareId;
		await new Promise((resolve) => setTimeout(resolve, 2000));
	}
}

/** All customers, page by page. */
async function customers() {
	const found = [];
	for (let after: string | undefined; ; ) {
		const page = await of(api.GET("/api/v1/customers", { params: { query: { after } } }));
		found.push(...page.customers);
		if (page.next === null) return found;
		after = page.next;
	}
}

const before = await of(api.GET("/api/v1/my-file-shares"));
const shareId = await sell("notes.txt", new TextEncoder().encode("Some notes."), "4.50");
const after = await of(api.GET("/api/v1/my-file-shares"));
const sales = await of(
	api.GET("/api/v1/file-shares/{shareId}/sales", { params: { path: { shareId } } }),
);
const refused = await api.GET("/api/v1/balance");
console.log(
	JSON.stringify({
		shareId,
		before: before.length,
		after: after.map(({ title, price }) => ({ title, price })),
		sales: sales.length,
		customers: (await customers()).length,
		refused: refused.error?.code,
		limit: refused.response.headers.get("ratelimit-policy"),
	}),
);
