import { Hono } from "hono";
import { type Check, type Health, VERSION_HEADER } from "../../contract/health.ts";
import type { PlatformCtx, PlatformEnv } from "../context.ts";
import { log, serializeError } from "../log.ts";
import { rateLimit } from "../security/rate-limit.ts";

const TIMEOUT_MS = 3_000;
/** Monitors call often. */
const PROVIDER_FRESH_MS = 30_000;

export async function check(name: string, work: () => Promise<unknown>): Promise<Check> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error("no answer in time")), TIMEOUT_MS);
	});
	try {
		await Promise.race([work(), late]);
		return "ok";
	} catch (error) {
		log("warn", "health.away", { check: name, ...serializeError(error) });
		return "away";
	} finally {
		clearTimeout(timer);
	}
}

const lastSeen = new Map<string, number>();

async function provider(ctx: PlatformCtx): Promise<void> {
	const address = ctx.config.STRIPE_API_BASE ?? "https://api.stripe.com";
	if (ctx.now() - (lastSeen.get(address) ?? Number.NEGATIVE_INFINITY) < PROVIDER_FRESH_MS) return;
	// A refusal also proves that it is reachable.
	const response = await fetch(new URL("/v1/balance", address), {
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	await response.body?.cancel();
	if (response.status >= 500) throw new Error(`The provider responded ${response.status}`);
	lastSeen.set(address, ctx.now());
}

/** Each check times out after three seconds. */
export async function checkHealth(ctx: PlatformCtx): Promise<Health> {
	const [database, bucket, payments] = await Promise.all([
		check("database", () => ctx.env.DB.prepare("select 1").first()),
		check("bucket", () => ctx.files.head("health")),
		check("provider", () => provider(ctx)),
	]);
	const checks = { database, bucket, provider: payments };
	const isAway = Object.values(checks).includes("away");
	return { status: isAway ? "degraded" : "ok", checks };
}

/** 200 if everything is reachable, else 503 with the names of the rest. */
export const health = new Hono<PlatformEnv>().get("/api/health", rateLimit("health"), async (c) => {
	const found = await checkHealth(c.var.ctx);
	// Deploys read the version, since others are still running.
	c.header(VERSION_HEADER, c.env.VERSION.id);
	return c.json(found, found.status === "ok" ? 200 : 503);
});
