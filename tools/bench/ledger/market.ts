import { get } from "node:http";
import type Stripe from "stripe";
import { type RunningSandbox, startSandbox } from "../../../packages/stripe-sandbox/server.ts";
import { sdkFor } from "../../../packages/stripe-sandbox/testing.ts";
import type { Pricing } from "../../../worker/contract/catalogue/pricing.ts";
import { CRONS, type CronName } from "../../../worker/core/crons.ts";
import {
	CONNECT_EVENTS,
	PROVIDER_EVENTS,
} from "../../../worker/payments/settlement/event-kinds.ts";
import { type BenchCreator, type Site, type WorkerProcess, withSite } from "../worker-process.ts";

/** A share on sale. */
export type Offered = {
	slug: string;
	creator: BenchCreator;
	/** where buyers choose, the least */
	priceCents: number;
	pricing: Pricing;
};
/** What a buyer asks for: a code, and an amount (a decimal string) where the buyer chooses. */
export type Wanted = { code?: string | undefined; amount?: string | undefined };
/** One buyer's attempt to buy one share. */
export type Attempt = {
	offered: Pick<Offered, "slug" | "creator">;
	cookie: string;
	intentId: string;
	email: string;
};

/** The running product and the provider, with the actions of creators and buyers. */
export class Market {
	readonly provider: Stripe;
	readonly running: RunningSandbox;
	/** the folder of the product's data */
	readonly state: string;
	readonly #worker: WorkerProcess;

	constructor({ worker, state }: Pick<Site, "worker" | "state">, running: RunningSandbox) {
		this.#worker = worker;
		this.state = state;
		this.running = running;
		this.provider = sdkFor(running);
	}

	/** A request as a browser sends it, from an address of its own, so that flood limits don't apply. */
	async call(
		method: string,
		path: string,
		options: { body?: unknown; cookie?: string } = {},
	): Promise<{ status: number; text: string; cookie: string }> {
		const form = options.body instanceof FormData;
		const response = await fetch(`${this.#worker.origin}${path}`, {
			method,
			headers: {
				origin: this.#worker.origin,
				"cf-connecting-ip": `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`,
				...(options.cookie && { cookie: options.cookie }),
				...(options.body !== undefined && !form && { "content-type": "application/json" }),
			},
			...(options.body !== undefined && {
				body: options.body instanceof FormData ? options.body : JSON.stringify(options.body),
			}),
		});
		const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
		return {
			status: response.status,
			text: await response.text(),
			cookie: [options.cookie, ...set].filter(Boolean).join("; "),
		};
	}

	/** Publishes a share; null when the creator's plan allows no more. */
	async publish(
		creator: BenchCreator,
		terms: { priceCents: number; pricing: Pricing; maxSales?: number },
	): Promise<Offered | null> {
		const form = new FormData();
		form.set("title", `For ${terms.priceCents} cents`);
		form.set("price", (terms.priceCents / 100).toFixed(2));
		form.set("pricing", terms.pricing);
		if (terms.maxSales) form.set("maxSales", String(terms.maxSales));
		form.append("files", new File(["goods"], "goods.txt", { type: "text/plain" }));
		const result = await this.call("POST", "/api/file-shares", {
			body: form,
			cookie: creator.cookie,
		});
		if (result.status === 403) return null;
		if (result.status !== 201) throw new Error(`publish: ${result.status} ${result.text}`);
		const { fileShare } = JSON.parse(result.text) as { fileShare: { shareId: string } };
		const { priceCents, pricing } = terms;
		return { slug: fileShare.shareId, creator, priceCents, pricing };
	}

	/** Begins to buy, as a new buyer or the one of the cookie; null when that is refused. */
	async begin(offered: Offered, wanted: Wanted, cookie?: string): Promise<Attempt | null> {
		const result = await this.call("POST", "/api/create-payment-intent", {
			body: { shareId: offered.slug, ...wanted },
			...(cookie && { cookie }),
		});
		if (result.status !== 200) return null;
		const { clientSecret } = JSON.parse(result.text) as { clientSecret: string };
		const intentId = clientSecret.split("_secret_")[0] ?? "";
		return {
			offered,
			cookie: result.cookie,
			intentId,
			email: `${intentId}@example.test`.toLowerCase(),
		};
	}

