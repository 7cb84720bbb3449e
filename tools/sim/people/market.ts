import { crc32 } from "node:zlib";
import { Random } from "../engine/random.ts";
import type { AskedCode, Currency } from "../invariants/arithmetic.ts";
import type { Browser } from "../world/browser.ts";
import type { World } from "../world/world.ts";

/** Bytes by which an original's beginning is recognised wherever it turns up. */
const MARK = "original:";
const MARK_LENGTH = MARK.length + 16;

/** A file as its creator has it. */
export type Goods = {
	name: string;
	bytes: Uint8Array;
	mark: string;
	/** `files.id`, once it is known */
	id: string;
};

/** A discount code as its creator typed it. */
export type Code = AskedCode & { readonly code: string };

/** A share as its creator knows it. */
export type Offer = {
	slug: string;
	owner: string;
	title: string;
	priceCents: number;
	pricing: "fixed" | "chosen" | "free";
	saleMode: "each" | "link";
	maxSales: number | null;
	/** a share keeps the one it was published in */
	currency: Currency;
	/** takes payments by card, directly, or both */
	ways: readonly ("card" | "direct")[];
	codes: Code[];
	/** what programs have made for one buyer each; a price is in hundredths, null for the share's */
	checkouts: { id: string; priceCents: number | null }[];
	/** the price that an edit on its way will set; null without one */
	nextCents: number | null;
	goods: Goods[];
	isBundle: boolean;
	/** an edit had no answer, so its creator has to look */
	isUncertain: boolean;
	/** ms; null while it stands */
	deletedAt: number | null;
	takenDownAt: number | null;
};

/** One buyer's attempt to buy a share, as the buyer knows it. */
export type Attempt = {
	offer: Offer;
	browser: Browser;
	route: "card" | "direct" | "free";
	email: string;
	/** of a payment by card */
	intentId: string | null;
};

/** What the people of a world know of each other's offers and payments, which is what the product is held to. */
export class Market {
	readonly offers: Offer[] = [];
	readonly attempts: Attempt[] = [];
	/** what banks decide on, by payment: who may have what once they have paid */
	readonly debits = new Map<string, { who: string; offer: Offer }>();
	/** who has unsubscribed from whose messages, and when (ms) */
	readonly unsubscribed: { email: string; owner: string; at: number }[] = [];
	/** creators' browsers, by `users.id` */
	readonly sellers = new Map<string, Browser>();
	/** addresses of accounts that were closed */
	readonly closed = new Set<string>();
	/** what endpoints have accepted of the product's webhooks, by `webhook-id` */
	readonly received = new Map<string, number>();
	/** creators who are told of events, by `users.id`, and from when on (ms) */
	readonly told = new Map<string, number>();
	/** when all buyers come, to one offer (ms); null where they come as they like */
	launch: { from: number; to: number } | null = null;
	readonly #world: World;
	/** who may have which originals, by the mark of the file */
	readonly #rights = new Map<string, { owner: string; open: boolean; may: Set<string> }>();

	constructor(world: World) {
		this.#world = world;
	}

	/** A random stream of its own for somebody, whatever others do. */
	randomOf(seed: number, who: string): Random {
		return new Random(crc32(who) ^ seed);
	}

	/** Makes a file: unless it is empty, its bytes can't be compressed, and begin with its mark. */
	makeGoods(random: Random, name: string, size: number): Goods {
		const mark = `${MARK}${Array.from({ length: 16 }, () => random.between(0, 15).toString(16)).join("")}`;
		const bytes = new Uint8Array(size === 0 ? 0 : Math.max(size, MARK_LENGTH));
		if (size > 0) bytes.set(new TextEncoder().encode(mark));
		for (let at = MARK_LENGTH; at < bytes.length; at++)
			bytes[at] = at % 4096 < 1024 ? random.between(0, 255) : (bytes[at - 1024] ?? 0) ^ at;
		return { name, bytes, mark, id: "" };
	}

	publish(offer: Offer): void {
		this.offers.push(offer);
		for (const { mark } of offer.goods)
			this.#rights.set(mark, {
				owner: offer.owner,
				open: offer.pricing === "free",
				may: new Set(),
			});
	}

	/** Whoever may have a file may have another one too, its new version. */
	allowAs(old: Goods, file: Goods): void {
		const right = this.#rights.get(old.mark);
		if (right) this.#rights.set(file.mark, right);
	}

	/** Somebody has begun to pay, or was let in, and may have the files from now on. */
	admit(who: string, offer: Offer): void {
		for (const { mark } of offer.goods) this.#rights.get(mark)?.may.add(who);
		if (offer.saleMode === "link")
			for (const { mark } of offer.goods) {
				const right = this.#rights.get(mark);
				if (right) right.open = true;
			}
	}

	/** A bank is about to pay a debit. */
	admitDebited(intentId: string): void {
		const debit = this.debits.get(intentId);
		if (debit) this.admit(debit.who, debit.offer);
	}

	/** Somebody wants no more messages of an offer's owner. */
	unsubscribe(email: string, { owner }: Offer): void {
		this.unsubscribed.push({ email, owner, at: this.#world.scheduler.now });
	}

	/** Offers that can be bought as far as anybody knows. */
	get onSale(): Offer[] {
		return this.offers.filter(
			({ deletedAt, takenDownAt }) => deletedAt === null && takenDownAt === null,
		);
	}

	/** Looks for originals in a response, and reports those that its receiver may not have. */
	inspect(who: string, bytes: Uint8Array): void {
		if (bytes.length < MARK_LENGTH) return;
		const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		for (let at = view.indexOf(MARK); at >= 0; at = view.indexOf(MARK, at + 1)) {
			const mark = view.toString("latin1", at, at + MARK_LENGTH);
			const right = this.#rights.get(mark);
			if (!right || right.open || right.owner === who || right.may.has(who)) continue;
			this.#world.violate("no-byte-unpaid", `${who} got ${mark}, which belongs to ${right.owner}`);
		}
	}
}
