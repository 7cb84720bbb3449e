import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { app } from "../../app.ts";
import type { User } from "../../contract/accounts/accounts.ts";
import type { MyShare, ShareResponse } from "../../contract/catalogue/shares.ts";
import { makeCtx } from "../../core/context.ts";
import { handlers } from "../../handlers.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { laggingDatabase } from "../fakes/lagging-database.ts";
import { makeBuyer, makePurchase } from "../fixtures/sales.ts";
import { makeStoredShare } from "../fixtures/stored-share.ts";
import { makeCreator, ORIGIN } from "../fixtures/test-app.ts";

/** Sends requests to an app whose database lags, and keeps cookies. */
class Browser {
	readonly #bindings: Env;
	readonly #cookies: Map<string, string>;

	constructor(bindings: Env, cookies: Record<string, string>) {
		this.#bindings = bindings;
		this.#cookies = new Map(Object.entries(cookies));
	}

	/** The response is the server's; its cookies are not kept before `receive`. */
	async send(method: string, path: string, body?: unknown): Promise<Response> {
		const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const execution = createExecutionContext();
		const request = new Request(new URL(path, ORIGIN), {
			method,
			headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const response = await app.fetch(request, this.#bindings, execution);
		await waitOnExecutionContext(execution);
		return response;
	}

	receive(response: Response): void {
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/Max-Age=0/.test(line)) this.#cookies.delete(name);
			else this.#cookies.set(name, value);
		}
	}

	async read<T>(path: string): Promise<T> {
		const response = await this.send("GET", path);
		this.receive(response);
		expect(response.status).toBe(200);
		return response.json<T>();
	}

	get bookmarks(): number {
		return [...this.#cookies.keys()].filter((name) => name.includes("bookmark")).length;
	}
}

/** A generator of numbers from 0 to 1 that repeats itself. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const STEPS = Number(env.RANDOM_STEPS);

it(
	`in ${STEPS} random steps no browser misses its own writes, and no byte is served by an entitlement that has ended`,
	async () => {
		const random = seeded(STEPS);
		const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
		const creators = await Promise.all(
			[1, 2, 3].map(async () => {
				const { user, cookies } = await makeCreator();
				const data = new TextEncoder().encode("paid");
				const { share, files } = await makeStoredShare(user.id, [{ name: "a.txt", data }]);
				return { cookies, share, file: files[0]?.id ?? "", name: "", price: "10.00" };
			}),
		);
		const buyers = await Promise.all(
			creators.map(async ({ share, file }) => {
				const { id, cookies } = await makeBuyer();
				const purchase = await makePurchase(share, id);
				return { cookies, purchase: purchase.id, file, isPaid: true };
			}),
		);
		const DB = await laggingDatabase(random);
		const bindings = { ...env, DB };
		const system = makeCtx(bindings, { handlers, waitUntil: () => {} });
		const selling = creators.map((each) => ({
			...each,
			browser: new Browser(bindings, each.cookies),
		}));
		const buying = buyers.map((each) => ({
			...each,
			browser: new Browser(bindings, each.cookies),
		}));
		const missed: string[] = [];
		const stale: string[] = [];
		let mostBookmarks = 0;

		for (let step = 0; step < STEPS; step++) {
			const creator = pick(selling);
			const { browser, share } = creator;
			const kind = Math.floor(random() * 4);
			if (kind === 0) {
				// Two at once; their responses arrive in any order.
				creator.name = `Name ${step}`;
				creator.price = `${5 + (step % 90)}.00`;
				const path = `/api/file-shares/${share.slug}`;
				const responses = await Promise.all([
					browser.send("PATCH", "/api/user", { displayName: creator.name }),
					browser.send("PATCH", path, { price: creator.price }),
				]);
				for (const response of random() < 0.5 ? responses : responses.reverse()) {
					expect(response.status).toBe(200);
					browser.receive(response);
				}
			} else if (kind === 1) {
				const user = await browser.read<User>("/api/user");
				if (creator.name && user.displayName !== creator.name) missed.push(`name in step ${step}`);
				const [own] = await browser.read<MyShare[]>("/api/my-file-shares");
				if (own?.price !== creator.price) missed.push(`price in the list in step ${step}`);
			} else if (kind === 2) {
				const page = await browser.read<ShareResponse>(`/api/file-shares/${share.slug}`);
				if (page.fileShare.price !== creator.price)
					missed.push(`price on the page in step ${step}`);
			} else {
				const buyer = pick(buying);
				if (random() < 0.5) {
					buyer.isPaid = !buyer.isPaid;
					const state = buyer.isPaid ? "paid" : "refunded";
					await system.db.update(purchases).set({ state }).where(eq(purchases.id, buyer.purchase));
				}
				const response = await buyer.browser.send("GET", `/api/files/${buyer.file}/download`);
				await response.arrayBuffer();
				buyer.browser.receive(response);
				if (response.status !== (buyer.isPaid ? 200 : 402))
					stale.push(`${response.status} in step ${step}`);
			}
			mostBookmarks = Math.max(mostBookmarks, browser.bookmarks);
		}
		expect(missed).toEqual([]);
		expect(stale).toEqual([]);
		expect(mostBookmarks).toBeLessThanOrEqual(2);
	},
	120_000 + STEPS * 200,
);
