import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/contract/retention.ts";
import { CURRENCIES, dueFor, dueForFiles } from "../invariants/arithmetic.ts";
import type { Browser } from "../world/browser.ts";
import { isOk, textOf } from "../world/browser.ts";
import {
	type Attempt,
	type Code,
	type Goods,
	type Items,
	isSame,
	isWebOf,
	type Offer,
} from "./market.ts";
import { Person } from "./person.ts";

/** Stripe's test cards, by weight. */
const CARDS = {
	pm_card_visa: 70,
	pm_card_bypassPending: 8,
	pm_card_createDispute: 5,
	pm_card_refundFail: 4,
	pm_card_pendingRefund: 2,
	pm_card_chargeDeclined: 8,
	pm_card_chargeDeclinedInsufficientFunds: 3,
} as const;

type Shown = {
	fileShare: { isPaid: boolean };
	files: {
		id: string;
		originalName: string;
		wholeOnly?: true;
		webSize?: number;
		bought?: string;
	}[];
};

type Begun = { clientSecret: string; amount: number };

type Wanted = {
	code?: Code;
	checkout?: Offer["checkouts"][number];
	amount?: string;
	items?: Items;
};

const termsOf = (offer: Offer, { code, checkout, amount, items }: Wanted) => ({
	...(items && { items }),
	shareId: offer.slug,
	...(code && { code: code.code }),
	...(checkout && { checkout: checkout.id }),
	...(amount !== undefined && { amount }),
});

const AFTERWARDS = {
	nothing: 30,
	again: 25,
	otherBrowser: 15,
	find: 8,
	withdraw: 6,
	invoice: 10,
	unsubscribe: 20,
	alert: 4,
} as const;

/** The CRC-32 of each file in an archive's directory, by path: `unzipSync` doesn't check it. */
function checksumsIn(archive: Uint8Array): Map<string, number> {
	const view = Buffer.from(archive);
	const sums = new Map<string, number>();
	for (let at = view.indexOf("PK\x01\x02"); at >= 0; at = view.indexOf("PK\x01\x02", at + 46)) {
		const path = view.toString("utf8", at + 46, at + 46 + view.readUInt16LE(at + 28));
		sums.set(path, view.readUInt32LE(at + 16));
	}
	return sums;
}

