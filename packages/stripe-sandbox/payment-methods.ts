import type { Stripe } from "stripe";
import { US_ACCOUNTS } from "./bank-accounts.ts";
import type { Call } from "./call.ts";
import { cardByToken, type TestCard } from "./cards.ts";
import { missing } from "./errors.ts";
import { emit } from "./events.ts";
import { fromTestCard, type MethodNote } from "./method-data.ts";

/** Allows later use without the customer. */
export function attachTo(
	call: Call,
	method: Stripe.PaymentMethod,
	customer: string,
): Stripe.PaymentMethod {
	const note = call.store.hidden<MethodNote>(method.id);
	if (note) call.store.hide(method.id, { ...note, setUp: true });
	if (method.customer === customer) return method;
	method.customer = customer;
	emit(call, "payment_method.attached", method);
	return call.store.save("payment_method", method);
}

/** Accepts ready-made names such as `pm_card_visa`. */
export function resolvePaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
	const stored = call.store.find("payment_method", id, call.account);
	if (stored) return stored;
	const card = cardByToken(id);
	if (card === undefined) throw missing("PaymentMethod", id, "payment_method");
	return fromTestCard(call, card);
}

export function cardOf(call: Call, id: string): { card: Partial<TestCard>; setUp: boolean } {
	const note = call.store.hidden<MethodNote>(id);
	const account = US_ACCOUNTS.find(({ number }) => number === note?.token);
	return { card: (note && cardByToken(note.token)) ?? account ?? {}, setUp: note?.setUp ?? false };
}
