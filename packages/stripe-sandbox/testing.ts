import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import Stripe from "stripe";
import { type RunningSandbox, startSandbox } from "./server.ts";

/** No retries by default. */
export function sdkFor(
	running: RunningSandbox,
	options: { key?: string; retries?: number; timeout?: number } = {},
): Stripe {
	return new Stripe(options.key ?? running.sandbox.keys.secret, {
		host: "127.0.0.1",
		port: Number(new URL(running.url).port),
		protocol: "http",
		maxNetworkRetries: options.retries ?? 0,
		timeout: options.timeout ?? 10_000,
		telemetry: false,
	});
}

/** Ends with the test file. */
export async function testSandbox(): Promise<{ running: RunningSandbox; stripe: Stripe }> {
	const running = await startSandbox({ port: 0, db: ":memory:" });
	after(() => running.close());
	return { running, stripe: sdkFor(running) };
}

export async function trigger(
	running: RunningSandbox,
	path: string,
	body: object = {},
): Promise<unknown> {
	const response = await fetch(`${running.url}/_sandbox/${path}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	const result: unknown = await response.json();
	if (!response.ok) throw new Error(JSON.stringify(result));
	return result;
}

export interface Receiver {
	url: string;
	/** With each event's signature header. */
	received: { payload: string; signature: string; event: Stripe.Event }[];
	status: number;
	close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const payload = Buffer.concat(chunks).toString("utf8");
			receiver.received.push({
				payload,
				signature: String(request.headers["stripe-signature"]),
				event: JSON.parse(payload) as Stripe.Event,
			});
			response.writeHead(receiver.status).end("{}");
		});
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received: [],
		status: 200,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return receiver;
}

export async function errorOf(
	call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
	try {
		await call;
	} catch (error) {
		if (error instanceof Stripe.errors.StripeError) return error;
		throw error;
	}
	throw new Error("expected the call to fail");
}

/** By currency, without zeros; must equal the balance. */
async function balancesOf(stripe: Stripe, account?: string): Promise<Record<string, number>> {
	const options = account ? { stripeAccount: account } : {};
	const movements: { currency: string; amount: number }[] = [];
	for await (const { currency, net } of stripe.balanceTransactions.list({ limit: 100 }, options)) {
		movements.push({ currency, amount: net });
	}
	const balance = await stripe.balance.retrieve({}, options);
	const sums = sumByCurrency(movements);
	assert.deepEqual(sumByCurrency([...balance.available, ...balance.pending]), sums);
	return sums;
}

function sumByCurrency(all: { currency: string; amount: number }[]): Record<string, number> {
	const sums = new Map<string, number>();
	for (const { currency, amount } of all) sums.set(currency, (sums.get(currency) ?? 0) + amount);
	return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
}

/** For accounts with one currency. */
export async function sumOfMovements(stripe: Stripe, account?: string): Promise<number> {
	const [sum = 0, ...others] = Object.values(await balancesOf(stripe, account));
	assert.deepEqual(others, []);
	return sum;
}
