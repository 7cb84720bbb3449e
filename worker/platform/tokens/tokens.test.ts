import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { SIGNED_TOKENS, TOKENS } from "../../core/token-purposes.ts";
import { prune } from "../../test/fixtures/personal-data.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { storeSecret, tokensOf } from "../../test/fixtures/tokens.ts";
import { sha256 } from "../security/crypto.ts";
import { checkSignedToken, type SignedPurpose, signToken } from "./signed-tokens.ts";
import { tokens } from "./tables.ts";
import { findToken, guessToken, type Purpose } from "./tokens.ts";

const ctx = testCtx();
const at = (ms: number) => ({ ...ctx, now: () => Date.now() + ms });
const ONE_USE = Object.values(TOKENS).filter(({ tries }) => tries === 1);
const store = (purpose: Purpose, subject = ctx.id()) =>
	storeSecret(purpose, { subject, payload: {} });

/** How many tokens a use finds. */
async function spend(purpose: Purpose, text: string, then = ctx): Promise<number> {
	return (await (await findToken(then, purpose, text)).spend).length;
}

it("gives every purpose a name of its own", () => {
	const names = [...Object.values(TOKENS), ...Object.values(SIGNED_TOKENS)].map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

describe.each(ONE_USE.map((purpose) => [purpose.name, purpose] as const))("a %s", (_, purpose) => {
	it("works once, also in parallel", async () => {
		const text = await store(purpose);
		const uses = Array.from({ length: 8 }, () => spend(purpose, text));
		expect((await Promise.all(uses)).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
		expect(await spend(purpose, text)).toBe(0);
	});

	it("is refused for every other purpose", async () => {
		const text = await store(purpose);
		for (const other of Object.values(TOKENS))
			if (other.name !== purpose.name) expect(await spend(other, text), other.name).toBe(0);
		expect(await spend(purpose, text)).toBe(1);
	});

	it("ends with its lifetime, and is pruned then", async () => {
		const { lifeMs } = purpose;
		if (lifeMs === null) return;
		const subject = ctx.id();
		const text = await store(purpose, subject);
		expect(await spend(purpose, text, at(lifeMs))).toBe(0);
		await prune(at(lifeMs - 60_000), tokens);
		expect(await tokensOf(purpose, subject)).toHaveLength(1);
		await prune(at(lifeMs), tokens);
		expect(await tokensOf(purpose, subject)).toEqual([]);
	});
});

it("keeps links for any number of uses", async () => {
	const purchaseId = ctx.id();
	const text = await storeSecret(TOKENS.receipt, { subject: purchaseId });
	const later = at(50 * 365 * DAY_MS);
	await prune(later, tokens);
	const { open } = await findToken(later, TOKENS.receipt, text);
	for (let use = 0; use < 3; use++)
		expect(await ctx.db.select().from(tokens).where(open)).toMatchObject([{ subject: purchaseId }]);
});

describe("a code that can be guessed", () => {
	const purpose = TOKENS.purchaseCode;
	const codeFor = async (subject: string) => storeSecret(purpose, { subject });

	it("works once, also in parallel", async () => {
		const subject = ctx.id();
		const text = await codeFor(subject);
		const guesses = Array.from({ length: 4 }, () => guessToken(ctx, purpose, { subject, text }));
		expect((await Promise.all(guesses)).filter(Boolean)).toHaveLength(1);
	});

	it("is refused for another subject, and after as many wrong guesses as it has tries", async () => {
		for (const { wrong, isRight } of [
			{ wrong: purpose.tries - 1, isRight: true },
			{ wrong: purpose.tries, isRight: false },
		]) {
			const subject = ctx.id();
			const text = await codeFor(subject);
			const other = ctx.id();
			await codeFor(other);
			expect(await guessToken(ctx, purpose, { subject: other, text })).toBe(false);
			for (let guess = 0; guess < wrong; guess++)
				expect(await guessToken(ctx, purpose, { subject, text: "wrong" })).toBe(false);
			expect(await guessToken(ctx, purpose, { subject, text })).toBe(isRight);
		}
	});
});

describe.each(Object.values(SIGNED_TOKENS).map((purpose) => [purpose.name, purpose] as const))(
	"a signed %s",
	(_, purpose) => {
		it("is stored once it is spent, and works once, also in parallel", async () => {
			const { text } = await signToken(ctx, purpose, "subject");
			const hash = await sha256(text);
			expect(await ctx.db.$count(tokens, eq(tokens.hash, hash))).toBe(0);
			const uses = Array.from({ length: 8 }, async () => {
				const { state, spend } = await checkSignedToken(ctx, purpose, "subject", text);
				return [state, (await spend).length];
			});
			const results = await Promise.all(uses);
			expect(results.filter(([, spent]) => spent === 1)).toEqual([["valid", 1]]);
			expect(await ctx.db.$count(tokens, eq(tokens.hash, hash))).toBe(1);
		});

		it.each<[string, SignedPurpose, string, number]>([
			["invalid", purpose, "another subject", 0],
			["invalid", { ...purpose, name: "another purpose" }, "subject", 0],
			["expired", purpose, "subject", purpose.lifeMs],
		])(
			"is %s for another purpose or subject, and after its life",
			async (state, of, subject, ms) => {
				const { text } = await signToken(ctx, purpose, "subject");
				const checked = await checkSignedToken(at(ms), of, subject, text);
				expect(checked.state).toBe(state);
				expect(await checked.spend).toEqual([]);
			},
		);
	},
);
