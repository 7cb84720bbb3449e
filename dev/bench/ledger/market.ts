import type Stripe from "stripe";
import { CRONS, type CronName } from "../../../worker/crons.ts";
import { type RunningSandbox, startSandbox } from "../../stripe-sandbox/server.ts";
import { sdkFor } from "../../stripe-sandbox/testing.ts";
import { type BenchCreator, VARS, type WorkerProcess, withSite } from "../worker-process.ts";

/** A share on sale. */
export type Offered = { slug: string; creator: BenchCreator; priceCents: number };
/** One buyer's attempt to buy one share. */
export type Attempt = { offered: Offered; cookie: string; intentId: string; email: string };

/** The running product and the provider, with the actions of creators and buyers. */
export class Market {
	readonly provider: Stripe;
	readonly running: RunningSandbox;
	readonly #worker: WorkerProcess;

	constructor(worker: WorkerProcess, running: RunningSandbox) {
		this.#worker = worker;
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
		terms: { priceCents: number; maxSales?: number },
	): Promise<Offered | null> {
		const form = new FormData();
		form.set("title", `For ${terms.priceCents} cents`);
		form.set("price", (terms.priceCents / 100).toFixed(2));
		if (terms.maxSales) form.set("maxSales", String(terms.maxSales));
		form.append("files", new File(["goods"], "goods.txt", { type: "text/plain" }));
		const result = await this.call("POST", "/api/file-shares", {
			body: form,
			cookie: creator.cookie,
		});
		if (result.status === 403) return null;
		if (result.status !== 201) throw new Error(`publish: ${result.status} ${result.text}`);
		const { fileShare } = JSON.parse(result.text) as { fileShare: { shareId: string } };
		return { slug: fileShare.shareId, creator, priceCents: terms.priceCents };
	}

	/** Begins to buy, as a new buyer; null when that is refused. */
	async begin(offered: Offered): Promise<Attempt | null> {
		const result = await this.call("POST", "/api/create-payment-intent", {
			body: { shareId: offered.slug },
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
		const response = await fetch(`${this.#worker.origin}/cdn-cgi/local/scheduled?${query}`);
		if (!response.ok) throw new Error(`cron ${name}: ${response.status}`);
		await response.text();
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

/** Runs `act` in a market of its own; everything is deleted afterwards. */
export async function withMarket<T>(
	options: { port: number; plans: readonly ("free" | "pro")[] },
	act: (market: Market, creators: BenchCreator[]) => Promise<T>,
): Promise<T> {
	const running = await startSandbox({
		port: 0,
		db: ":memory:",
		webhookUrl: `http://localhost:${options.port}/api/stripe/webhook`,
		webhookSecret: VARS.STRIPE_WEBHOOK_SECRET,
	});
	try {
		const vars = { STRIPE_API_BASE: running.url };
		return await withSite({ ...options, vars }, ({ worker, creators }) =>
			act(new Market(worker, running), creators),
		);
	} finally {
		await running.close();
	}
}
