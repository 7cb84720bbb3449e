import * as z from "zod";
import type { Ctx } from "../../core/context.ts";
import { isLocal, isPublicAddress } from "./target.ts";

/** The types of records with an address: `A` and `AAAA`. */
const ADDRESS_TYPES = [1, 28] as const;
const MAX_ANSWER_BYTES = 65_536;

/** The JSON form of DNS over HTTPS, as Cloudflare and Google answer it. */
const answerSchema = z.object({
	Status: z.number(),
	Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** `public`: every address that the name has is one of the public internet. */
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
	if (text.length > MAX_ANSWER_BYTES) throw new Error("The resolver answered too much");
	const { Status, Answer } = answerSchema.parse(JSON.parse(text));
	if (Status !== 0) return [];
	// Besides the addresses, there are the aliases that led to them.
	return Answer.filter((record) => ADDRESS_TYPES.some((known) => known === record.type)).map(
		({ data }) => data,
	);
}

/**
 * Looks up every address of an endpoint's name: one that is not public forbids all, since it is not known
 * which of them a connection takes. Without an answer of the resolver, nothing is sent.
 */
export async function resolveTarget(ctx: Ctx, url: URL, signal: AbortSignal): Promise<Resolution> {
	if (isLocal(ctx.config, url)) return "public";
	const found = await Promise.all(
		ADDRESS_TYPES.map((type) => addressesOf(ctx, url.hostname, type, signal)),
	);
	const addresses = found.flat();
	if (addresses.length === 0) return "unresolved";
	return addresses.every(isPublicAddress) ? "public" : "forbidden_address";
}
