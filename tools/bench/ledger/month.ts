import type { BenchCreator } from "../worker-process.ts";
import type { Attempt, Market, Offered, Wanted } from "./market.ts";
import type { Random } from "./random.ts";

const CARDS = {
	pm_card_visa: 70,
	pm_card_bypassPending: 8,
	pm_card_createDispute: 8,
	pm_card_refundFail: 8,
	pm_card_pendingRefund: 2,
	pm_card_chargeDeclined: 8,
} as const;

const STEPS = {
	sale: 60,
	publish: 3,
	code: 4,
	partialRefund: 5,
	creatorRefund: 6,
	finishRefund: 6,
	decideDispute: 5,
	connect: 3,
	restrict: 1,
	plan: 4,
	webhooks: 4,
	faults: 12,
	cron: 4,
} as const;

/** The Worker's calls to the provider that may fail. */
const FRAGILE: readonly (readonly [method: string, path: string])[] = [
	["GET", "/v1/payment_intents/*"],
	["POST", "/v1/payment_intents"],
	["POST", "/v1/refunds"],
	["POST", "/v1/transfers"],
	["POST", "/v1/transfers/*/reversals"],
	["GET", "/v1/disputes"],
	["GET", "/v1/events"],
];

/**
 * What happens to them. The provider stores a 400 and a 500 (also that of `after`) under the call's idempotency key,
 * and replays it to whoever sends the call again.
 */
const EFFECTS = [400, 500, 429, "reset", "after", "after-reset"] as const;

/** A month in a market: who sells what, and everything that was tried. */
export class Month {
	readonly attempts: Attempt[] = [];
	readonly counts: Record<string, number> = {};
	readonly #market: Market;
	readonly #random: Random;
	readonly #creators: readonly BenchCreator[];
	readonly #offers: Offered[] = [];
	readonly #codes: { creator: BenchCreator; code: string }[] = [];

	constructor(market: Market, random: Random, creators: readonly BenchCreator[]) {
		this.#market = market;
		this.#random = random;
		this.#creators = creators;
	}

	/** Performs this many actions, one after the other, some of them concurrent with pending calls. */
	async run(steps: number): Promise<void> {
		for (const creator of this.#creators) await this.#publish(creator);
		for (let step = 0; step < steps; step++) {
			const what = this.#random.weighted(STEPS);
			this.#count(what);
			await this.#do(what);
			if ((step + 1) % 50 === 0) console.log(`${step + 1} of ${steps} steps`);
		}
		this.#market.running.sandbox.faults.clear();
		await this.#market.press("/webhooks", { mode: "deliver" });
		await this.#market.press("/webhooks/flush", { order: "shuffle", copies: 2 });
	}

	async #do(what: keyof typeof STEPS): Promise<void> {
		const { sandbox } = this.#market.running;
		const random = this.#random;
		switch (what) {
			case "sale":
				return this.#sale();
			case "publish":
				return this.#publish(random.one(this.#creators));
			case "code":
				return this.#addCode(random.one(this.#creators));
			case "partialRefund":
				return this.#partialRefund();
			case "creatorRefund":
				return this.#creatorRefund();
			case "finishRefund": {
				const refunds = sandbox.store
					.all("refund")
					.filter(
						(refund) =>
							refund.status !== "failed" &&
							(refund.status === "pending" || this.#fails(refund.payment_method)),
					);
				if (refunds.length === 0) return;
				const refund = random.one(refunds);
				const fails = refund.status !== "pending" || random.chance(0.5);
				const outcome = fails ? "failed" : "succeeded";
				const done = await this.#market.press(`/refunds/${refund.id}/finish`, { outcome });
				if (done && fails) this.#count("failedRefund");
				// Failed calls are often retried.
				if (done && fails && random.chance(0.5)) await this.#creatorRefund();
				return;
			}
			case "decideDispute": {
				const open = sandbox.store
					.all("dispute")
					.filter((dispute) => dispute.status === "needs_response");
				const outcome = random.chance(0.5) ? "won" : "lost";
				if (open.length > 0)
					await this.#market.press(`/disputes/${random.one(open).id}/decide`, { outcome });
				return;
			}
			case "connect":
				return this.#connect(random.one(this.#creators));
			case "restrict": {
				const accounts = sandbox.store.all("account");
				if (accounts.length > 0)
					await this.#market.press(`/accounts/${random.one(accounts).id}/restrict`);
				return;
			}
			case "plan":
				return this.#changePlan(random.one(this.#creators));
			case "webhooks": {
				const mode = random.one(["deliver", "drop", "duplicate", "shuffle"] as const);
				await this.#market.press("/webhooks", { mode });
				return;
			}
			case "faults": {
				const [method, path] = random.one(FRAGILE);
				const effect = random.one(EFFECTS);
				sandbox.faults.add({ method, path, contains: "", effect, times: random.between(1, 4) });
				return;
			}
			case "cron":
				return this.#market.cron(random.chance(0.8) ? "repairs" : "cleanups");
		}
	}

	#count(what: string): void {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	}

	/** Whether refunds to this card fail at the bank after a while; those of other cards seldom do. */
	#fails(method: unknown): boolean {
		const { store } = this.#market.running.sandbox;
		const token = store.hidden<{ token: string }>(String(method))?.token;
		return token === "pm_card_refundFail" || this.#random.chance(0.05);
	}

