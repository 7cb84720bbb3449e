import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startSandbox } from "./server.ts";
import { sdkFor, testSandbox } from "./testing.ts";

const { running, stripe } = await testSandbox();

const page = async (path: string) => {
	const response = await fetch(`${running.url}${path}`);
	return { status: response.status, text: await response.text() };
};

test("the operator's page lists objects with what can happen to them, escaped", async () => {
	const paid = await stripe.paymentIntents.create({
		amount: 900,
		currency: "usd",
		description: "<img src=x>",
		payment_method: "pm_card_visa",
		confirm: true,
	});
	const { status, text } = await page("/");
	assert.equal(status, 200);
	assert.ok(!text.includes("<img") && text.includes("&#60;img"));
	assert.ok(text.includes(`/_sandbox/charges/${paid.latest_charge}/dispute`));
});

test("a button on a page redirects back to the page", async () => {
	const response = await fetch(`${running.url}/_sandbox/balances/available`, {
		method: "POST",
		headers: { accept: "text/html", referer: `${running.url}/` },
		redirect: "manual",
	});
	assert.equal(response.status, 303);
	assert.equal(response.headers.get("location"), `${running.url}/`);
});

test("other sites cannot call the controls", async () => {
	const response = await fetch(`${running.url}/_sandbox/reset`, {
		method: "POST",
		headers: { "sec-fetch-site": "cross-site" },
	});
	assert.equal(response.status, 403);
});

test("objects, events and the queue survive a restart", async () => {
	const dir = mkdtempSync(join(tmpdir(), "sandbox-db-"));
	const db = join(dir, "deep", "sandbox.sqlite");
	const first = await startSandbox({ port: 0, db, webhookUrl: "http://127.0.0.1:9/none" });
	const intent = await sdkFor(first).paymentIntents.create({ amount: 900, currency: "usd" });
	await first.close();
	const second = await startSandbox({ port: 0, db });
	assert.equal((await sdkFor(second).paymentIntents.retrieve(intent.id)).id, intent.id);
	assert.equal(second.sandbox.deliverer.counts().queued, 1);
	await second.close();
	rmSync(dir, { recursive: true });
});

test("a port in use is reported in one sentence", async () => {
	const port = Number(new URL(running.url).port);
	await assert.rejects(startSandbox({ port, db: ":memory:" }), {
		message: `The Stripe sandbox cannot start: port ${port} is in use.`,
	});
});
