import { inSessionStorage, openChannel } from "../page/storage.ts";

const CHANNEL = "purchases";

export function announcePurchase(): void {
	const channel = openChannel(CHANNEL);
	channel?.postMessage("changed");
	channel?.close();
}

export function onPurchase(callback: () => void): () => void {
	const channel = openChannel(CHANNEL);
	if (channel) channel.onmessage = callback;
	return () => channel?.close();
}

const emailKey = (paymentIntentId: string) => `buyer-email:${paymentIntentId}`;

/** Stores the buyer's e-mail for a reload, and while a bank's page replaces the tab's content. */
export function storeBuyerEmail(paymentIntentId: string, email: string): void {
	inSessionStorage((storage) => storage.setItem(emailKey(paymentIntentId), email));
}

export function storedBuyerEmail(paymentIntentId: string): string | null {
	return inSessionStorage((storage) => storage.getItem(emailKey(paymentIntentId))) ?? null;
}
