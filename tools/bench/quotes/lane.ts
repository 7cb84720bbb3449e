import type { Attempt, Market } from "../ledger/market.ts";
import type { Random } from "../ledger/random.ts";
import { type AskedCode, type AskedPrice, dueFor } from "./arithmetic.ts";
import { bodyFor, type Quote } from "./quote.ts";
import { decimal, type Seller } from "./seller.ts";

const CARDS = {
	pm_card_visa: 72,
	pm_card_bypassPending: 8,
	pm_card_createDispute: 8,
	pm_card_refundFail: 4,
	pm_card_pendingRefund: 4,
	pm_card_chargeDeclined: 4,
} as const;

/** What the calls for an amount that costs nothing, or no card can pay, are refused with. */
const REFUSALS = {
	too_low: "payment.amount_too_low",
	free: "payment.nothing_to_pay",
	direct: "share.no_payment_route",
} as const;

/** The answers of the product, as far as they are read. */
type Answer = {
	code?: string;
	details?: { least?: string };
	clientSecret?: string;
	amount?: number;
};

/** A few creators and their buyers, one after the other; many lanes run at once. */
export class Lane {
	readonly quotes: Quote[] = [];
	readonly counts: Record<string, number> = {};
	readonly #market: Market;
	readonly #random: Random;
	readonly #sellers: readonly Seller[];

	constructor(market: Market, random: Random, sellers: readonly Seller[]) {
		this.#market = market;
		this.#random = random;
		this.#sellers = sellers;
	}

	/** Makes this many quotes; half-way, one creator connects an account to which held money is sent. */
	async run(quotes: number): Promise<void> {
		const later = this.#sellers.find((seller) => seller.account === null);
		while (this.quotes.length < quotes) {
			if (this.quotes.length >= quotes / 2 && later?.account === null) await later.connect();
			const seller = this.#random.one(this.#sellers);
			if (seller.plan === "pro" && this.#random.chance(0.01)) await this.#lastCopy(seller);
			else await this.#quote(seller);
		}
	}

	#count(what: string): void {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	}

	async #quote(seller: Seller): Promise<void> {
		const random = this.#random;
		if (random.chance(0.6)) await seller.change(random);
		const { asked } = seller;
		const code = random.chance(0.5) ? await seller.addCode(random) : null;
		const typed = this.#typed(asked, code);
		const due = dueFor(asked, code, typed);
		const quote: Quote = { seller, asked, code, typed, due, purchase: null, wrong: null };
		this.quotes.push(quote);
		this.#count(`asked:${asked.pricing}`);
		if (code) this.#count(code.percent === null ? "code:amount" : "code:percent");
		this.#count(`due:${due.kind}`);
		const attempt = await this.#begin(quote);
		if (due.kind === "free") await this.#getFree(quote);
		if (due.kind === "direct" || (due.kind === "card" && random.chance(0.06)))
			await this.#payDirectly(quote, attempt?.cookie);
		else if (attempt) await this.#pay(attempt);
	}