	/** Takes what costs nothing; false when that is refused. */
	async getFree(offered: Offered, { code }: Wanted): Promise<boolean> {
		const buyerEmail = `free-${crypto.randomUUID()}@example.test`;
		const body = { shareId: offered.slug, buyerEmail, code };
		return (await this.call("POST", "/api/get-free", { body })).status === 200;
	}

	/** Adds a discount code for all shares of a creator; null when it is refused. */
	async addCode(creator: BenchCreator, terms: Record<string, unknown>): Promise<string | null> {
		const code = `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
		const result = await this.call("POST", "/api/discounts", {
			body: {
				code,
				name: "",
				percent: null,
				amount: null,
				shareIds: null,
				active: true,
				startsAt: null,
				endsAt: null,
				maxUses: null,
				maxPerBuyer: null,
				...terms,
			},
			cookie: creator.cookie,
		});
		return result.status === 201 ? code : null;
	}

	/** Pays at the provider; false when the card is refused. */
	async pay(attempt: Attempt, card: string): Promise<boolean> {
		try {
			await this.provider.paymentIntents.confirm(attempt.intentId, { payment_method: card });
			return true;
		} catch {
			return false;
		}
	}

	deliver(attempt: Attempt): Promise<{ status: number }> {
		return this.call("POST", "/api/payment-success", {
			body: { paymentIntentId: attempt.intentId, buyerEmail: attempt.email },
			cookie: attempt.cookie,
		});
	}

	/** Whether the buyer of this attempt may download. */
	async hasAccess(attempt: Attempt): Promise<boolean> {
		const result = await this.call("GET", `/api/file-shares/${attempt.offered.slug}`, {
			cookie: attempt.cookie,
		});
		return (JSON.parse(result.text) as { fileShare: { isPaid: boolean } }).fileShare.isPaid;
	}

	/** Runs a cron of the Worker as if this much time had passed (ms). */
	async cron(name: CronName, laterMs = 0): Promise<void> {
		const query = new URLSearchParams({
			cron: CRONS[name].expression,
			...(laterMs > 0 && { time: String(Date.now() + laterMs) }),
		});
		const status = await statusOf(`${this.#worker.origin}/cdn-cgi/local/scheduled?${query}`);
		if (status !== 200) throw new Error(`cron ${name}: ${status}`);
	}

	/** Calls one of the sandbox's own controls; returns null when it refuses. */
	async press(path: string, body: Record<string, unknown> = {}): Promise<unknown> {
		const response = await fetch(`${this.running.url}/_sandbox${path}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		return response.ok ? response.json() : null;
	}
}

/** The status of the answer to a call that may take longer than the five minutes which `fetch` waits. */
function statusOf(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, (response) => {
			response.resume().once("end", () => resolve(response.statusCode ?? 0));
		}).once("error", reject);
	});
}

/** Runs `act` in a market of its own; everything is deleted afterwards. */
export async function withMarket<T>(
	options: { port: number; plans: readonly ("free" | "pro")[] },
	act: (market: Market, creators: BenchCreator[]) => Promise<T>,
): Promise<T> {
	const running = await startSandbox({ port: 0, db: ":memory:" });
	try {
		const { webhookEndpoints } = sdkFor(running);
		const url = `http://localhost:${options.port}/api/stripe/webhook`;
		const own = await webhookEndpoints.create({ url, enabled_events: [...PROVIDER_EVENTS] });
		const connected = await webhookEndpoints.create({
			url,
			enabled_events: [...CONNECT_EVENTS],
			connect: true,
		});
		const vars = {
			STRIPE_API_BASE: running.url,
			STRIPE_WEBHOOK_SECRET: own.secret ?? "",
			STRIPE_CONNECT_WEBHOOK_SECRET: connected.secret ?? "",
		};
		return await withSite({ ...options, vars }, ({ creators, ...site }) =>
			act(new Market(site, running), creators),
		);
	} finally {
		await running.close();
	}
}
