// Receives webhooks (https://www.standardwebhooks.com) and posts each sale to a chat's incoming webhook.
// Node 20 or newer, no packages: node sale-to-chat.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { WEBHOOK_SECRET = "", CHAT_URL = "", PORT = "8080" } = process.env;
const MAX_BYTES = 256 * 1024;
const TOLERANCE_S = 5 * 60;
/** How many messages are remembered: one that is sent again must not be posted again. */
const REMEMBERED = 1000;

/** Ends with a message that says what to do. */
function fail(message) {
	console.error(message);
	process.exit(1);
}

if (!/^whsec_[A-Za-z0-9+/=]+$/.test(WEBHOOK_SECRET))
	fail("Set WEBHOOK_SECRET to the endpoint's secret (whsec_…).");
// Without the address itself: who has it can post to the chat.
if (!URL.canParse(CHAT_URL) || !/^https?:$/.test(new URL(CHAT_URL).protocol))
	fail("Set CHAT_URL to the address of the chat's incoming webhook, such as https://….");
if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) fail(`PORT is not a port: ${PORT}`);
const key = Buffer.from(WEBHOOK_SECRET.slice("whsec_".length), "base64");
const posted = new Set();

/** Returns true where a message was signed with the secret within the last five minutes. */
function isSigned(headers, body) {
	const id = headers["webhook-id"];
	const timestamp = headers["webhook-timestamp"];
	if (!id || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
	const own = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
	// While a secret is being replaced there are two signatures.
	return String(headers["webhook-signature"])
		.split(" ")
		.map((signature) => /^v1,(.+)$/.exec(signature)?.[1])
		.some((text) => {
			const theirs = Buffer.from(text ?? "", "base64");
			return theirs.length === own.length && timingSafeEqual(theirs, own);
		});
}

/** Posts a text as Discord takes it, or as Slack, Mattermost and others do. */
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

/** Handles one message and returns the status of the response; other than 2xx it is sent again later. */
async function receive(headers, body) {
	if (!isSigned(headers, body)) return 401;
	const { type, data } = JSON.parse(body.toString());
	const id = headers["webhook-id"];
	if (type !== "sale.created" || posted.has(id)) return 204;
	const { title, price, buyerEmail, discount } = data.sale;
	const code = discount ? `, with the code ${discount.code}` : "";
	const buyer = buyerEmail || "a buyer without an address";
	// Before it is posted, since it can arrive a second time meanwhile.
	posted.add(id);
	if (posted.size > REMEMBERED) posted.delete(posted.values().next().value);
	try {
		await post(`“${title}” was sold for $${price}${code}, to ${buyer}.`);
	} catch (error) {
		posted.delete(id);
		throw error;
	}
	return 204;
}

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
		response.writeHead(body ? await receive(request.headers, body) : 400).end();
	} catch (error) {
		console.error(error);
		response.writeHead(500).end();
	}
});
server.once("error", ({ code, message }) =>
	fail(code === "EADDRINUSE" ? `Port ${PORT} is taken. Set PORT to another one.` : message),
);
server.listen(Number(PORT), () => console.log(`Listening on port ${server.address().port}.`));
