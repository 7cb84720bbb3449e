import { cameFrom } from "../../addresses/came-from.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const {
	"create-payment-intent": intent,
	"payment-success": success,
	"get-free": free,
} = client.api;

/** Repeating finds the same open payment. `headers` have the solved challenge, if one was required. */
export const createPaymentIntent = (
	json: BodyOf<typeof intent.$post>,
	headers: Record<string, string> = {},
) => readJson(intent.$post({ json }, { ...cameFrom(), headers }));

export const getFree = (json: BodyOf<typeof free.$post>, headers: Record<string, string>) =>
	readJson(free.$post({ json }, { ...cameFrom(), headers }));

export const paymentSuccess = (json: { paymentIntentId: string; buyerEmail: string }) =>
	readJson(success.$post({ json }));