	/** An amount at, above or below the least where buyers choose; elsewhere seldom one, which has no effect. */
	#typed(asked: AskedPrice, code: AskedCode | null): string | null {
		const random = this.#random;
		if (asked.pricing !== "chosen")
			return random.chance(0.03) ? decimal(random.between(0, 999)) : null;
		const nothing = dueFor(asked, code, "0");
		const least = nothing.kind === "too_low" ? Number(nothing.least) : 0;
		const how = random.weighted({ least: 25, above: 55, below: 15, none: 5 });
		if (how === "none") return null;
		if (how === "least") return decimal(least);
		return decimal(how === "above" ? least + random.between(0, 3_000) : random.between(0, least));
	}

	/** Asks for a card payment, and compares the answer with what is due. */
	async #begin(quote: Quote): Promise<Attempt | null> {
		const { seller, due } = quote;
		const { status, text, cookie } = await this.#market.call("POST", "/api/create-payment-intent", {
			body: bodyFor(quote),
		});
		const answer = JSON.parse(text) as Answer;
		if (due.kind !== "card") {
			const isRefused = status >= 400 && answer.code === REFUSALS[due.kind];
			const isLeast =
				due.kind !== "too_low" || answer.details?.least === decimal(Number(due.least));
			if (!isRefused || !isLeast) quote.wrong = text;
			return null;
		}
		const intentId = answer.clientSecret?.split("_secret_")[0];
		if (!intentId || answer.amount !== Number(due.cents)) quote.wrong = text;
		if (!intentId) return null;
		quote.purchase = { route: "card", key: intentId };
		const offered = { slug: seller.slug, creator: seller.creator };
		return { offered, cookie, intentId, email: `${intentId}@example.test`.toLowerCase() };
	}

	/** Takes what costs nothing. */
	async #getFree(quote: Quote): Promise<void> {
		const buyerEmail = `free-${crypto.randomUUID()}@example.test`;
		const { amount: _, ...body } = bodyFor(quote);
		const { status, text } = await this.#market.call("POST", "/api/get-free", {
			body: { ...body, buyerEmail },
		});
		if (status === 200) quote.purchase = { route: "free", key: buyerEmail };
		else quote.wrong = text;
	}

	/** Pays outside; the creator confirms, declines, or has not looked yet. */
	async #payDirectly(quote: Quote, card: string | undefined): Promise<void> {
		const { seller, due } = quote;
		const { creator } = seller;
		const begun = await this.#market.call("POST", "/api/begin-direct-payment", {
			body: bodyFor(quote),
			...(card && { cookie: card }),
		});
		const { reference, price } = JSON.parse(begun.text) as { reference?: string; price?: string };
		if (!reference || due.kind === "too_low" || price !== decimal(Number(due.cents))) {
			quote.wrong = begun.text;
			return;
		}
		if (quote.purchase) this.#count("card:changedToDirect");
		quote.purchase = { route: "direct", key: reference };
		const outcome = this.#random.weighted({ approve: 75, decline: 10, wait: 10, abandon: 5 });
		this.#count(`direct:${outcome}`);
		if (outcome === "abandon") return;
		const claimed = await this.#market.call("POST", "/api/confirm-direct-payment", {
			body: {
				shareId: seller.slug,
				buyerEmail: `${reference}@example.test`.toLowerCase(),
				confirmationCode: crypto.randomUUID().slice(0, 8),
			},
			cookie: begun.cookie,
		});
		const { claimId } = JSON.parse(claimed.text) as { claimId?: string };
		if (!claimId) quote.wrong = claimed.text;
		if (!claimId || outcome === "wait") return;
		const { status, text } = await this.#market.call(
			"POST",
			`/api/direct-claims/${claimId}/${outcome}`,
			{ cookie: creator.cookie, body: outcome === "decline" ? { reason: "not_found" } : {} },
		);
		if (status !== 200) quote.wrong = text;
	}

	/** Pays by card, or not; reports it, or not; and what may come afterwards. */
	async #pay(attempt: Attempt): Promise<void> {
		const random = this.#random;
		if (random.chance(0.08)) return this.#count("card:abandoned");
		const card = random.weighted(CARDS);
		let isPaid = await this.#market.pay(attempt, card);
		if (!isPaid && random.chance(0.5)) isPaid = await this.#market.pay(attempt, "pm_card_visa");
		if (!isPaid) return this.#count("card:declined");
		this.#count("card:paid");
		const told = random.weighted({ once: 75, twice: 5, never: 20 });
		if (told !== "never") await this.#market.deliver(attempt);
		if (told === "twice") await this.#market.deliver(attempt);
		await this.#afterwards(attempt, card);
	}

	async #afterwards(attempt: Attempt, card: string): Promise<void> {
		const random = this.#random;
		const { store } = this.#market.running.sandbox;
		if (card === "pm_card_createDispute") {
			const [dispute] = store.all("dispute", { equals: { payment_intent: attempt.intentId } });
			const outcome = random.one(["won", "lost", "open"] as const);
			this.#count(`dispute:${outcome}`);
			if (dispute && outcome !== "open")
				await this.#market.press(`/disputes/${dispute.id}/decide`, { outcome });
			return;
		}
		const isLikely = card !== "pm_card_visa" && card !== "pm_card_bypassPending";
		if (isLikely ? random.chance(0.1) : random.chance(0.72)) return;
		const parts = random.weighted({ whole: 50, part: 30, parts: 12, partAndRest: 8 });
		this.#count(`refund:${parts}`);
		if (parts !== "whole") await this.#refundPart(attempt);
		if (parts === "parts") await this.#refundPart(attempt);
		if (parts === "whole" || parts === "partAndRest") await this.#refundRest(attempt);
		if (!isLikely) return;
		for (const refund of store.all("refund", { equals: { payment_intent: attempt.intentId } })) {
			const outcome = card === "pm_card_refundFail" || random.chance(0.3) ? "failed" : "succeeded";
			if (random.chance(0.2)) continue;
			await this.#market.press(`/refunds/${refund.id}/finish`, { outcome });
			this.#count(`refund:${outcome}`);
		}
		if (random.chance(0.4)) await this.#refundRest(attempt);
	}

	/** A refund in part, from the provider's dashboard. */
	async #refundPart({ intentId }: Attempt): Promise<void> {
		const [charge] = this.#market.running.sandbox.store
			.all("charge", { equals: { payment_intent: intentId } })
			.filter(({ status }) => status === "succeeded");
		const left = charge ? charge.amount - charge.amount_refunded : 0;
		if (!charge || left < 2) return;
		await this.#market.press(`/charges/${charge.id}/refund`, {
			amount: this.#random.between(1, left - 1),
			reverse_transfer: charge.transfer !== null && this.#random.chance(0.5),
		});
	}

	/** What is left, by the creator. */
	async #refundRest({ intentId, offered }: Attempt): Promise<void> {
		const intent = this.#market.running.sandbox.store.find("payment_intent", intentId);
		const { cookie } = offered.creator;
		const path = `/api/purchases/${intent?.metadata.purchaseId}/refund`;
		await this.#market.call("POST", path, { cookie });
	}

	/** Buyers who all pay for a share that is sold once: all but one get their money back. */
	async #lastCopy(seller: Seller): Promise<void> {
		const cents = this.#random.between(50, 5_000);
		const slug = await seller.publish({ priceCents: cents, maxSales: 1 });
		const asked = { pricing: "fixed", price: decimal(cents) } as const;
		const quotes = [1, 2].map((): Quote => {
			const due = dueFor(asked, null, null);
			const scarce = { creator: seller.creator, plan: seller.plan, slug };
			return { seller: scarce, asked, due, code: null, typed: null, purchase: null, wrong: null };
		});
		const attempts: Attempt[] = [];
		for (const quote of quotes) {
			const attempt = await this.#begin(quote);
			if (attempt) attempts.push(attempt);
		}
		this.quotes.push(...quotes);
		this.#count("lastCopy");
		await Promise.all(
			attempts.map(async (attempt) => {
				if (await this.#market.pay(attempt, "pm_card_visa")) await this.#market.deliver(attempt);
			}),
		);
	}
}
