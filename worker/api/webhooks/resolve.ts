import * as z from "zod";
import type { Ctx } from "../../core/context.ts";
import { isLocal, isPublicAddress } from "./target.ts";

/** `A` and `AAAA`. */
const ADDRESS_TYPES = [1, 28] as const;
const MAX_ANSWER_BYTES = 65_536;

const answerSchema = z.object({
	Status: z.number(),
	Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** Every address must be public. */
export type Resolution = "public" | "forbidden_address" | "unresolved";

async function addressesOf(
	ctx: Ctx,
	name: string,
	type: (typeof ADDRESS_TYPES)[number],
	signal: AbortSignal,
): Promise<string[]> {
	const url = new URL(ctx.config.WEBHOOK_DNS_URL);
	url.searchParams.set("name", name);
	url.searchParams.set("type", String(type));
	const response = await fetch(url, {
		headers: { accept: "application/dns-json" },
		redirect: "manual",
		signal,
	});
	if (!response.ok) throw new Error(`The resolver answered ${response.status}`);
	const text = await response.text();
	if (text.length > MAX_ANSWER_BYTES) throw new Error("The resolver's answer is too long");
	const { Status, Answer } = answerSchema.parse(JSON.parse(text));
	if (Status !== 0) return [];
	// The answer also contains aliases.
	return Answer.filter((record) => ADDRESS_TYPES.some((known) => known === record.type)).map(
		({ data }) => data,
	);
}

/** A single non-public address forbids all, since a connection may use any. */
export async function resolveTarget(ctx: Ctx, url: URL, signal: AbortSignal): Promise<Resolution> {
	if (isLocal(ctx.config, url)) return "public";
	const found = await Promise.all(
		ADDRESS_TYPES.map((type) => addressesOf(ctx, url.hostname, type, signal)),
	);
	const addresses = found.flat();
	if (addresses.length === 0) return "unresolved";
	return addresses.every(isPublicAddress) ? "public" : "forbidden_address";
}