	async #publish(creator: BenchCreator): Promise<void> {
		const random = this.#random;
		const pricing = random.weighted({ fixed: 70, chosen: 25, free: 5 });
		const paid = random.chance(0.2) ? random.between(50, 99) : random.between(100, 30_000);
		const least = pricing === "chosen" && random.chance(0.4) ? random.between(0, 60) : paid;
		const offered = await this.#market.publish(creator, {
			pricing,
			priceCents: pricing === "free" ? 0 : least,
			...(random.chance(0.3) && { maxSales: random.between(1, 3) }),
		});
		if (offered) this.#offers.push(offered);
	}

	async #addCode(creator: BenchCreator): Promise<void> {
		const random = this.#random;
		const code = await this.#market.addCode(creator, {
			...(random.chance(0.6)
				? { percent: random.between(1, 10_000) / 100 }
				: { amount: (random.between(1, 5_000) / 100).toFixed(2) }),
			...(random.chance(0.5) && { maxUses: random.between(1, 4) }),
			belowMinimum: random.one(["direct", "free"] as const),
		});
		if (code) this.#codes.push({ creator, code });
	}

	/** Perhaps a code of the creator's, and an amount where buyers choose. */
	#wanted({ creator, pricing, priceCents }: Offered): Wanted {
		const random = this.#random;
		const codes = this.#codes.filter((each) => each.creator === creator);
		const cents = random.chance(0.1)
			? random.between(0, 100)
			: priceCents + random.between(0, 3_000);
		return {
			...(codes.length > 0 && random.chance(0.4) && { code: random.one(codes).code }),
			...(pricing === "chosen" && { amount: (cents / 100).toFixed(2) }),
		};
	}

	/** Begins to pay, now and then on other terms before; what costs nothing is taken. */
	async #begin(offered: Offered): Promise<Attempt | null> {
		const wanted = this.#wanted(offered);
		const first = await this.#market.begin(offered, wanted);
		if (!first) {
			if (await this.#market.getFree(offered, wanted)) this.#count("free");
			return null;
		}
		if (wanted.code) this.#count("withCode");
		if (!this.#random.chance(0.15)) return first;
		this.#count("otherTerms");
		return (await this.#market.begin(offered, this.#wanted(offered), first.cookie)) ?? first;
	}

	/** One buyer, or a few concurrently; browsers close early, submit twice, or never return. */
	async #sale(): Promise<void> {
		const random = this.#random;
		const offered = random.one(this.#offers);
		const buyers = random.chance(0.15) ? 3 : 1;
		await Promise.all(
			Array.from({ length: buyers }, async () => {
				const attempt = await this.#begin(offered);
				if (!attempt) return;
				this.attempts.push(attempt);
				if (random.chance(0.05)) return;
				const paid = await this.#market.pay(attempt, random.weighted(CARDS));
				if (!paid && random.chance(0.5)) await this.#market.pay(attempt, "pm_card_visa");
				const deliveries = random.weighted({ once: 70, twice: 10, never: 20 });
				if (deliveries !== "never") await this.#market.deliver(attempt);
				if (deliveries === "twice") await this.#market.deliver(attempt);
			}),
		);
	}

	async #partialRefund(): Promise<void> {
		const sold = new Set(this.attempts.map((attempt) => attempt.intentId));
		const charges = this.#market.running.sandbox.store
			.all("charge")
			.filter((charge) => charge.status === "succeeded" && sold.has(String(charge.payment_intent)));
		if (charges.length === 0) return;
		const charge = this.#random.one(charges);
		const left = charge.amount - charge.amount_refunded;
		if (left > 1)
			await this.#market.press(`/charges/${charge.id}/refund`, {
				amount: this.#random.between(1, left),
				reverse_transfer: charge.transfer !== null && this.#random.chance(0.5),
			});
	}

	async #creatorRefund(): Promise<void> {
		const { slug, creator } = this.#random.one(this.#offers);
		const { cookie } = creator;
		const response = await this.#market.call("GET", `/api/file-shares/${slug}/sales`, { cookie });
		const sales = JSON.parse(response.text) as { id: string }[];
		if (sales.length > 0)
			await this.#market.call("POST", `/api/purchases/${this.#random.one(sales).id}/refund`, {
				cookie,
			});
	}

	async #connect(creator: BenchCreator): Promise<void> {
		const { cookie } = creator;
		const response = await this.#market.call("POST", "/api/setup-card-payouts", {
			cookie,
			body: { country: "US" },
		});
		if (response.status !== 200) return;
		const account = /acct_\w+/.exec(response.text)?.[0];
		await this.#market.press(`/accounts/${account}/onboard`);
		await this.#market.call("GET", "/api/payment-status", { cookie });
	}

	async #changePlan({ cookie }: BenchCreator): Promise<void> {
		const verb = this.#random.one(["create", "cancel", "resume"] as const);
		const response = await this.#market.call("POST", `/api/${verb}-subscription`, { cookie });
		const intentId = /pi_\w+?(?=_secret)/.exec(response.text)?.[0];
		if (intentId)
			await this.#market.provider.paymentIntents
				.confirm(intentId, { payment_method: "pm_card_visa" })
				.catch(() => undefined);
	}
}
