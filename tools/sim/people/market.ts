import { crc32 } from "node:zlib";
import { Random } from "../engine/random.ts";
import type { AskedCode, Currency, SoldFiles } from "../invariants/arithmetic.ts";
import type { Browser } from "../world/browser.ts";
import type { World } from "../world/world.ts";

/** Originals begin with it, so that they are recognised anywhere. */
const MARK = "original:";
const MARK_LENGTH = MARK.length + 16;
/** First bytes of pictures, before their mark: a JPEG's header, which its data follows, and a TIFF's. */
const HEADERS: Readonly<Record<string, readonly number[]>> = {
	jpg: [
		[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 2, 0, 3, 0, 1, 1, 0x11, 0],
		[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
	].flat(),
	tif: [0x49, 0x49, 42, 0],
};

export type Goods = {
	name: string;
	bytes: Uint8Array;
	mark: string;
	id: string;
	/** of the versions that it has replaced: orders may name them */
	earlierIds: readonly string[];
	/** a picture in the size that is sold apart, as its creator's browser makes it; the server makes others */
	web?: { mark: string; bytes: Uint8Array };
};

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
	Buffer.compare(one, other) === 0;

/** The smaller size of a picture, from its creator's browser or the server. */
export function isWebOf({ web }: Goods, bytes: Uint8Array): boolean {
	const isMade = bytes[0] === 0xff && bytes[1] === 0xd8 && !Buffer.from(bytes).includes(MARK);
	return isMade || (web !== undefined && isSame(web.bytes, bytes));
}

/** Single files to buy, by their ids. */
export type Items = { full?: string[]; web?: string[] | "*" };

export type Code = AskedCode & { readonly code: string };

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
	/** made by programs for one buyer each; the price in hundredths, null for the share's */
	checkouts: { id: string; priceCents: number | null }[];
	/** the price that a pending edit will set; null without one */
	nextCents: number | null;
	goods: Goods[];
	isBundle: boolean;
	/** null if it is sold only as a whole */
	singles: SoldFiles | null;
	/** an edit had no response, so its creator has to check */
	isUncertain: boolean;
	deletedAt: number | null;
	takenDownAt: number | null;
};

export type Attempt = {
	offer: Offer;
	browser: Browser;
	route: "card" | "direct" | "free";
	email: string;
	/** null unless paid by card */
	intentId: string | null;
	/** null for all */
	items: Items | null;
};

/** People's knowledge of each other's offers and payments, to compare with the product's. */
export class Market {
	readonly offers: Offer[] = [];
	readonly attempts: Attempt[] = [];
	/** debits that a bank decides on, by intent */
	readonly debits = new Map<string, { who: string; offer: Offer; items: Items | null }>();
	readonly unsubscribed: { email: string; owner: string; at: number }[] = [];
	/** creators' browsers, by `users.id` */
	readonly sellers = new Map<string, Browser>();
	readonly closed = new Set<string>();
	/** deliveries that endpoints accepted, by `webhook-id` */
	readonly received = new Map<string, number>();
	/** when creators added an endpoint (ms), by `users.id` */
	readonly told = new Map<string, number>();
	/** all shares sell single files */
	sellsFiles = false;
	readonly #world: World;
	/** holders of an original, by its mark */
	readonly #rights = new Map<string, { owner: string; open: boolean; may: Set<string> }>();

	constructor(world: World) {
		this.#world = world;
	}

	/** A person's own random stream, independent of others. */
	randomOf(seed: number, who: string): Random {
		return new Random(crc32(who) ^ seed);
	}

	makeGoods(random: Random, name: string, size: number): Goods {
		const mark = `${MARK}${Array.from({ length: 16 }, () => random.between(0, 15).toString(16)).join("")}`;
		const head = [...(HEADERS[name.replace(/.*\./, "")] ?? []), ...new TextEncoder().encode(mark)];
		const bytes = new Uint8Array(size === 0 ? 0 : Math.max(size, head.length));
		if (size > 0) bytes.set(head);
		for (let at = head.length; at < bytes.length; at++)
			bytes[at] = at % 4096 < 1024 ? random.between(0, 255) : (bytes[at - 1024] ?? 0) ^ at;
		return { name, bytes, mark, id: "", earlierIds: [] };
	}

	publish(offer: Offer): void {
		this.offers.push(offer);
		for (const { mark, web } of offer.goods)
			for (const one of web ? [mark, web.mark] : [mark])
				this.#rights.set(one, {
					owner: offer.owner,
					open: offer.pricing === "free",
					may: new Set(),
				});
	}

	allowAs(old: { mark: string }, file: { mark: string }): void {
		const right = this.#rights.get(old.mark);
		if (right) this.#rights.set(file.mark, right);
	}

	/** Allows the files to anyone who begins to pay or was let in. */
	admit(who: string, offer: Offer): void {
		for (const { mark, web } of offer.goods)
			for (const one of web ? [mark, web.mark] : [mark]) this.#rights.get(one)?.may.add(who);
		if (offer.saleMode === "link")
			for (const { mark } of offer.goods) {
				const right = this.#rights.get(mark);
				if (right) right.open = true;
			}
	}

	/** Allows single files, or all. */
	admitTo(who: string, offer: Offer, items: Items | null): void {
		if (!items) this.admit(who, offer);
		else
			for (const { id, earlierIds, mark, web } of offer.goods) {
				const isIn = (ids: readonly string[] = []) =>
					[id, ...earlierIds].some((one) => ids.includes(one));
				const isFull = isIn(items.full);
				if (isFull) this.#rights.get(mark)?.may.add(who);
				if (web && (isFull || items.web === "*" || isIn(items.web)))
					this.#rights.get(web.mark)?.may.add(who);
			}
	}

	admitDebited(intentId: string): void {
		const debit = this.debits.get(intentId);
		if (debit) this.admitTo(debit.who, debit.offer, debit.items);
	}

	unsubscribe(email: string, { owner }: Offer): void {
		this.unsubscribed.push({ email, owner, at: this.#world.scheduler.now });
	}

	get onSale(): Offer[] {
		return this.offers.filter(
			({ deletedAt, takenDownAt }) => deletedAt === null && takenDownAt === null,
		);
	}

	/** Reports originals that the receiver may not have. */
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
