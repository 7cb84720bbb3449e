const CHANNEL = "purchases";

/** Tells this browser's other tabs that something was bought, so that their share pages open too. */
export function announcePurchase(): void {
	const channel = new BroadcastChannel(CHANNEL);
	channel.postMessage("changed");
	channel.close();
}

/** Calls back when another tab bought something; answers how to stop. */
export function onPurchase(callback: () => void): () => void {
	const channel = new BroadcastChannel(CHANNEL);
	channel.onmessage = callback;
	return () => channel.close();
}

const emailKey = (paymentIntentId: string) => `buyer-email:${paymentIntentId}`;

/** Keeps the buyer's e-mail while a bank's page takes over the tab. */
export function storeBuyerEmail(paymentIntentId: string, email: string): void {
	sessionStorage.setItem(emailKey(paymentIntentId), email);
}

/** The e-mail kept for a payment, or null in another tab. */
export function storedBuyerEmail(paymentIntentId: string): string | null {
	return sessionStorage.getItem(emailKey(paymentIntentId));
}
