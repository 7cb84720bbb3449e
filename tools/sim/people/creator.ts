import { crc32 } from "node:zlib";
import { PART_SIZE } from "../../../worker/contract/constants.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, RETENTION } from "../../../worker/contract/retention.ts";
import { CURRENCIES, type SoldFiles } from "../invariants/arithmetic.ts";
import { isOk, jsonOf, type Reply } from "../world/browser.ts";
import type { Code, Goods, Offer } from "./market.ts";
import { Person } from "./person.ts";

type Shown = { id: string; originalName: string };
type Created = { fileShare: { shareId: string }; files: Shown[] };
type Begun = { id: string; files: { id: string; token: string | null }[] };

type Sale = {
	id: string;
	price: string;
	state: string;
	buyerEmail: string;
	lines?: { file: string; edition: string }[];
};

const ACTS = {
	publish: 20,
	publishMany: 4,
	edit: 14,
	readBack: 10,
	code: 5,
	checkout: 8,
	bundle: 2,
	version: 4,
	update: 16,
	claims: 14,
	refund: 8,
	revoke: 1,
	remove: 2,
	plan: 3,
	abandon: 2,
	look: 8,
} as const;

/** Orders are returned in part, and files replaced, more often than galleries are made. */
const GALLERY_ACTS = { ...ACTS, publish: 10, publishMany: 2, version: 8, refund: 80 } as const;

type Terms = Pick<Offer, "title" | "pricing" | "priceCents" | "saleMode" | "maxSales" | "singles">;

const priceOf = (cents: number) => (cents / 100).toFixed(2);

const singlesSent = ({ fileCents, packages, included, web }: SoldFiles) => ({
	filePrice: priceOf(fileCents),
	packages: packages.map(({ files, cents }) => ({ files, price: priceOf(cents) })),
	included,
	...(web && { web: { filePrice: priceOf(web.fileCents), price: priceOf(web.wholeCents) } }),
});

export class Creator extends Person {
	readonly email = `${this.who.replace(" ", "-")}@creators.example`;
	readonly password = "correct horse battery staple 7";
	id = "";
	plan: "free" | "pro" = "free";
	currency: Offer["currency"] = "usd";
	ways: ("card" | "direct")[] = [];
	isGone = false;
	readonly offers: Offer[] = [];
	#made = 0;
	#token: string | undefined;

