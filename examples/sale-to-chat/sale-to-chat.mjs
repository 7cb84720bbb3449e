// Receives webhooks (https://www.standardwebhooks.com) and posts each sale to a chat's incoming webhook.
// Node 20.3 or newer, and @tillbox/client: node sale-to-chat.mjs
import { createServer } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@tillbox/client";

const { WEBHOOK_SECRET = "", CHAT_URL = "", PORT = "8080" } = process.env;
const MAX_BYTES = 256 * 1024;
/** How many messages are remembered: one that is sent again must not be posted again. */
const REMEMBERED = 1000;

/**
 * Ends with a message that says what to do.
 * @param {string} message
 */
function fail(message) {
	console.error(message);
	process.exit(1);
}

if (!/^whsec_[A-Za-z0-9+/=]+$/.test(WEBHOOK_SECRET))
	fail("Set WEBHOOK_SECRET to the endpoint's secret (whsec_…).");
// The address itself stays out of the log, since it lets anyone post to the chat.
if (!URL.canParse(CHAT_URL) || !/^https?:$/.test(new URL(CHAT_URL).protocol))
	fail("Set CHAT_URL to the address of the chat's incoming webhook, such as https://….");
if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) fail(`PORT is not a port: ${PORT}`);
const posted = new Set();

/**
 * Posts a text as Discord takes it, or as Slack, Mattermost and others do.
 * @param {string} text
 */
async function post(text) {
	const isDiscord = /(?:^|\.)discord(?:app)?\.com$/.test(new URL(CHAT_URL).hostname);
	// Titles and addresses are not ours: they must not notify a whole channel.
	const body = isDiscord
		? { content: text, allowed_mentions: { parse: [] } }
		: { text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") };
	const response = await fetch(CHAT_URL, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(8_000),
	});
	if (!response.ok) throw new Error(`The chat answered ${response.status}.`);
}

/**
 * Handles one message; if it throws, the message is sent again later.
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {Uint8Array} body
 */
async function receive(headers, body) {
	const event = await verifyWebhook(body, headers, WEBHOOK_SECRET);
	const id = headers["webhook-id"];
	if (event.type !== "sale.created" || posted.has(id)) return;
	const { title, price, currency, buyerEmail, discount } = event.data.sale;
	const paid = new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(price));
	const code = discount ? `, with the code ${discount.code}` : "";
	const buyer = buyerEmail || "a buyer without an address";
	// Before it is posted: it can arrive a second time in between.
	posted.add(id);
	if (posted.size > REMEMBERED) posted.delete(posted.values().next().value);
	try {
		await post(`“${title}” was sold for ${paid}${code}, to ${buyer}.`);
	} catch (error) {
		posted.delete(id);
		throw error;
	}
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
	const chunks = [];
	let size = 0;
	for await (const chunk of request) {
		size += chunk.length;
		if (size > MAX_BYTES) return null;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
	try {
		const body = request.method === "POST" ? await readBody(request) : null;
		if (body) await receive(request.headers, body);
		response.writeHead(body ? 204 : 400).end();
	} catch (error) {
		const isForged = error instanceof WebhookVerificationError;
		if (!isForged) console.error(error);
		response.writeHead(isForged ? 401 : 500).end();
	}
});
server.once("error", (error) => {
	const isTaken = "code" in error && error.code === "EADDRINUSE";
	fail(isTaken ? `Port ${PORT} is taken. Set PORT to another one.` : error.message);
});
server.listen(Number(PORT), () => {
	const { port } = Object(server.address());
	console.log(`Listening on port ${port}.`);
});
