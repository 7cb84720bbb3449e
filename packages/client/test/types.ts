/** Calls that compile and calls that don't; type-checked, never run. */
import { Tillbox, TillboxError, verifyWebhook } from "@tillbox/client";

const tillbox = new Tillbox({
	server: process.env.TILLBOX_SERVER,
	token: process.env.TILLBOX_TOKEN,
});

for await (const sale of tillbox.list("/api/v1/sales")) sale.price satisfies string;
for await (const share of tillbox.list("/api/v1/my-file-shares")) share.title satisfies string;
for await (const customer of tillbox.list("/api/v1/customers", { query: { search: "kim" } }))
	customer.id satisfies string;
(await tillbox.get("/api/v1/balance")) satisfies { held: string };
(await tillbox.download("/api/v1/sales.csv")) satisfies Response;

// @ts-expect-error a path that does not exist
tillbox.get("/api/v1/sale");
// @ts-expect-error a method that the path does not have
tillbox.post("/api/v1/sales");
// @ts-expect-error a list without pages
tillbox.list("/api/v1/drafts");
// @ts-expect-error a file is downloaded
tillbox.get("/api/v1/sales.csv");
// @ts-expect-error what no token may call
tillbox.get("/api/v1/sessions");
// @ts-expect-error the path's parameter is missing
tillbox.get("/api/v1/customers/{id}");
// @ts-expect-error the path's parameter has another name
tillbox.get("/api/v1/customers/{id}", { path: { customer: "12345678" } });
// @ts-expect-error a parameter that does not exist
tillbox.get("/api/v1/sales", { query: { share: "12345678" } });
// @ts-expect-error a value of another type
tillbox.get("/api/v1/my-file-shares", { query: { most: "many" } });
// @ts-expect-error the body is missing
tillbox.post("/api/v1/webhooks/endpoints");
// @ts-expect-error a field that does not exist
tillbox.patch("/api/v1/webhooks/endpoints/{id}", { path: { id: "1" }, body: { on: true } });
// @ts-expect-error a header that does not exist
tillbox.get("/api/v1/balance", { headers: { "X-Upload-Token": "" } });
// @ts-expect-error a GET takes no key
tillbox.get("/api/v1/balance", { idempotencyKey: "1" });
// @ts-expect-error a field that the answer does not have
(await tillbox.get("/api/v1/balance")).amount;

const event = await verifyWebhook("{}", new Headers(), "whsec_");
if (event.type === "sale.created") event.data.sale.price satisfies string;
// @ts-expect-error of another event
if (event.type === "share.published") event.data.sale;

const error = new TillboxError(404, null, "");
if (error.code === "share.not_found") error.requestId satisfies string | null;
