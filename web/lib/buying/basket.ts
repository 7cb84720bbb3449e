import {
	basketPrice,
	noFiles,
	shownTerms,
} from "../../../worker/catalogue/shares/contract/basket.ts";
import type { Edition } from "../../../worker/catalogue/shares/contract/editions.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { shownCents } from "../../../worker/contract/shown-cents.ts";
import { decodeSelection, encodeSelection } from "../../../worker/files/contract/selection.ts";

/** The files of an order, as the routes that begin a payment take them. */
export type Items = {
	full?: string[];
	/** `*`: all pictures */
	web?: string[] | typeof ALL;
};
const ALL = "*";

type Files = readonly ShareFile[];

/** This viewer may buy the file alone in this edition. */
export function isSold({ wholeOnly, bought, webSize }: ShareFile, edition: Edition): boolean {
	if (wholeOnly || bought === "full") return false;
	return edition === "full" || (webSize !== undefined && bought === undefined);
}

/** In the web size only pictures; other files then count as originals. */
export function itemsOf(files: Files, ids: ReadonlySet<string>, edition: Edition): Items {
	const items = { full: [] as string[], web: [] as string[] };
	for (const file of files) {
		if (!ids.has(file.id)) continue;
		const of = edition === "web" && file.webSize !== undefined ? "web" : "full";
		if (isSold(file, of)) items[of].push(file.id);
	}
	return items;
}

export function idsAt(files: Files, word: string): string[] {
	const positions = new Set(decodeSelection(word));
	return files.flatMap(({ id, position = -1 }) => (positions.has(position) ? [id] : []));
}

/** The code of these files in an address; empty for none. */
export function wordOf(files: Files, ids: Iterable<string>): string {
	const chosen = new Set(ids);
	const positions = files.flatMap(({ id, position }) =>
		chosen.has(id) && position !== undefined ? [position] : [],
	);
	return positions.length > 0 ? encodeSelection(positions) : "";
}

/** In the address of the payment page, where it survives a reload: the codes of both editions. */
export const itemsWord = (files: Files, { full = [], web = [] }: Items): string =>
	`${wordOf(files, full)}.${web === ALL ? ALL : wordOf(files, web)}`;

/** Without files that this viewer has, or that aren't sold alone; undefined for the whole share. */
export function itemsIn(files: Files, word: string | null): Items | undefined {
	if (word === null) return;
	const [full = "", web = ""] = word.split(".");
	const sold = (edition: Edition, ids: string[]) => {
		const left = new Set(ids);
		return files.flatMap((file) => (left.has(file.id) && isSold(file, edition) ? [file.id] : []));
	};
	const originals = sold("full", idsAt(files, full));
	const smaller = web === ALL ? ALL : sold("web", idsAt(files, web));
	return {
		...(originals.length > 0 && { full: originals }),
		...(smaller.length > 0 && { web: smaller }),
	};
}

export type PricedBasket = {
	/** before a code */
	cents: number;
	/** what is left to pay for the whole share, before a code */
	wholeCents: number;
	/** how many of its files are free */
	free: number;
	/** the buyer gets the whole share for this price */
	isAll: boolean;
	/** the package that makes it cheaper, if any */
	package: { files: number; price: string } | undefined;
	files: ShareFile[];
	/** how many of them are in the smaller size */
	web: number;
};

/** Null if the share doesn't sell single files. */
export function priceBasket(page: ShareResponse, items: Items): PricedBasket | null {
	const { fileShare, files, basket } = page;
	const { singles } = fileShare;
	if (!singles) return null;
	const full = new Set(items.full);
	const web = new Set(items.web === ALL ? files.map(({ id }) => id) : items.web);
	const [chosen, together] = [noFiles(), noFiles()];
	const basketFiles: ShareFile[] = [];
	for (const file of files) {
		const edition = full.has(file.id) ? "full" : web.has(file.id) && isSold(file, "web") && "web";
		if (edition) {
			chosen[edition]++;
			basketFiles.push(file);
		}
		const best = edition || file.bought;
		if (best) together[best]++;
	}
	const free = { had: basket?.freeHad ?? 0, left: basket?.freeLeft ?? singles.included };
	const paidCents = shownCents(basket?.paid ?? "0");
	const price = (packages: typeof singles.packages) =>
		basketPrice(shownTerms(fileShare, { ...singles, packages }), {
			chosen,
			together,
			paidCents,
			free,
		});
	const priced = price(singles.packages);
	return {
		...priced,
		isAll: priced.isAll && chosen.full > 0,
		wholeCents: shownCents(basket?.whole ?? fileShare.price),
		package: priced.isAll
			? undefined
			: singles.packages.find(
					(one) => price(singles.packages.filter((other) => other !== one)).cents > priced.cents,
				),
		files: basketFiles,
		web: chosen.web,
	};
}
