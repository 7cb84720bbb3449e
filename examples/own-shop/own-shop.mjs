// A shop of one's own that sells a share at its own prices, and knows its orders again.
// Node 20.3 or newer, and @tillbox/client: node own-shop.mjs
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Tillbox, verifyWebhook, WebhookVerificationError } from "@tillbox/client";

const {
	TILLBOX_SERVER: server = "",
	TILLBOX_TOKEN: token = "",
	TILLBOX_SHARE: shareId = "",
	WEBHOOK_SECRET = "",
	PORT = "8080",
} = process.env;
if (!server || !token || !shareId) {
	console.error("Set TILLBOX_SERVER, TILLBOX_TOKEN and TILLBOX_SHARE.");
	process.exit(1);
}
const tillbox = new Tillbox({ server, token });
const LICENCES = { personal: "12.00", studio: "49.00" };
/** In the currency of the creator, whose prices these are. */
const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
/** Orders, and whether they are paid; a real shop keeps this in its database. */
const orders = new Map();

/**
 * Makes an order and its checkout, and returns the address of the payment.
 * @param {keyof typeof LICENCES} licence
 * @param {string} origin of this shop
 */
async function order(licence, origin) {
	const id = randomUUID();
	const { url } = await tillbox.post("/api/v1/checkouts", {
		body: {
			shareId,
			price: LICENCES[licence],
			successUrl: `${origin}/thanks`,
			externalId: id,
			metadata: { licence },
		},
		// The order is made once, even if the response is lost.
		idempotencyKey: id,
	});
	orders.set(id, { licence, isPaid: false });
	return url;
}

/**
 * Records a paid order. A buyer may close the page before returning, so an event or the checkout itself decides.
 * @param {{ externalId: string | null } | null} checkout
 */
function fulfil(checkout) {
	const paid = orders.get(checkout?.externalId);
	if (paid) paid.isPaid = true;
	return paid;
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** @type {Record<string, (request: import("node:http").IncomingMessage, url: URL) => Promise<[number, string]>>} */
const ROUTES = {
	"GET /": async () => [
		200,
		`<form method="post" action="/buy">${Object.entries(LICENCES)
			.map(([name, price]) => [name, money.format(Number(price))])
			.map(([name, price]) => `<button name="licence" value="${name}">${name}: ${price}</button>`)
			.join(" ")}</form>`,
	],
	"POST /buy": async (request, { origin }) => {
		const licence = new URLSearchParams(String(await readBody(request))).get("licence");
		if (licence !== "personal" && licence !== "studio") return [400, "There is no such license."];
		return [303, await order(licence, origin)];
	},
	"GET /thanks": async (_request, { searchParams }) => {
		const id = searchParams.get("checkout_id") ?? "";
		const checkout = await tillbox.get("/api/v1/checkouts/{id}", { path: { id } });
		const paid = checkout.state === "paid" ? fulfil(checkout) : null;
		return [200, paid ? `Thank you. Your ${paid.licence} license is paid.` : "It isn't paid yet."];
	},
	"POST /hooks": async (request) => {
		const event = await verifyWebhook(await readBody(request), request.headers, WEBHOOK_SECRET);
		if (event.type === "sale.created") fulfil(event.data.sale.checkout);
		return [204, ""];
	},
};

const shop = createServer(async (request, response) => {
	const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
	try {
		const route = ROUTES[`${request.method} ${url.pathname}`];
		const [status, text] = route ? await route(request, url) : [404, "There is nothing here."];
		const header = status === 303 ? { location: text } : { "content-type": "text/html" };
		response.writeHead(status, header).end(status === 303 ? "" : text);
	} catch (error) {
		const isForged = error instanceof WebhookVerificationError;
		if (!isForged) console.error(error);
		response.writeHead(isForged ? 401 : 500).end();
	}
});
shop.listen(Number(PORT), () => {
	console.log(`Listening on port ${Object(shop.address()).port}.`);
});