	override async live(until: number): Promise<void> {
		const { scheduler } = this.world;
		const { sellsFiles } = this.market;
		// A day of galleries has as much in it as a week of others.
		const hour = sellsFiles ? HOUR_MS / 6 : HOUR_MS;
		await this.pause(6 * hour);
		if (!(await this.#begin())) return;
		const pace = this.random.between(2, 9) * hour;
		const acts = sellsFiles ? GALLERY_ACTS : ACTS;
		const end = this.#endOf(until);
		let signedIn = scheduler.now;
		while (scheduler.now < end) {
			// Sessions end even if they are used.
			if (scheduler.now > signedIn + (RETENTION.sessionDays - 1) * DAY_MS) {
				await this.#signIn();
				signedIn = scheduler.now;
			}
			await this.act(this.offers.length === 0 ? "publish" : this.random.weighted(acts));
			await this.pause(pace);
		}
		while (end < until && !this.isGone && scheduler.now < until) await this.#closeAccount();
	}

	/** In ms: some stop before the run ends. */
	#endOf(until: number): number {
		const random = this.market.randomOf(this.seed, `${this.who}, leaving`);
		const rest = until - this.world.scheduler.now;
		return random.chance(0.1) ? until - (rest * random.next()) / 2 : until;
	}

	async act(what: keyof typeof ACTS): Promise<void> {
		const own = this.offers.filter(({ deletedAt }) => deletedAt === null);
		const offer = own.length > 0 ? this.random.one(own) : null;
		if (what === "publish") return this.#publish();
		if (what === "publishMany") return this.#publishMany();
		if (what === "claims") return this.#decideClaims();
		if (what === "code") return this.#addCode(own);
		if (what === "bundle") return this.#bundle(own);
		if (what === "plan") return this.#changePlan();
		if (what === "abandon") return this.#abandonUpload();
		if (what === "look") return this.#look();
		if (!offer) return;
		if (what === "edit") return this.#edit(offer);
		if (what === "readBack") return this.#readBack(offer);
		if (what === "checkout") return this.#makeCheckout(offer);
		if (what === "version") return this.#replaceFile(offer);
		// Mostly to the buyers of the first work, so that they hear from the creator repeatedly.
		if (what === "update") return this.#writeToBuyers(own[0] ?? offer);
		if (what === "refund" || what === "revoke") return this.#sale(offer, what);
		return this.#remove(offer);
	}

	async #begin(): Promise<boolean> {
		const { browser, email, password } = this;
		const account = { email, password, plan: "free", firstName: this.who };
		if (!(await browser.ask("POST", "/api/register", account)) && !isOk(await this.#signIn()))
			return false;
		const user = await browser.send("GET", "/api/user");
		if (user?.status === 401)
			// G14
			this.world.violate("own-writes-are-read", `${this.who} has registered and is not signed in`);
		if (!isOk(user)) return false;
		this.id = jsonOf<{ id: string }>(user).id;
		this.market.sellers.set(this.id, browser);
		if (this.random.chance(0.9)) await this.#verify();
		if (!(await this.#chooseCurrency())) return false;
		await this.#setUpPayments();
		if (this.random.chance(0.4)) await this.#changePlan();
		if (this.random.chance(0.5)) await this.#askForEvents();
		if (this.random.chance(0.5))
			await browser.ask("PUT", "/api/creator-page", {
				handle: `c${crc32(this.who).toString(36)}`,
				line: null,
				links: [],
			});
		return true;
	}

	#signIn() {
		const { email, password } = this;
		return this.browser.send("POST", "/api/login", { body: { email, password } });
	}

	async #verify(): Promise<void> {
		const link = await this.mail(this.email, /verify-email#([\w.-]+)/);
		if (link) await this.browser.ask("POST", "/api/email/verify", { token: link[1] });
	}

	async #chooseCurrency(): Promise<boolean> {
		const { browser, random } = this;
		const currency = random.weighted({ usd: 60, eur: 20, jpy: 10, kwd: 10 });
		if (currency === "usd") return true;
		await browser.ask("POST", "/api/setup-currency", { currency });
		// The response may have been lost.
		const status = await browser.ask<Pick<Offer, "currency">>("GET", "/api/payment-status");
		if (status) this.currency = status.currency;
		return status !== null;
	}

	async #setUpPayments(): Promise<void> {
		const { browser, random, world, currency } = this;
		if (currency === "eur" && random.chance(0.7))
			await browser.ask("POST", "/api/setup-methods", { acceptsDelayed: true });
		if (random.chance(0.6)) {
			const name = `c${crc32(this.who).toString(36)}`;
			const address =
				currency === "usd"
					? { cashAppHandle: `$${name}` }
					: { directLink: `https://${currency === "kwd" ? "revolut" : "paypal"}.me/${name}` };
			const terms = { ...address, releaseOnConfirmation: random.chance(0.4) };
			if (await browser.ask("POST", "/api/setup-cashapp", terms)) this.ways = ["card", "direct"];
		}
		// The provider can't transfer to Japan or Kuwait, so the platform holds these sales' money.
		const country = { usd: "US", eur: "DE", jpy: null, kwd: null }[currency];
		if (country && random.chance(0.6)) {
			const reply = await browser.send("POST", "/api/setup-card-payouts", { body: { country } });
			const account = isOk(reply) && /acct_\w+/.exec(new TextDecoder().decode(reply.bytes))?.[0];
			if (account) {
				await world.provider("POST", `/_sandbox/accounts/${account}/onboard`);
				await browser.ask("GET", "/api/payment-status");
			}
		}
		if (this.ways.length === 0) this.ways = ["card"];
	}

	async #askForEvents(): Promise<void> {
		const { world, market, random } = this;
		const host = `hooks-${this.who.replace(" ", "-")}.receivers.net`;
		const away = market.randomOf(0, host);
		world.network.add(host, async (request) => {
			if (away.chance(0.2) && !world.isClosed) return new Response("away", { status: 503 });
			const id = request.headers.get("webhook-id") ?? "";
			market.received.set(id, (market.received.get(id) ?? 0) + 1);
			return new Response("thanks");
		});
		const events = [random.one(["*", "sale.created"])];
		const url = `https://${host}/hook`;
		if (await this.browser.ask("POST", "/api/webhooks/endpoints", { url, events }))
			market.told.set(this.id, world.scheduler.now);
	}

