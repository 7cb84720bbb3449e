import type { FileShare } from "../../../../worker/contract/catalogue/shares.ts";

/** The address of a share's page. */
export const shareLink = (origin: string, shareId: string): string => `${origin}/share/${shareId}`;

/** A share for scripts: as the API has it, with its link. */
export const shareJson = (origin: string, share: Pick<FileShare, "shareId">) => ({
	...share,
	link: shareLink(origin, share.shareId),
});

/** An amount as the API has it, "-0.50", as "-$0.50". */
export const dollars = (amount: string): string =>
	amount.startsWith("-") ? `-$${amount.slice(1)}` : `$${amount}`;

/** How a price is shown: "$9.99", "from $5.00", "free". */
export function priceText({ price, pricing }: Pick<FileShare, "price" | "pricing">): string {
	if (pricing === "free") return "free";
	return pricing === "chosen" ? `from $${price}` : `$${price}`;
}
