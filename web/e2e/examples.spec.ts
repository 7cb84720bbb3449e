import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { sellRain } from "./support/money.ts";
import { test } from "./support/profiles.ts";
import { newToken } from "./support/tokens.ts";

const EXAMPLES = join(import.meta.dirname, "..", "..", "examples");
const run = promisify(execFile);

test.describe("nightly-csv", () => {
	test("writes the sales of a day into a file, and says what is wrong", async ({
		request,
		newRequest,
		baseURL,
	}) => {
		const site = String(baseURL);
		const { token } = await newToken(request, ["sales:read"]);
		const buyerEmail = await sellRain(request, newRequest);

		const folder = mkdtempSync(join(tmpdir(), "tillbox-csv-"));
		const nightly = (args: string[], variables: Record<string, string> = {}) =>
			run(process.execPath, [join(EXAMPLES, "nightly-csv", "nightly-csv.mjs"), ...args], {
				env: { ...process.env, TILLBOX_SERVER: site, TILLBOX_TOKEN: token, ...variables },
				cwd: folder,
			});
		const { sales } = await (await request.get("/api/sales")).json();
		const today = new Date(sales[0].paidAt ?? sales[0].createdAt).toISOString().slice(0, 10);
		const reports = join(folder, "new", "reports");
		const { stdout } = await nightly([today, reports]);
		expect(stdout.trim()).toBe(join(reports, `sales-${today}.csv`));
		const lines = readFileSync(stdout.trim(), "utf8").trim().split("\r\n");
		expect(lines).toHaveLength(2);
		expect(lines[0]).toContain("Paid at");
		expect(lines[1]).toContain("Rain, recorded");
		expect(lines[1]).toContain(buyerEmail);
		expect(lines[1]).toContain("7.50");
		// Nothing was sold yesterday, unless it is past midnight by now.
		const yesterday = (await nightly([])).stdout.trim();
		expect(readFileSync(join(folder, yesterday), "utf8").trim().split("\r\n")).toHaveLength(
			yesterday.includes(today) ? 2 : 1,
		);
		const refused = (args: string[], variables?: Record<string, string>) =>
			nightly(args, variables).catch(({ code, stderr }) => `${code} ${stderr}`);
		expect(await refused([], { TILLBOX_TOKEN: "tbx_no" })).toMatch(/^1 401 .*access_token.invalid/);
		expect(await refused(["yesterday"])).toContain("1 yesterday is not a day");
		expect(await refused(["2026-02-31"])).toContain("1 2026-02-31 is not a day");
		for (const address of ["nowhere", "ftp://a.example", "http://a.example"])
			expect(await refused([], { TILLBOX_SERVER: address })).toContain(
				"1 The server is not an address",
			);
		const inTheWay = join(folder, yesterday);
		expect(await refused([today, inTheWay])).toMatch(/^1 EEXIST[^\n]*\n$/);
		expect(await refused([], { TILLBOX_TOKEN: "" })).toContain("1 Set TILLBOX_SERVER");
		rmSync(folder, { recursive: true });
	});
});

