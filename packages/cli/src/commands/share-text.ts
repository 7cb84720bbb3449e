import type { FileShare } from "../../../../worker/contract/catalogue/shares.ts";
import { money } from "./money.ts";

/** The address of a share's page. */
export const shareLink = (origin: string, shareId: string): string => `${origin}/share/${shareId}`;

/** A share for scripts: as the API has it, with its link. */
export const shareJson = (origin: string, share: Pick<FileShare, "shareId">) => ({
	...share,
	link: shareLink(origin, share.shareId),
});

/** How a price is shown: "$9.99", "from €5.00", "free". */
export function priceText({
	price,
	currency,
	pricing,
}: Pick<FileShare, "price" | "currency" | "pricing">): string {
	if (pricing === "free") return "free";
	return pricing === "chosen" ? `from ${money(price, currency)}` : money(price, currency);
}
