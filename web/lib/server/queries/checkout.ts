import { cameFrom } from "../../addresses/came-from.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const {
	"create-payment-intent": intent,
	"payment-success": success,
	"get-free": free,
} = client.api;

/**
 * Begins a card payment of what the buyer sees; repeating finds the same open one. `headers` have the solved
 * challenge, where one was asked for. Throws ApiFailure.
 */
export const createPaymentIntent = (
	json: BodyOf<typeof intent.$post>,
	headers: Record<string, string> = {},
) => readJson(intent.$post({ json }, { ...cameFrom(), headers }));

/** Takes what costs nothing. Throws ApiFailure. */
export const getFree = (json: BodyOf<typeof free.$post>, headers: Record<string, string>) =>
	readJson(free.$post({ json }, { ...cameFrom(), headers }));

/** Tells the server that the provider confirmed a payment, or where its receipt goes. Throws ApiFailure. */
export const paymentSuccess = (json: { paymentIntentId: string; buyerEmail: string }) =>
	readJson(success.$post({ json }));