test.describe("sale-to-chat", () => {
	const SECRET = Buffer.from("a secret of 32 bytes, for tests.");
	let chat: Server;
	let receiver: ChildProcess;
	let address: string;
	let posts: unknown[];
	let chatStatus: number;

	test.beforeEach(async () => {
		posts = [];
		chatStatus = 200;
		chat = createServer((request, response) => {
			let body = "";
			request.on("data", (chunk) => {
				body += chunk;
			});
			request.on("end", () => {
				if (chatStatus === 200) posts.push(JSON.parse(body));
				response.writeHead(chatStatus).end("ok");
			});
		});
		await new Promise<void>((resolve) => chat.listen(0, "127.0.0.1", resolve));
		const { port } = chat.address() as { port: number };
		receiver = spawn(process.execPath, [join(EXAMPLES, "sale-to-chat", "sale-to-chat.mjs")], {
			env: {
				...process.env,
				WEBHOOK_SECRET: `whsec_${SECRET.toString("base64")}`,
				CHAT_URL: `http://127.0.0.1:${port}/hook`,
				PORT: "0",
			},
			stdio: ["ignore", "pipe", "ignore"],
		});
		const said = await new Promise<string>((resolve) =>
			receiver.stdout?.once("data", (data) => resolve(String(data))),
		);
		address = `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`;
	});
	test.afterEach(() => {
		receiver.kill();
		chat.close();
	});

	const MESSAGE = {
		type: "sale.created",
		timestamp: "2026-05-01T10:00:00.000Z",
		data: {
			sale: {
				title: "Rain <!channel>",
				currency: "usd",
				price: "7.50",
				buyerEmail: "kim@example.test",
				discount: null,
			},
		},
	};

	async function send(
		id: string,
		{ message = MESSAGE as object, at = Date.now(), secret = SECRET, older = "" } = {},
	): Promise<number> {
		const body = JSON.stringify(message);
		const timestamp = String(Math.floor(at / 1000));
		const own = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
		const response = await fetch(address, {
			method: "POST",
			headers: {
				"webhook-id": id,
				"webhook-timestamp": timestamp,
				"webhook-signature": `${older}v1,${own}`,
			},
			body,
		});
		return response.status;
	}

	test("posts each sale once, and asks to have it sent again while the chat is away", async () => {
		chatStatus = 503;
		expect(await send("msg_1")).toBe(500);
		chatStatus = 200;
		expect(await send("msg_1")).toBe(204);
		expect(await send("msg_1")).toBe(204);
		expect(await send("msg_2", { message: { type: "sale.refunded", data: {} } })).toBe(204);
		expect(await send("msg_3", { older: "v1,AAAA " })).toBe(204);
		const text = "“Rain &lt;!channel&gt;” was sold for $7.50, to kim@example.test.";
		expect(posts).toEqual([{ text }, { text }]);
	});

	test("says what is wrong with its settings before it listens", async () => {
		const { port } = chat.address() as { port: number };
		const CHAT_URL = `http://127.0.0.1:${port}/hook`;
		const refused = (variables: Record<string, string>) =>
			run(process.execPath, [join(EXAMPLES, "sale-to-chat", "sale-to-chat.mjs")], {
				env: { ...process.env, WEBHOOK_SECRET: "whsec_c2VjcmV0", CHAT_URL, ...variables },
				timeout: 10_000,
			}).catch(({ code, stderr }) => `${code} ${stderr}`);
		expect(await refused({ WEBHOOK_SECRET: "" })).toBe(
			"1 Set WEBHOOK_SECRET to the endpoint's secret (whsec_…).\n",
		);
		for (const address of ["", "hooks.chat.example/1", "file:///etc/passwd"])
			expect(await refused({ CHAT_URL: address })).toMatch(/^1 Set CHAT_URL to the address .+\n$/);
		expect(await refused({ PORT: "http" })).toBe("1 PORT is not a port: http\n");
		const taken = new URL(address).port;
		expect(await refused({ PORT: taken })).toBe(
			`1 Port ${taken} is taken. Set PORT to another one.\n`,
		);
	});

	test("takes nothing that was not signed, or was signed long ago", async () => {
		expect(await send("msg_1", { secret: Buffer.from("another") })).toBe(401);
		expect(await send("msg_1", { at: Date.now() - 301_000 })).toBe(401);
		expect(await send("msg_1", { at: Number.NaN })).toBe(401);
		expect((await fetch(address, { method: "POST", body: "{}" })).status).toBe(401);
		expect((await fetch(address)).status).toBe(400);
		const large = await fetch(address, { method: "POST", body: "x".repeat(300 * 1024) });
		expect(large.status).toBe(400);
		expect(posts).toEqual([]);
	});
});
