import { openChannel } from "../page/storage.ts";

export const PURCHASE_CHANNEL = "purchases";

/** A module of its own: a buyer's first page only listens. */
export function onPurchase(callback: () => void): () => void {
	const channel = openChannel(PURCHASE_CHANNEL);
	if (channel) channel.onmessage = callback;
	return () => channel?.close();
}
