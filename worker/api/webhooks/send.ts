import type { Ctx } from "../../core/context.ts";
import { systemClock } from "../../platform/clock.ts";
import { type AttemptFailure, KEPT_RESPONSE_BYTES } from "./contract/webhooks.ts";
import { resolveTarget } from "./resolve.ts";
import { targetOf } from "./target.ts";

/** ms for the look-up of the name, the request and the whole response */
const LIMIT_MS = 10_000;
const MAX_READ_BYTES = 65_536;

export type Outcome = {
	status: number | null;
	/** null for a 2xx status and the whole response in time */
	failure: AttemptFailure | null;
	/** its first 1,024 bytes, as text */
	response: string;
	durationMs: number;
};

/** Cut characters and non-text become replacement characters. */
export function keptText(bytes: Uint8Array): string {
	// A database refuses NUL.
	return new TextDecoder()
		.decode(bytes.subarray(0, KEPT_RESPONSE_BYTES))
		.replace(/(?![\n\r\t])\p{Cc}/gu, "\ufffd");
}

/** Keeps the beginning even of a response that breaks off. */
async function readBeginning(response: Response, keep: (text: string) => void): Promise<void> {
	if (!response.body) return;
	const reader = response.body.getReader();
	const excerpt = new Uint8Array(KEPT_RESPONSE_BYTES);
	let read = 0;
	try {
		while (read < MAX_READ_BYTES) {
			const { done, value } = await reader.read();
			if (done) return;
			if (read < KEPT_RESPONSE_BYTES) {
				excerpt.set(value.subarray(0, KEPT_RESPONSE_BYTES - read), read);
				keep(keptText(excerpt.subarray(0, Math.min(KEPT_RESPONSE_BYTES, read + value.length))));
			}
			read += value.length;
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}

type Result = Omit<Outcome, "durationMs">;

async function exchange(
	ctx: Ctx,
	{ url, headers, body }: { url: string; headers: Record<string, string>; body: string },
	result: Result,
	signal: AbortSignal,
): Promise<void> {
	// The rules may have changed since it was stored.
	const target = targetOf(ctx.config, url);
	if ("fault" in target) {
		result.failure = "forbidden_address";
		return;
	}
	const resolution = await resolveTarget(ctx, target, signal);
	if (resolution !== "public") {
		result.failure = resolution;
		return;
	}
	const response = await fetch(target, {
		method: "POST",
		headers,
		body,
		redirect: "manual",
		signal,
	});
	result.status = response.status;
	const isRedirect = response.status >= 300 && response.status < 400;
	const failure = response.ok ? null : isRedirect ? "redirect" : "status";
	await readBeginning(response, (text) => {
		result.response = text;
	});
	result.failure = failure;
}

/** Sends only to a public address. Never throws. */
export async function send(
	ctx: Ctx,
	request: { url: string; headers: Record<string, string>; body: string },
): Promise<Outcome> {
	const begun = systemClock();
	// For anything that ends early.
	const result: Result = { status: null, failure: "unreachable", response: "" };
	const abort = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const limit = new Promise<"timeout">((resolve) => {
		timer = setTimeout(() => resolve("timeout"), LIMIT_MS);
	});
	const ended = await Promise.race([
		exchange(ctx, request, result, abort.signal).catch(() => "failed" as const),
		limit,
	]);
	clearTimeout(timer);
	abort.abort();
	const failure = ended === "timeout" ? "timeout" : result.failure;
	return { ...result, failure, durationMs: systemClock() - begun };
}
