import { TOTP } from "otpauth";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/contract/retention.ts";
import { isOk, jsonOf, textOf } from "../world/browser.ts";
import type { World } from "../world/world.ts";
import type { Market, Offer } from "./market.ts";
import { Person } from "./person.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

export class Stranger extends Person {
	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		// An account gets them to other people's shares.
		await this.browser.ask("POST", "/api/register", {
			email: `${this.who.replace(" ", "-")}@strangers.example`,
			password: "a stranger's password 5",
			plan: "free",
		});
		while (scheduler.now < until) {
			await this.#attack();
			await this.pause(3 * HOUR_MS);
		}
	}

	async #attack(): Promise<void> {
		const { random, browser, market } = this;
		if (market.offers.length === 0) return;
		const offer = random.one(market.offers);
		const [file] = offer.goods;
		const victim = market.attempts.length > 0 ? random.one(market.attempts) : null;
		const what = random.weighted({
			take: 40,
			forge: 15,
			replay: 15,
			guess: 10,
			flood: 5,
			change: 15,
		});
		if (what === "take") {
			for (const way of ["download", "stream", "preview"])
				await browser.send("GET", `/api/files/${file?.id}/${way}`);
			for (const way of ["download-all-assets", "archives/x"])
				await browser.send("GET", `/api/file-shares/${offer.slug}/${way}`);
			await browser.send("GET", `/api/download-folder/${offer.slug}`);
		}
		if (what === "forge") {
			const event = {
				id: `evt_${random.between(1, 1e9)}`,
				object: "event",
				type: "payment_intent.succeeded",
				livemode: false,
				data: {
					object: { id: victim?.intentId ?? "pi_1", object: "payment_intent", status: "succeeded" },
				},
			};
			const signature = `t=${Math.floor(this.world.scheduler.now / 1000)},v1=${"0".repeat(64)}`;
			const reply = await browser.send("POST", "/api/stripe/webhook", {
				body: JSON.stringify(event),
				headers: { "stripe-signature": signature },
			});
			if (isOk(reply))
				this.world.violate("nothing-forged", "an event with a wrong signature was accepted");
		}
		if (what === "replay" && victim?.intentId)
			await browser.ask("POST", "/api/payment-success", {
				paymentIntentId: victim.intentId,
				buyerEmail: "mine@strangers.example",
			});
		if (what === "guess") {
			const email = victim?.email ?? "a@buyers.example";
			await browser.ask("POST", "/api/purchases/find", { email });
			const code = String(random.between(100_000, 999_999));
			await browser.ask("POST", "/api/purchases/verify", { email, code });
			await browser.ask("POST", "/api/receipts/redeem", { token: "x".repeat(43) });
			await browser.ask("POST", "/api/login", { email, password: "123456" });
		}
		if (what === "flood")
			await Promise.all(
				Array.from({ length: 30 }, () => browser.send("GET", `/share/${offer.slug}`)),
			);
		if (what === "change") {
			const change = await browser.send("PATCH", `/api/file-shares/${offer.slug}`, {
				body: { price: "0.01" },
			});
			const sales = await browser.send("GET", `/api/file-shares/${offer.slug}/sales`);
			const removal = await browser.send("DELETE", `/api/file-shares/${offer.slug}?buyers=refund`);
			if (isOk(change) || isOk(sales) || isOk(removal))
				this.world.violate("nothing-forged", `a stranger saw or changed what ${offer.slug} sells`);
		}
	}
}

