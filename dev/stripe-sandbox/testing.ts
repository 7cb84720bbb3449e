import Stripe from "stripe";
import type { RunningSandbox } from "./server.ts";

/** The official SDK pointed at a running sandbox; no retries unless asked for. */
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
