import type { Market } from "../ledger/market.ts";
import type { Random } from "../ledger/random.ts";
import type { BenchCreator } from "../worker-process.ts";
import type { AskedCode, AskedPrice } from "./arithmetic.ts";

/** A decimal string of cents, as a person types an amount. */
export const decimal = (cents: number) => (cents / 100).toFixed(2);

/** A creator with one share, whose terms and codes change before each quote. */
export class Seller {
	readonly creator: BenchCreator;
	readonly plan: "free" | "pro";
	slug = "";
	/** the account that may receive money at once; null while the platform holds it */
	account: string | null = null;
	asked: AskedPrice = { pricing: "fixed", price: "10.00" };
	readonly #market: Market;
	#codes: string[] = [];

	constructor(market: Market, creator: BenchCreator, plan: "free" | "pro") {
		this.#market = market;
		this.creator = creator;
		this.plan = plan;
	}

	/** Publishes the share, and takes direct payments. */
	async open(): Promise<void> {
		const offered = await this.publish({});
		this.slug = offered;
		await this.#post("/api/setup-cashapp", {
			cashAppHandle: `$${this.creator.id.replace(/[^A-Za-z0-9]/g, "").slice(0, 12)}`,
		});
	}

	/** Publishes a share at a fixed price; returns its slug. */
	async publish(terms: { priceCents?: number; maxSales?: number }): Promise<string> {
		const offered = await this.#market.publish(this.creator, {
			pricing: "fixed",
			priceCents: 1000,
			...terms,
		});
		if (!offered) throw new Error("a share was refused");
		return offered.slug;
	}

	/** Connects an account of the creator's own, which receives later payments at once. */
	async connect(): Promise<void> {
		const text = await this.#post("/api/setup-card-payouts", { country: "US" });
		this.account = /acct_\w+/.exec(text)?.[0] ?? null;
		await this.#market.press(`/accounts/${this.account}/onboard`);
		const { cookie } = this.creator;
		await this.#market.call("GET", "/api/payment-status", { cookie });
	}

	/** Asks for another price. */
	async change(random: Random): Promise<void> {
		const pricing = random.weighted({ fixed: 55, chosen: 38, free: 7 });
		const cents = random.weighted({ tiny: 8, small: 17, usual: 55, high: 18, huge: 2 });
		const paid = {
			tiny: () => random.between(1, 49),
			small: () => random.between(50, 199),
			usual: () => random.between(200, 6_000),
			high: () => random.between(6_000, 100_000),
			huge: () => random.between(100_000, 20_000_000),
		}[cents]();
		const price = pricing === "free" || (pricing === "chosen" && random.chance(0.25)) ? 0 : paid;
		this.asked = { pricing, price: decimal(price) };
		const suggestedPrice =
			pricing === "chosen" && random.chance(0.5) ? decimal(price + random.between(0, 999)) : null;
		await this.#edit({ ...this.asked, suggestedPrice, asksAddress: true });
	}

	/** Adds a discount code; the oldest is deleted when there are many. */
	async addCode(random: Random): Promise<AskedCode & { code: string }> {
		const isPercent = random.chance(0.6);
		const percent = random.chance(0.12) ? 10_000 : random.between(100, 10_000);
		const price = Math.round(Number(this.asked.price) * 100);
		const amount = random.chance(0.5)
			? random.between(1, price + 60)
			: Math.max(1, price - random.between(0, 60));
		const terms = {
			percent: isPercent ? decimal(percent) : null,
			amount: isPercent ? null : decimal(amount),
			belowMinimum: random.one(["direct", "free"] as const),
		};
		const code = await this.#market.addCode(this.creator, {
			...terms,
			percent: terms.percent === null ? null : Number(terms.percent),
			...(random.chance(0.3) && { maxUses: random.between(1, 3) }),
		});
		if (!code) throw new Error("a code was refused");
		this.#codes.push(code);
		if (this.#codes.length > 400) await this.#deleteCodes();
		return { ...terms, code };
	}

	async #deleteCodes(): Promise<void> {
		const { cookie } = this.creator;
		const { text } = await this.#market.call("GET", "/api/discounts", { cookie });
		const known = JSON.parse(text) as { id: string; code: string }[];
		const old = new Set(this.#codes.splice(0, 200));
		for (const { id, code } of known)
			if (old.has(code)) await this.#market.call("DELETE", `/api/discounts/${id}`, { cookie });
	}

	async #edit(body: Record<string, unknown>): Promise<void> {
		const path = `/api/file-shares/${this.slug}`;
		const { cookie } = this.creator;
		const { status, text } = await this.#market.call("PATCH", path, { body, cookie });
		if (status !== 200) throw new Error(`edit: ${status} ${text}`);
	}

	async #post(path: string, body: unknown): Promise<string> {
		const { cookie } = this.creator;
		const { status, text } = await this.#market.call("POST", path, { body, cookie });
		if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
		return text;
	}
}
