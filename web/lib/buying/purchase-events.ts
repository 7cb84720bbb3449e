import { inSessionStorage, openChannel } from "../page/storage.ts";
import { PURCHASE_CHANNEL } from "./on-purchase.ts";

const UNLOCKED = "unlocked";

/** To this browser's other tabs, and to the share's page if it comes next in this one. */
export function announcePurchase(): void {
	inSessionStorage((storage) => storage.setItem(UNLOCKED, "1"));
	const channel = openChannel(PURCHASE_CHANNEL);
	channel?.postMessage("changed");
	channel?.close();
}

/** True at the first call after a purchase in this tab. */
export function takeUnlock(): boolean {
	const isUnlocked = inSessionStorage((storage) => storage.getItem(UNLOCKED)) === "1";
	if (isUnlocked) inSessionStorage((storage) => storage.removeItem(UNLOCKED));
	return isUnlocked;
}

const emailKey = (paymentIntentId: string) => `buyer-email:${paymentIntentId}`;

/** Stores the buyer's e-mail for a reload, and while a bank's page replaces the tab's content. */
export function storeBuyerEmail(paymentIntentId: string, email: string): void {
	inSessionStorage((storage) => storage.setItem(emailKey(paymentIntentId), email));
}

export function storedBuyerEmail(paymentIntentId: string): string | null {
	return inSessionStorage((storage) => storage.getItem(emailKey(paymentIntentId))) ?? null;
}