export class Buyer extends Person {
	readonly #hasBegun = new Set<Offer>();
	#code: Code | undefined;
	/** downloads by path, to ask later whether they are unchanged */
	readonly #kept = new Map<string, { etag: string; bytes: Uint8Array }>();
	readonly email = `${this.who.replaceAll(" ", "-")}@buyers.example`;
	readonly #debit = {
		"payment_method_data[type]": "sepa_debit",
		"payment_method_data[sepa_debit][iban]": "DE89370400440532013000",
		"payment_method_data[billing_details][name]": "Jenny Rosen",
		"payment_method_data[billing_details][email]": this.email,
		receipt_email: this.email,
	};

	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		await scheduler.wait(this.random.next() * Math.max(0, until - scheduler.now - DAY_MS / 2));
		for (let visits = this.random.between(1, 3); visits > 0 && scheduler.now < until; visits--) {
			const { onSale } = this.market;
			if (onSale.length > 0) await this.#buyWithFriends(this.random.one(onSale));
			await this.pause(DAY_MS);
			if (this.#code) await this.#comeBackWith(this.#code);
		}
	}

	/** Uses the last code for another share, half of the time on another device. */
	async #comeBackWith(code: Code): Promise<void> {
		const { world, market, seed, random, who } = this;
		const offers = market.onSale.filter(({ codes }) => codes.includes(code));
		const buyer = random.chance(0.5) ? this : new Buyer(world, market, seed + 1, who);
		buyer.#code = code;
		if (offers.length > 0) await buyer.buy(random.one(offers));
		this.#code = undefined;
	}

	async #buyWithFriends(offer: Offer): Promise<void> {
		const { world, market, seed, random } = this;
		const isScarce = offer.maxSales !== null && random.chance(0.5);
		const friends = Array.from(
			{ length: isScarce ? 3 : 0 },
			(_, at) => new Buyer(world, market, seed, `friend ${at + 1} of ${this.who}`),
		);
		await Promise.all([this, ...friends].map((buyer) => buyer.buy(offer)));
		// In two tabs at the same time. The first orders of a browser would be of two buyers.
		if (offer.singles && random.chance(0.15))
			await Promise.all([this.#order(offer), this.#order(offer)]);
	}

	async buy(offer: Offer): Promise<void> {
		const page = await this.browser.send("GET", `/share/${offer.slug}`);
		await this.pause(2 * MINUTE_MS);
		if (isOk(page)) await this.#order(offer);
	}

	async #order(offer: Offer): Promise<void> {
		const { browser, random } = this;
		const shown = await browser.ask<Shown>("GET", `/api/file-shares/${offer.slug}`);
		if (!shown) return;
		if (random.chance(0.2)) await this.#peek(shown);
		const ways = offer.pricing === "free" ? ["free" as const] : offer.ways;
		const way = random.one(ways);
		const wanted = this.#wanted(offer, this.#choose(offer, shown));
		this.#code = wanted.code ?? this.#code;
		const attempt = await {
			card: () => this.#byCard(offer, wanted),
			direct: () => this.#directly(offer, wanted),
			free: () => this.#free(offer, wanted),
		}[way]();
		if (!attempt) return;
		this.market.attempts.push(attempt);
		await this.pause(5 * MINUTE_MS);
		// Every file is asked for at the end, and buyers of single files soon come back.
		if (!offer.singles || random.chance(0.3)) await this.#download(browser, offer);
		if (offer.singles && random.chance(0.7)) await this.#order(offer);
		else await this.#afterwards(attempt);
	}

	/** Some of the files that are sold one by one, each in one size; undefined for the whole share. */
	#choose({ singles, goods }: Offer, { files }: Shown): Items | undefined {
		const { random } = this;
		if (!singles || random.chance(0.2)) return undefined;
		const sold = files.filter(
			({ id, wholeOnly }) => !wholeOnly && goods.some((one) => one.id === id),
		);
		const full: string[] = [];
		const web: string[] = [];
		for (const { id, webSize } of sold) {
			if (random.chance(0.5)) continue;
			(singles.web && webSize && random.chance(0.5) ? web : full).push(id);
		}
		const takesAll = singles.web && random.chance(0.1) && files.some(({ webSize }) => webSize);
		if (full.length + web.length === 0 && !takesAll) return undefined;
		return { full, web: takesAll ? "*" : web };
	}

	async #peek({ files }: Shown): Promise<void> {
		for (const { id } of files.slice(0, 2))
			for (const way of ["preview", "stream", "download"])
				await this.browser.send("GET", `/api/files/${id}/${way}`);
	}

	#wanted({ priceCents, currency, codes, checkouts, pricing }: Offer, items?: Items): Wanted {
		const { random } = this;
		const step = Number(CURRENCIES[currency].step);
		const amount = ((priceCents + random.between(0, 3000) * step) / 100).toFixed(2);
		const known = codes.find((code) => code === this.#code);
		const code = known ?? (codes.length > 0 && random.chance(0.4) ? random.one(codes) : null);
		// Some checkouts are passed on, so that two people pay with one.
		const checkout = code || items ? null : random.chance(0.6) ? checkouts.shift() : checkouts[0];
		return {
			...(code && { code }),
			...(checkout && { checkout }),
			...(items && { items }),
			...(pricing === "chosen" && { amount }),
		};
	}

	/** Compares the payment's amount with the creator's price. */
	async #begin(offer: Offer, wanted: Wanted): Promise<Begun | null> {
		const { random, email } = this;
		const { code, checkout, amount, items } = wanted;
		const prices = [offer.priceCents, offer.nextCents];
		const begun = await this.browser.ask<Begun>("POST", "/api/create-payment-intent", {
			...termsOf(offer, wanted),
			...(random.chance(0.5) && { buyerEmail: email }),
		});
		prices.push(offer.priceCents, offer.nextCents);
		// Buyers of parts pay less for a bundle, and a payment keeps its price.
		const mayHaveParts = offer.isBundle && this.market.attempts.some((one) => one.email === email);
		const isSure = !mayHaveParts && !offer.isUncertain && this.#isPricedAlone(offer, wanted);
		if (!begun || !isSure || this.#hasBegun.has(offer)) {
			this.#hasBegun.add(offer);
			return begun;
		}
		this.#hasBegun.add(offer);
		const own = checkout?.priceCents ?? null;
		const pricing = own === null ? offer.pricing : "fixed";
		const due = (own === null ? prices : [own]).flatMap((cents) => {
			if (cents === null) return [];
			const { currency, singles } = offer;
			const counts = { full: items?.full?.length ?? 0, small: items?.web?.length ?? 0 };
			const alone = items && singles ? dueForFiles(singles, counts, cents, currency) : cents;
			const [price, whole] = [(alone / 100).toFixed(2), (cents / 100).toFixed(2)];
			const asked = { pricing, price, whole, currency };
			const quote = dueFor(asked, code ?? null, amount ?? null);
			return quote.kind === "card" ? [Number(quote.cents)] : [];
		});
		if (!due.includes(begun.amount))
			this.world.violate(
				// G14
				"quotes-are-right",
				`${this.who} is asked for ${begun.amount} cents for ${offer.slug} with ${code?.code ?? checkout?.id}, not ${due}`,
			);
		return begun;
	}

	/** The price depends neither on other buyers nor on how many pictures have a smaller size. */
	#isPricedAlone({ singles }: Offer, { items }: Wanted): boolean {
		return !singles || !items || (singles.included === 0 && items.web !== "*");
	}

	/** What was ordered has become the whole share if it costs as much. */
	#ordered(intentId: string, { items }: Wanted): Items | null {
		const row = this.world.sql
			.prepare("select of_lines from purchases where payment_intent_id = ?")
			.get(intentId);
		return row?.of_lines === 0 ? null : (items ?? null);
	}

	async #byCard(offer: Offer, wanted: Wanted): Promise<Attempt | null> {
		const { browser, random, email, market } = this;
		let begun = await this.#begin(offer, wanted);
		if (begun && random.chance(0.1))
			begun = (await this.#begin(offer, this.#wanted(offer, wanted.items))) ?? begun;
		// Nothing to pay with the code.
		if (!begun) return this.#free(offer, wanted);
		const { clientSecret } = begun;
		const intentId = clientSecret.split("_secret_")[0] ?? "";
		const items = this.#ordered(intentId, wanted);
		const attempt: Attempt = { offer, browser, route: "card", email, intentId, items };
		if (random.chance(0.08)) return attempt;
		await this.pause(MINUTE_MS);
		const isDebit = offer.currency === "eur" && random.chance(0.4);
		if (isDebit) market.debits.set(intentId, { who: this.who, offer, items });
		// Refused unless the creator waits for banks.
		const isDebited = isDebit && (await this.#pay(begun, this.#debit));
		if (!isDebited) {
			market.admitTo(this.who, offer, items);
			const paid = await this.#pay(begun, { payment_method: random.weighted(CARDS) });
			if (!paid && random.chance(0.6)) await this.#pay(begun, { payment_method: "pm_card_visa" });
		}
		const reports = random.weighted({ once: 70, twice: 10, never: 20 });
		const report = () =>
			browser.ask("POST", "/api/payment-success", { paymentIntentId: intentId, buyerEmail: email });
		if (reports === "twice") await Promise.all([report(), report()]);
		if (reports === "once") await report();
		return attempt;
	}

	#pay({ clientSecret }: Begun, by: Record<string, string>) {
		const intentId = clientSecret.split("_secret_")[0] ?? "";
		return this.world.provider("POST", `/v1/payment_intents/${intentId}/confirm`, {
			key: "pk_test_sandbox",
			client_secret: clientSecret,
			...by,
		});
	}

	async #directly(offer: Offer, wanted: Wanted): Promise<Attempt | null> {
		const { browser, random, email } = this;
		const terms = termsOf(offer, wanted);
		this.#hasBegun.add(offer);
		const begun = await browser.ask<{ reference: string }>(
			"POST",
			"/api/begin-direct-payment",
			terms,
		);
		if (!begun) return null;
		await this.pause(5 * MINUTE_MS);
		this.market.admit(this.who, offer);
		await browser.ask("POST", "/api/confirm-direct-payment", {
			...terms,
			code: undefined,
			items: undefined,
			buyerEmail: email,
			confirmationCode: `#${random.between(1, 1e9)}`,
		});
		return { offer, browser, route: "direct", email, intentId: null, items: wanted.items ?? null };
	}

	async #free(offer: Offer, { code, items = undefined }: Wanted): Promise<Attempt | null> {
		const { browser, email } = this;
		const body = {
			...termsOf(offer, { ...(code && { code }), ...(items && { items }) }),
			buyerEmail: email,
		};
		this.#hasBegun.add(offer);
		// With a code, what costs as much as the whole share can be free.
		this.market.admitTo(this.who, offer, code ? null : (items ?? null));
		if (!(await browser.ask("POST", "/api/get-free", body))) return null;
		return { offer, browser, route: "free", email, intentId: null, items: items ?? null };
	}

	async #download(browser: Browser, offer: Offer): Promise<void> {
		const shown = await browser.ask<Shown>("GET", `/api/file-shares/${offer.slug}`);
		if (!shown) return;
		if (!shown.fileShare.isPaid) return this.#downloadFiles(browser, offer, shown);
		for (const { id, originalName } of shown.files) {
			const known = offer.goods.find(({ name }) => name === originalName);
			const bytes = await this.#get(browser, `/api/files/${id}/download`);
			// A refund, a deletion or a new version may have come in between.
			if (!bytes || !known || known.id !== id) continue;
			if (!isSame(bytes, known.bytes))
				this.world.violate(
					"files-are-whole",
					`${this.who} got other bytes of ${originalName} of ${offer.slug}`,
				);
		}
		await this.#downloadAll(browser, offer, shown);
	}

	/** What was bought of single files; a refund or a new version may come in between. */
	async #downloadFiles(browser: Browser, { slug, goods }: Offer, { files }: Shown): Promise<void> {
		for (const { id, originalName, bought } of files) {
			const known = goods.find((one) => one.id === id);
			const bytes = bought && (await this.#get(browser, `/api/files/${id}/download`));
			if (!bytes || !known?.id) continue;
			if (!isSame(known.bytes, bytes) && !isWebOf(known, bytes))
				this.world.violate(
					"files-are-whole",
					`${this.who} got other bytes of ${originalName} of ${slug}`,
				);
		}
		const some = files.some(({ bought }) => bought);
		if (some) await this.#get(browser, `/api/file-shares/${slug}/download-all-assets`);
	}

	/** Keeps the earlier bytes on 304. */
	async #get(browser: Browser, path: string): Promise<Uint8Array | null> {
		const kept = this.#kept.get(path);
		const headers = kept && { "if-none-match": kept.etag };
		const reply = await browser.send("GET", path, headers ? { headers } : {});
		if (reply?.status === 304) return kept?.bytes ?? null;
		if (reply?.status !== 200) return null;
		const etag = reply.headers.get("etag");
		if (etag) this.#kept.set(path, { etag, bytes: reply.bytes });
		return reply.bytes;
	}

	async #downloadAll(browser: Browser, offer: Offer, { files }: Shown): Promise<void> {
		const { slug, goods } = offer;
		const before = [...goods];
		const archive = await this.#get(browser, `/api/file-shares/${slug}/download-all-assets`);
		// The parts of a bundle have files of the same names.
		if (!archive || offer.isBundle) return;
		// The file may have been replaced before or after the page was read.
		const isUnchanged = ({ name, id }: Goods, at: number) =>
			id === before[at]?.id && files.some((file) => file.id === id && file.originalName === name);
		if (files.length !== goods.length || !goods.every(isUnchanged)) return;
		let packed: [string, Uint8Array][];
		try {
			packed = Object.entries(unzipSync(archive));
		} catch (error) {
			return this.world.violate(
				"files-are-whole",
				`${this.who} can't unpack ${slug}.zip: ${error}`,
			);
		}
		const sums = checksumsIn(archive);
		for (const { name, bytes } of goods) {
			const [path = "", found] =
				packed.find(([path]) => path === name || path.endsWith(`/${name}`)) ?? [];
			if (!found || !isSame(found, bytes) || sums.get(path) !== crc32(bytes))
				this.world.violate("files-are-whole", `${this.who} got another ${name} in ${slug}.zip`);
		}
	}

	async #afterwards(attempt: Attempt): Promise<void> {
		const { random, email } = this;
		const { offer } = attempt;
		const what = random.weighted(AFTERWARDS);
		await this.pause(random.between(1, 20) * HOUR_MS);
		if (what === "again") await this.#download(this.browser, offer);
		if (what === "otherBrowser") {
			const browser = this.otherBrowser();
			const link = await this.mail(email, /receipt#([\w-]+)/);
			if (link && (await browser.ask("POST", "/api/receipts/redeem", { token: link[1] })))
				await this.#download(browser, offer);
		}
		if (what === "find") {
			const browser = this.otherBrowser();
			await browser.ask("POST", "/api/purchases/find", { email });
			const code = await this.mail(email, /\b(\d{6})\b/);
			if (code && (await browser.ask("POST", "/api/purchases/verify", { email, code: code[1] })))
				await this.#download(browser, offer);
		}
		if (what === "withdraw" || what === "invoice") {
			const mine = await this.browser.send("GET", "/api/my-purchases");
			const id = /"purchaseId":"([\w-]+)"/.exec(textOf(mine))?.[1];
			if (id && what === "withdraw")
				await this.browser.ask("POST", `/api/receipts/${id}/withdrawal`, { name: this.who, email });
			// The second one is a correction.
			for (const name of id && what === "invoice" ? [this.who, `${this.who} GmbH`] : [])
				await this.browser.ask("PUT", `/api/receipts/${id}/buyer`, { name });
		}
		if (what === "unsubscribe") {
			const link = await this.mail(email, /(\/unsubscribe\/[\w./~-]+)/, {
				within: DAY_MS,
				about: offer.title,
			});
			if (link?.[1] && isOk(await this.browser.send("POST", link[1])))
				this.market.unsubscribe(email, offer);
		}
		if (what === "alert")
			await this.browser.send("POST", `/share/${offer.slug}/tell-me`, {
				headers: { "content-type": "application/x-www-form-urlencoded" },
				body: new URLSearchParams({ email }).toString(),
			});
	}
}
