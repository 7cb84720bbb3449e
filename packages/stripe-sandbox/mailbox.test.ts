import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Mail } from "./mailbox.ts";
import { type RunningSandbox, startSandbox } from "./server.ts";
import { trigger } from "./testing.ts";

let running: RunningSandbox;
let dir: string;
let time = 1_000_000;

before(async () => {
	dir = mkdtempSync(join(tmpdir(), "sandbox-mail-"));
	running = await startSandbox({
		port: 0,
		db: ":memory:",
		mailDirs: [join(dir, "posted")],
		now: () => time,
	});
});
after(async () => {
	await running.close();
	rmSync(dir, { recursive: true });
});

const send = (mail: object, key?: string) =>
	fetch(`${running.url}/dev/mail`, {
		method: "POST",
		headers: { "content-type": "application/json", ...(key ? { "idempotency-key": key } : {}) },
		body: JSON.stringify(mail),
	});
const inbox = async (query = ""): Promise<Mail[]> =>
	(await fetch(`${running.url}/dev/mail.json${query}`)).json() as Promise<Mail[]>;

test("a posted mail is listed, newest first, and found by its recipient", async () => {
	await send({ from: "shop@x.test", to: "Buyer <Buyer@x.test>", subject: "One", text: "first" });
	time += 1000;
	await send({ from: "shop@x.test", to: ["other@x.test"], subject: "Two", text: "second" });
	assert.deepEqual(
		(await inbox()).map((mail) => mail.subject),
		["Two", "One"],
	);
	assert.deepEqual(
		(await inbox("?to=buyer@x.test")).map((mail) => mail.subject),
		["One"],
	);
});

test("the same key twice is one mail", async () => {
	const before = (await inbox()).length;
	for (let i = 0; i < 2; i += 1) await send({ to: "k@x.test", subject: "Key", text: "" }, "mail-1");
	assert.equal((await inbox()).length, before + 1);
});

test("a mail without a recipient or subject is refused", async () => {
	assert.equal((await send({ subject: "x" })).status, 400);
	assert.equal((await send({ to: "a@x.test" })).status, 400);
});

test("a mail's page shows its HTML in a sandboxed frame and links addresses", async () => {
	await send(
		{
			to: "html@x.test",
			subject: "<b>bold</b>",
			text: "Open https://shop.test/r?a=1&b=2 now",
			html: '<script>alert(1)</script><a href="https://shop.test">x</a>',
		},
		"html",
	);
	const [mail] = await inbox("?to=html@x.test");
	const page = await (await fetch(`${running.url}/dev/mail/${mail?.id}`)).text();
	assert.ok(!page.includes("<script>"), "escaped inside srcdoc");
	assert.ok(!page.includes("<b>bold"));
	assert.match(page, /sandbox="allow-popups allow-popups-to-escape-sandbox"/);
	assert.ok(page.includes('href="https://shop.test/r?a=1&#38;b=2"'));
});

test("the mail provider can be made unavailable", async () => {
	await trigger(running, "faults", { path: "/dev/mail", method: "POST", status: 503 });
	assert.equal((await send({ to: "a@x.test", subject: "x" })).status, 503);
	assert.equal((await send({ to: "a@x.test", subject: "x" })).status, 200);
});