	/** In hundredths of the creator's currency; `from` and `to` are whole yen for yen. */
	#amount(from: number, to: number): number {
		return this.random.between(from, to) * Number(CURRENCIES[this.currency].step);
	}

	#terms(): Terms {
		const { random, market } = this;
		const title = `Work ${++this.#made} of ${this.who}`;
		const others = market.sellsFiles ? 0 : 1;
		const pricing = random.weighted({ fixed: 80, chosen: 12 * others, free: 8 * others });
		const priceCents =
			pricing === "free"
				? 0
				: random.chance(0.15)
					? this.#amount(1, 99)
					: this.#amount(100, 20_000);
		const saleMode = pricing !== "free" && random.chance(0.1 * others) ? "link" : "each";
		const maxSales = random.chance(0.25 * others) ? random.between(1, 4) : null;
		const mayHave = pricing === "fixed" && saleMode === "each" && maxSales === null;
		const singles = mayHave && random.chance(1 - 0.4 * others) ? this.#singles() : null;
		return { title, pricing, priceCents, saleMode, maxSales, singles };
	}

	/** At prices that make packages, the whole share, and smaller sizes worth choosing now and then. */
	#singles(): SoldFiles {
		const { random } = this;
		const least = Number(CURRENCIES[this.currency].least / CURRENCIES[this.currency].step);
		const cents = (from: number, to: number) =>
			this.#amount(Math.max(from, least), Math.max(to, least));
		const packages = Array.from({ length: random.between(0, 2) }, () => ({
			files: random.between(2, 5),
			cents: cents(200, 9000),
		}));
		return {
			fileCents: cents(100, 5000),
			packages,
			included: random.chance(0.25) ? random.between(1, 3) : 0,
			web: random.chance(0.6) ? { fileCents: cents(50, 2000), wholeCents: cents(200, 6000) } : null,
		};
	}

	#pictures(singles: SoldFiles): Goods[] {
		const { random, market } = this;
		return Array.from({ length: random.between(3, 7) }, (_, at) => {
			// Only browsers make the smaller size of a TIFF.
			const name = `scene-${at}.${random.one(["jpg", "jpg", "tif"])}`;
			const file = market.makeGoods(random, name, random.between(1, 500));
			const isMade = singles.web && random.chance(0.7);
			return { ...file, ...(isMade && { web: market.makeGoods(random, "web.jpg", 1) }) };
		});
	}

	/** As a browser does, before or after publication; `path` is the file's, without its preview. */
	async #sendWebSize(path: string, { web }: Goods): Promise<void> {
		if (!web) return;
		await this.browser.send("PUT", `${path}/preview?kind=web&width=1024&height=768`, {
			body: web.bytes,
			headers: { "content-length": String(web.bytes.length) },
		});
	}

	#goods(): Goods[] {
		const { random, market } = this;
		const isBig = random.chance(0.02);
		return Array.from({ length: random.between(1, 4) }, (_, at) =>
			at > 0 && random.chance(0.3)
				? market.makeGoods(random, `note-${at}.txt`, 0)
				: market.makeGoods(
						random,
						`scene-${at}.tga`,
						isBig && at === 0 ? PART_SIZE + random.between(1, 5000) : random.between(1, 3000),
					),
		);
	}

	async #publish(): Promise<void> {
		const terms = this.#terms();
		const goods = terms.singles ? this.#pictures(terms.singles) : this.#goods();
		const isSmall = goods.every(({ bytes }) => bytes.length < PART_SIZE);
		const sendsEarly = this.random.chance(0.5);
		const created =
			isSmall && !terms.singles && this.random.chance(0.3)
				? await this.#send(terms, goods)
				: await this.#upload(terms, goods, { sendsEarly });
		if (!created) return;
		const offer = this.#offer(terms, created.fileShare.shareId, goods);
		for (const { id, originalName } of created.files) {
			const file = goods.find(({ name }) => name === originalName);
			if (file) file.id = id;
		}
		this.offers.push(offer);
		this.market.publish(offer);
		if (!sendsEarly)
			for (const file of goods) if (file.id) await this.#sendWebSize(`/api/files/${file.id}`, file);
	}

	#offer(terms: Terms, slug: string, goods: Goods[]): Offer {
		const { who: owner, currency, ways } = this;
		const known = { codes: [], checkouts: [], nextCents: null, isBundle: false };
		const state = { isUncertain: false, deletedAt: null, takenDownAt: null };
		return { ...terms, slug, owner, currency, ways, goods, ...known, ...state };
	}

	/** Exceeds the free plan's uploads of a month. */
	async #publishMany(): Promise<void> {
		await Promise.all(Array.from({ length: 4 }, () => this.#publish()));
	}

	async #send(terms: Terms, goods: Goods[]): Promise<Created | null> {
		const boundary = "----simulated";
		const field = (name: string, value: string) =>
			Buffer.from(
				`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
			);
		const parts = [
			field("title", terms.title),
			field("price", (terms.priceCents / 100).toFixed(2)),
			field("pricing", terms.pricing),
			field("saleMode", terms.saleMode),
			...(terms.maxSales ? [field("maxSales", String(terms.maxSales))] : []),
			...goods.flatMap(({ name, bytes }) => [
				Buffer.from(
					`--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
				),
				bytes,
				Buffer.from("\r\n"),
			]),
			Buffer.from(`--${boundary}--\r\n`),
		];
		const body = new Uint8Array(Buffer.concat(parts));
		const reply = await this.browser.send("POST", "/api/file-shares", {
			body,
			headers: {
				"content-type": `multipart/form-data; boundary=${boundary}`,
				"content-length": String(body.length),
				"idempotency-key": `${this.who} ${terms.title}`.replaceAll(" ", "-").padEnd(32, "-"),
			},
		});
		return this.#counted(reply);
	}

	async #upload(
		terms: Pick<Terms, "title" | "priceCents"> & Partial<Terms>,
		goods: Goods[],
		extra: { addTo?: string; replaces?: object; sendsEarly?: boolean } = {},
	): Promise<Created | null> {
		const { browser } = this;
		const { priceCents, maxSales, singles, ...rest } = terms;
		const begun = await browser.ask<Begun>("POST", "/api/uploads", {
			...rest,
			...(maxSales ? { maxSales } : {}),
			...(singles && { singles: singlesSent(singles) }),
			...(extra.addTo && { addTo: extra.addTo }),
			price: (priceCents / 100).toFixed(2),
			key: Array.from({ length: 22 }, () => this.random.between(0, 35).toString(36)).join(""),
			files: goods.map(({ name, bytes }) => ({
				name,
				size: bytes.length,
				...(singles && this.random.chance(0.15) && { wholeOnly: true }),
				...(extra.replaces && { replaces: extra.replaces }),
			})),
		});
		if (!begun) return null;
		await Promise.all(goods.map((file, at) => this.#sendParts(begun, file, at)));
		if (extra.sendsEarly)
			for (const [at, file] of goods.entries())
				await this.#sendWebSize(`/api/uploads/${begun.id}/files/${begun.files[at]?.id}`, file);
		return this.#complete(begun.id);
	}

	async #sendParts(begun: Begun, { bytes }: Goods, at: number): Promise<void> {
		const file = begun.files[at];
		for (let n = 1; (n - 1) * PART_SIZE < Math.max(1, bytes.length); n++) {
			const part = bytes.subarray((n - 1) * PART_SIZE, n * PART_SIZE);
			const send = (body: Uint8Array) =>
				this.browser.send("PUT", `/api/uploads/${begun.id}/files/${file?.id}/parts/${n}`, {
					body,
					headers: {
						"content-length": String(part.length),
						"x-upload-token": file?.token ?? "",
						"x-part-crc32": crc32(part).toString(16).padStart(8, "0"),
					},
					insists: true,
				});
			// Damaged in transit.
			if (
				part.length > 0 &&
				this.random.chance(0.05) &&
				isOk(await send(part.map((byte) => byte ^ 1)))
			)
				this.world.violate("files-are-whole", `a damaged part ${n} of ${file?.id} was stored`);
			await send(part);
		}
	}

	async #complete(id: string): Promise<Created | null> {
		for (let polls = 0; polls < 30; polls++) {
			const reply = await this.browser.send("POST", `/api/uploads/${id}/complete`, {
				insists: true,
			});
			if (reply?.status !== 202) return this.#counted(reply);
			await this.pause(10_000);
		}
		return null;
	}

	#counted(reply: Reply): Created | null {
		return reply?.status === 201 ? jsonOf<Created>(reply) : null;
	}

	async #edit(offer: Offer): Promise<void> {
		const { random } = this;
		const maxSalesToo = offer.singles ? 0 : 15;
		const change = random.weighted({ price: 50, title: 20, maxSales: maxSalesToo, selling: 15 });
		const priceCents = this.#amount(100, 20_000);
		const title = `${offer.title.replace(/ \(.*/, "")} (${random.between(1, 999)})`;
		// Below the number of sales the limit would be exceeded from the start; approved claims may have raised it.
		const limit = change === "maxSales" ? await this.#limitOf(offer) : offer.maxSales;
		const maxSales = limit === null ? null : limit + random.between(0, 2);
		const body = {
			price: offer.pricing === "fixed" ? { price: (priceCents / 100).toFixed(2) } : { title },
			title: { title },
			maxSales: { maxSales },
			selling: { selling: random.chance(0.7) },
		}[change];
		if ("price" in body) offer.nextCents = priceCents;
		const edited = await this.browser.ask("PATCH", `/api/file-shares/${offer.slug}`, body);
		if (!edited) {
			// It may have taken effect.
			offer.isUncertain = true;
			return;
		}
		if ("price" in body) Object.assign(offer, { priceCents, nextCents: null });
		if ("title" in body) offer.title = title;
		if ("maxSales" in body) offer.maxSales = maxSales;
		await this.#readBack(offer);
	}

	async #limitOf(offer: Offer): Promise<number | null> {
		const [shown] = (await this.#listed(offer)) ?? [];
		return shown?.maxSales ?? offer.maxSales;
	}

	/** Asks for one share, since the first page doesn't have all. */
	#listed({ slug }: Offer) {
		return this.browser.ask<{ title: string; price: string; maxSales: number | null }[]>(
			"GET",
			`/api/my-file-shares?shareId=${slug}`,
		);
	}

	async #readBack(offer: Offer): Promise<void> {
		const mine = await this.#listed(offer);
		if (!mine || offer.deletedAt !== null) return;
		const [shown] = mine;
		if (offer.isUncertain && !shown) {
			offer.deletedAt = this.world.scheduler.now;
			return;
		}
		if (offer.isUncertain && shown) {
			Object.assign(offer, {
				title: shown.title,
				priceCents: Math.round(Number(shown.price) * 100),
				isUncertain: false,
			});
			return;
		}
		const price = (offer.priceCents / 100).toFixed(2);
		if (shown?.title !== offer.title || shown.price !== price)
			this.world.violate(
				"own-writes-are-read",
				`${this.who} sees ${JSON.stringify(shown)} in place of ${offer.title} at ${price}`,
			);
	}

	async #addCode(own: Offer[]): Promise<void> {
		const { random } = this;
		const code = `C${crc32(`${this.who}${this.#made++}`)
			.toString(36)
			.toUpperCase()}`;
		const isPercent = random.chance(0.6);
		const terms: Code = {
			code,
			percent: isPercent ? (random.between(100, 10_000) / 100).toFixed(2) : null,
			amount: isPercent ? null : (this.#amount(1, 5000) / 100).toFixed(2),
			belowMinimum: random.one(["direct", "free"]),
		};
		const added = await this.browser.ask("POST", "/api/discounts", {
			...terms,
			percent: terms.percent === null ? null : Number(terms.percent),
			maxUses: random.chance(0.5) ? random.between(1, 4) : null,
			maxPerBuyer: random.chance(0.5) ? 1 : null,
		});
		if (added) for (const offer of own) offer.codes.push(terms);
	}

	async #makeCheckout({ slug, checkouts }: Offer): Promise<void> {
		const { browser, random, password } = this;
		this.#token ??= (
			await browser.ask<{ token: string }>("POST", "/api/tokens", {
				name: "shop",
				scopes: ["checkouts:write"],
				expiresInDays: 30,
				password,
			})
		)?.token;
		if (!this.#token) return;
		const priceCents = random.chance(0.7) ? this.#amount(100, 20_000) : null;
		const reply = await browser.send("POST", "/api/v1/checkouts", {
			body: {
				shareId: slug,
				...(priceCents !== null && { price: (priceCents / 100).toFixed(2) }),
			},
			headers: { authorization: `Bearer ${this.#token}`, "sec-fetch-site": "none" },
		});
		if (isOk(reply)) checkouts.push({ id: jsonOf<{ id: string }>(reply).id, priceCents });
	}

	async #bundle(own: Offer[]): Promise<void> {
		const parts = own
			.filter(
				(offer) =>
					offer.pricing === "fixed" &&
					!offer.isBundle &&
					offer.saleMode === "each" &&
					offer.maxSales === null,
			)
			.slice(-3);
		if (parts.length < 2) return;
		const priceCents = this.#amount(200, 9000);
		const title = `Bundle ${++this.#made} of ${this.who}`;
		const created = await this.browser.ask<Created>("POST", "/api/bundles", {
			title,
			price: (priceCents / 100).toFixed(2),
			parts: parts.map(({ slug }) => slug),
			ownedParts: this.random.one(["full", "less"]),
		});
		const slug = created?.fileShare.shareId;
		if (!slug) return;
		const terms = {
			title,
			priceCents,
			pricing: "fixed",
			saleMode: "each",
			maxSales: null,
			singles: null,
		} as const;
		const goods = parts.flatMap((part) => part.goods);
		const offer = { ...this.#offer(terms, slug, goods), isBundle: true };
		this.offers.push(offer);
		// Access rights of its files are those of the parts.
		this.market.offers.push(offer);
	}

	async #replaceFile(offer: Offer): Promise<void> {
		const [old] = offer.goods;
		if (!old?.id || offer.isBundle) return;
		const { market, random } = this;
		const file = market.makeGoods(random, old.name, random.between(10, 2000));
		market.allowAs(old, file);
		if (old.web) {
			file.web = market.makeGoods(random, "web.jpg", 1);
			market.allowAs(old.web, file.web);
		}
		const sendsEarly = random.chance(0.5);
		const replaces = { file: old.id, keepEarlier: random.chance(0.5) };
		const { title, priceCents } = offer;
		// Until the response arrives, either version may be shown.
		old.earlierIds = [...old.earlierIds, old.id];
		old.id = "";
		file.earlierIds = old.earlierIds;
		const extra = { addTo: offer.slug, replaces, sendsEarly };
		if (!(await this.#upload({ title, priceCents }, [file], extra))) return;
		offer.goods[offer.goods.indexOf(old)] = file;
		const shown = await this.browser.ask<{ files: Shown[] }>(
			"GET",
			`/api/file-shares/${offer.slug}`,
		);
		file.id = shown?.files.find(({ originalName }) => originalName === file.name)?.id ?? "";
		if (file.id && !sendsEarly) await this.#sendWebSize(`/api/files/${file.id}`, file);
	}

	async #writeToBuyers(offer: Offer): Promise<void> {
		const path = `/api/file-shares/${offer.slug}/updates`;
		await this.browser.ask("POST", path, {
			text: `News of ${offer.title}, number ${++this.#made}.`,
		});
	}

	async #decideClaims(): Promise<void> {
		const claims = await this.browser.ask<{ id: string; state: string }[]>(
			"GET",
			"/api/direct-claims",
		);
		for (const { id, state } of claims ?? []) {
			if (state !== "claimed") continue;
			const isGood = this.random.chance(0.8);
			await this.browser.ask(
				"POST",
				`/api/direct-claims/${id}/${isGood ? "approve" : "decline"}`,
				isGood ? { raise: this.random.chance(0.3) } : { reason: "not_found" },
			);
		}
	}

	async #sale(offer: Offer, what: "refund" | "revoke"): Promise<void> {
		const sales = await this.browser.ask<Sale[]>("GET", `/api/file-shares/${offer.slug}/sales`);
		if (!sales || sales.length === 0) return;
		const sale = this.random.one(sales);
		const path = `/api/purchases/${sale.id}`;
		if (what === "revoke") {
			if (await this.browser.ask("POST", `${path}/revoke`, { reason: "It was shared." }))
				await this.#tryClosed(offer, sale, "revoked-is-closed");
			await this.pause(HOUR_MS);
			await this.browser.ask("POST", `${path}/restore`);
			return;
		}
		if (sale.lines?.length && this.random.chance(0.6)) {
			const { file, edition } = this.random.one(sale.lines);
			await this.browser.ask("POST", `${path}/refund`, { lines: [{ file, edition }] });
			return;
		}
		if (this.random.chance(0.4)) {
			const step = Number(CURRENCIES[offer.currency].step) / 100;
			const part = Number(sale.price) * this.random.one([0.1, 0.33, 0.5]);
			const amount = (Math.round(part / step) * step).toFixed(2);
			const headers = { "idempotency-key": `${sale.id}-${this.world.scheduler.now}` };
			await this.browser.send("POST", `${path}/refund`, { body: { amount }, headers });
			return;
		}
		if (await this.browser.ask("POST", `${path}/refund`))
			// G14
			await this.#tryClosed(offer, sale, "refunded-is-closed");
	}

	/** Checks that access ends immediately, whatever replicas know. */
	async #tryClosed(offer: Offer, { buyerEmail }: Sale, invariant: string): Promise<void> {
		const holders = this.market.attempts.filter(({ email }) => email === buyerEmail);
		const [attempt] = holders;
		const [file] = offer.goods;
		if (!attempt || holders.length > 1 || !file?.id || offer.saleMode === "link") return;
		if (attempt.offer !== offer || attempt.route !== "card") return;
		const reply = await attempt.browser.send("GET", `/api/files/${file.id}/download`);
		if (reply?.status === 200)
			this.world.violate(invariant, `${buyerEmail} still has ${offer.slug}`);
	}

	async #remove(offer: Offer): Promise<void> {
		const buyers = this.random.one(["keep", "refund"]);
		const reply = await this.browser.send(
			"DELETE",
			`/api/file-shares/${offer.slug}?buyers=${buyers}`,
		);
		if (isOk(reply)) offer.deletedAt = this.world.scheduler.now;
		// Without a response, even to an earlier try, the creator checks later.
		if (reply === null || reply.status === 404) offer.isUncertain = true;
	}

	async #changePlan(): Promise<void> {
		const { browser, world } = this;
		const verb = this.plan === "free" ? "create" : this.random.one(["cancel", "resume"]);
		const reply = await browser.send("POST", `/api/${verb}-subscription`);
		if (!isOk(reply) || verb !== "create") return;
		const { clientSecret = "" } = jsonOf<{ clientSecret?: string }>(reply);
		const intent = clientSecret.split("_secret_")[0];
		if (!intent) return;
		const paid = await world.provider("POST", `/v1/payment_intents/${intent}/confirm`, {
			key: "pk_test_sandbox",
			client_secret: clientSecret,
			payment_method: "pm_card_visa",
		});
		if (paid) this.plan = "pro";
		await this.pause(2 * MINUTE_MS);
		await browser.ask("GET", "/api/subscription-status");
	}

	async #abandonUpload(): Promise<void> {
		const { browser } = this;
		const [file] = this.#goods();
		if (!file) return;
		const begun = await browser.ask<Begun>("POST", "/api/uploads", {
			title: "Never finished",
			price: "5.00",
			files: [{ name: file.name, size: file.bytes.length }],
		});
		if (!begun) return;
		if (this.random.chance(0.5)) await this.#sendParts(begun, file, 0);
		// Others expire.
		if (this.random.chance(0.5)) await browser.send("DELETE", `/api/uploads/${begun.id}`);
	}

	async #look(): Promise<void> {
		for (const path of [
			"/api/dashboard",
			"/api/balance",
			"/api/sales.csv",
			"/api/analytics?days=30",
		])
			await this.browser.send("GET", path);
		if (this.random.chance(0.2)) await this.browser.send("GET", "/api/account/export");
	}

	/** Repeats it after a refusal or a lost response. */
	async #closeAccount(): Promise<void> {
		for (const offer of this.offers) offer.deletedAt ??= this.world.scheduler.now;
		await this.#decideClaims();
		const body = { buyers: this.random.one(["keep", "refund"]), password: this.password };
		const reply = await this.browser.send("DELETE", "/api/account", { body });
		// An earlier try may have succeeded.
		this.isGone = reply?.status === 401 ? (await this.#signIn())?.status === 401 : isOk(reply);
		if (this.isGone) this.market.closed.add(this.email);
		else await this.pause(HOUR_MS);
	}
}