export class Operator extends Person {
	readonly #password = "the operator's own password 1";
	#secret = "";

	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		if (!(await this.#begin())) return;
		while (scheduler.now < until) {
			await this.pause(DAY_MS / 2);
			await this.#act();
		}
	}

	get #code(): string {
		return new TOTP({ secret: this.#secret }).generate({ timestamp: this.world.scheduler.now });
	}

	async #begin(): Promise<boolean> {
		const { browser, world } = this;
		const email = world.operator;
		const account = { email, password: this.#password };
		await browser.ask("POST", "/api/register", { ...account, plan: "free" });
		const link = await this.mail(email, /verify-email#([\w.-]+)/);
		if (link) await browser.ask("POST", "/api/email/verify", { token: link[1] });
		const setUp = await browser.ask<{ secret: string }>("POST", "/api/totp/setup", {
			password: this.#password,
		});
		if (!setUp) return false;
		this.#secret = setUp.secret;
		return (await browser.ask("POST", "/api/totp/confirm", { code: this.#code })) !== null;
	}

	async #signIn(): Promise<boolean> {
		const account = { email: this.world.operator, password: this.#password };
		await this.world.scheduler.wait(MINUTE_MS);
		return isOk(
			await this.browser.send("POST", "/api/login", { body: { ...account, code: this.#code } }),
		);
	}

	async #act(): Promise<void> {
		const { random, browser, market } = this;
		const { onSale } = market;
		if (!(await this.#signIn()) || onSale.length === 0) return;
		// Most reports come from buyers.
		const bought = market.attempts.map(({ offer }) => offer).filter((one) => onSale.includes(one));
		const offer = random.one(bought.length > 0 ? bought : onSale);
		const found = textOf(await browser.send("GET", `/operator/search?q=${offer.slug}`));
		const share = /\/operator\/shares\/([\w-]+)/.exec(found)?.[1];
		if (!share) return;
		const act = (path: string, fields: Record<string, string>) =>
			browser.send("POST", path, { headers: FORM, body: new URLSearchParams(fields).toString() });
		const text = "This was found by the simulation's operator.";
		const what = random.weighted({ takeDown: 40, pause: 20, look: 40 });
		if (what === "look")
			for (const page of ["", "/cases", "/queue", "/jobs", "/audit-log", `/shares/${share}`])
				await browser.send("GET", `/operator${page}`);
		if (what === "pause") {
			await act("/operator/switches/uploads", { paused: "yes" });
			await this.pause(HOUR_MS);
			await act("/operator/switches/uploads", { paused: "no" });
		}
		if (what === "takeDown") {
			await act(`/operator/shares/${share}/take-down`, { category: "other", text });
			const isDown = /taken down/i.test(
				textOf(await browser.send("GET", `/operator/shares/${share}`)),
			);
			if (!isDown) return;
			offer.takenDownAt = this.world.scheduler.now;
			await downloadTakenDown(this.world, market, offer);
			await this.pause(6 * HOUR_MS);
			const page = textOf(await browser.send("GET", `/operator/shares/${share}`));
			const sanction = /\/operator\/sanctions\/([\w-]+)\/lift/.exec(page)?.[1];
			if (sanction) {
				offer.takenDownAt = null;
				await act(`/operator/sanctions/${sanction}/lift`, { text });
			}
		}
	}
}

/**
 * Decides debits, disputes and refunds twice a day, settles money and renews subscriptions; at the end it decides every
 * debit.
 */
export class Bank extends Person {
	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		while (scheduler.now < until) {
			await this.pause(DAY_MS / 2);
			await this.work();
		}
	}

	async work(): Promise<void> {
		const { world, random, market } = this;
		const { store } = world.sandbox.sandbox;
		const press = (path: string, body = {}) => world.provider("POST", `/_sandbox${path}`, body);
		await press("/balances/available");
		for (const { id, status } of store.all("payment_intent"))
			if (status === "processing" && (world.isClosed || random.chance(0.3))) {
				const outcome = random.one(["succeeded", "succeeded", "failed"]);
				if (outcome === "succeeded") market.admitDebited(id);
				await press(`/payment_intents/${id}/settle`, { outcome });
			}
		for (const { id, status } of store.all("dispute"))
			if (status === "needs_response" && random.chance(0.4))
				await press(`/disputes/${id}/decide`, { outcome: random.one(["won", "lost"]) });
		for (const { id, status } of store.all("refund"))
			if (status === "pending")
				await press(`/refunds/${id}/finish`, { outcome: random.one(["succeeded", "failed"]) });
		for (const { id, status, items } of store.all("subscription")) {
			const ends = items.data[0]?.current_period_end ?? 0;
			if (status === "active" && ends * 1000 < world.scheduler.now)
				await press(`/subscriptions/${id}/renew`, {
					outcome: random.one(["succeeds", "succeeds", "fails"]),
				});
		}
	}
}

/** Buyers of a share that was taken down must not get its files. */
async function downloadTakenDown(world: World, market: Market, offer: Offer): Promise<void> {
	const down = offer.takenDownAt;
	const buyer = market.attempts.find((attempt) => attempt.offer === offer);
	const [file] = offer.goods;
	// The parts of a bundle stay up.
	if (!buyer || !file?.id || offer.isBundle) return;
	const reply = await buyer.browser.send("GET", `/api/files/${file.id}/download`);
	if (isOk(reply) && offer.takenDownAt === down)
		world.violate("taken-down-is-gone", `${buyer.email} has the files of ${offer.slug}`);
}

export class Passerby extends Person {
	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		while (scheduler.now < until) {
			await this.pause(HOUR_MS);
			for (const offer of this.market.offers) {
				const down = offer.takenDownAt;
				if (down === null || scheduler.now - down < 3 * MINUTE_MS) continue;
				const reply = await this.browser.send("GET", `/share/${offer.slug}`);
				if (isOk(reply) && offer.takenDownAt === down && textOf(reply).includes(offer.title))
					this.world.violate("taken-down-is-gone", `${offer.slug} is shown after its take-down`);
				await downloadTakenDown(this.world, this.market, offer);
			}
		}
	}
}

export class Program extends Person {
	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		const email = `${this.who.replace(" ", "-")}@creators.example`;
		const account = { email, password: "a program's password 9" };
		if (!(await this.browser.ask("POST", "/api/register", { ...account, plan: "free" }))) return;
		const link = await this.mail(email, /verify-email#([\w.-]+)/);
		if (link) await this.browser.ask("POST", "/api/email/verify", { token: link[1] });
		await this.browser.ask("POST", "/api/setup-cashapp", { cashAppHandle: "$program" });
		const added = await this.browser.ask<{ token: string }>("POST", "/api/tokens", {
			name: "simulation",
			scopes: ["shares:read", "shares:write", "sales:read"],
			expiresInDays: 30,
			password: account.password,
		});
		if (!added) return;
		for (let round = 0; scheduler.now < until; round++) {
			await this.#round(added.token, round);
			await this.pause(8 * HOUR_MS);
		}
	}

	/** Begins an upload twice under one key, which must give one upload. */
	async #round(token: string, round: number): Promise<void> {
		const headers = {
			authorization: `Bearer ${token}`,
			"idempotency-key": `${this.who}-round-${round}`.replaceAll(" ", "-").padEnd(32, "-"),
			"sec-fetch-site": "none",
		};
		const body = {
			title: `Of ${this.who}, ${round}`,
			price: "5.00",
			files: [{ name: "a.tga", size: 3 }],
		};
		const send = () => this.browser.send("POST", "/api/uploads", { body, headers, insists: true });
		const [one, other] = [await send(), await send()];
		if (!isOk(one) || !isOk(other)) return;
		const [first, second] = [one, other].map((reply) => jsonOf<{ id: string }>(reply).id);
		if (first !== second)
			this.world.violate(
				"one-effect-per-key",
				`round ${round} of ${this.who}: uploads ${first} and ${second}`,
			);
		await this.browser.send("DELETE", `/api/uploads/${first}`, {
			headers: { authorization: headers.authorization },
		});
	}
}
