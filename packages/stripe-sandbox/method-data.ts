import type { Stripe } from "stripe";
import { isAccountNumber, isIban, isSortCode, US_ACCOUNTS } from "./bank-accounts.ts";
import type { Call } from "./call.ts";
import { cardByNumber, cardByToken, passesLuhn, type TestCard } from "./cards.ts";
import { ApiError, invalidRequest, missing, parameterMissing } from "./errors.ts";
import { newId } from "./ids.ts";
import { METHOD_TYPES, METHODS, type MethodType } from "./methods.ts";
import type { Params } from "./params.ts";

const US_ROUTING = "110000000";

export interface MethodNote {
	/** the ready-made name of a test card, or the number of a test account */
	token: string;
	/** Saved for off-session use, so `unless_set_up` cards pass. */
	setUp: boolean;
}

/** Throws a 402 for an impossible card, a 400 for an impossible account. */
export function fromMethodData(call: Call, data: Params): Stripe.PaymentMethod {
	const type = data.choice("type", METHOD_TYPES);
	if (type === undefined) throw parameterMissing(data.path("type"));
	const billing = data.hash("billing_details");
	if (type !== "card") return fromOtherData(call, type, { data: data.hash(type), billing });
	const card = data.hash("card");
	if (card === undefined) throw parameterMissing(data.path("card"));
	return fromCardData(call, card, billing);
}

function fromOtherData(
	call: Call,
	type: Exclude<MethodType, "card">,
	given: { data: Params | undefined; billing: Params | undefined },
): Stripe.PaymentMethod {
	const details = billingDetails(given.billing);
	if (METHODS[type].flow === "delayed") {
		for (const name of ["email", "name"] as const)
			if (details[name] === null) throw parameterMissing(`billing_details[${name}]`);
	}
	const { number, data } =
		type === "us_bank_account"
			? usAccountOf(given.data)
			: { number: undefined, data: dataOf(type, given.data) };
	const method = { ...blankMethod(call, details), type, [type]: data };
	const hidden: MethodNote | undefined = number ? { token: number, setUp: false } : undefined;
	return call.store.insert("payment_method", method, { account: call.account, hidden });
}

/** Linked through Financial Connections, or by its numbers. */
function usAccountOf(data: Params | undefined) {
	const linked = data?.text("financial_connections_account");
	const routing = data?.text("routing_number");
	const given = data?.text("account_number");
	const holder = data?.choice("account_holder_type", ["individual", "company"]) ?? null;
	const found = US_ACCOUNTS.find((known) =>
		linked === undefined ? known.number === given : known.linked === linked,
	);
	if (!found && linked !== undefined)
		throw missing("financial connections account", linked, "financial_connections_account");
	if (linked === undefined && routing !== US_ROUTING)
		throw invalidRequest("You must use a test routing number in test mode.", {
			code: "routing_number_invalid",
			param: "routing_number",
		});
	if (!found) throw invalidAccount("account_number", "You must use a test bank account number.");
	return {
		number: found.number,
		data: {
			account_holder_type: holder,
			account_type: data?.choice("account_type", ["checking", "savings"]) ?? "checking",
			bank_name: "STRIPE TEST BANK",
			financial_connections_account: linked ?? null,
			fingerprint: `sandbox${found.number.slice(-8)}`,
			last4: found.number.slice(-4),
			networks: { preferred: "ach", supported: ["ach"] },
			routing_number: US_ROUTING,
			status_details: null,
		},
	};
}

/** Keeps only the last digits of a bank account. */
function dataOf(type: Exclude<MethodType, "card" | "us_bank_account">, data: Params | undefined) {
	if (type === "sepa_debit") {
		const iban = (data?.text("iban") ?? "").replaceAll(" ", "").toUpperCase();
		if (!isIban(iban)) throw invalidAccount("iban", "The IBAN you specified is invalid.");
		return {
			bank_code: iban.slice(4, 12),
			branch_code: "",
			country: iban.slice(0, 2),
			fingerprint: `sandbox${iban.slice(-8)}`,
			generated_from: { charge: null, setup_attempt: null },
			last4: iban.slice(-4),
		};
	}
	if (type === "bacs_debit") {
		const sortCode = data?.text("sort_code") ?? "";
		const account = data?.text("account_number") ?? "";
		if (!isSortCode(sortCode) || !isAccountNumber(account)) {
			throw invalidAccount("account_number", "The bank account details you specified are invalid.");
		}
		return {
			fingerprint: `sandbox${account.slice(-8)}`,
			last4: account.slice(-4),
			sort_code: sortCode.replaceAll(/[\s-]/g, ""),
		};
	}
	if (type === "ideal") return { bank: data?.text("bank") ?? null, bic: null };
	if (type === "eps") return { bank: data?.text("bank") ?? null };
	if (type === "cashapp") return { buyer_id: null, cashtag: null };
	return {};
}

function invalidAccount(name: string, message: string): ApiError {
	return invalidRequest(message, {
		code: name === "iban" ? "invalid_bank_account_iban" : "account_number_invalid",
		param: name,
	});
}

function fromCardData(call: Call, data: Params, billing: Params | undefined): Stripe.PaymentMethod {
	const token = data.text("token");
	if (token !== undefined) {
		const named = cardByToken(token.replace(/^tok_/, "pm_card_"));
		if (named === undefined) throw missing("token", token, data.path("token"));
		return insertMethod(call, named, 12, expiryYear(call), billing);
	}
	const number = data.requiredText("number").replaceAll(/\s/g, "");
	const month = data.requiredInteger("exp_month");
	const year = data.requiredInteger("exp_year");
	const cvc = data.text("cvc");
	const problem = cardProblem(call, number, month, year < 100 ? 2000 + year : year, cvc);
	if (problem) throw new ApiError(402, { type: "card_error", ...problem });
	const card = cardByNumber(number);
	if (card === undefined) {
		throw new ApiError(402, {
			type: "card_error",
			code: "card_declined",
			decline_code: "test_mode_live_card",
			message:
				"Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
		});
	}
	return insertMethod(call, card, month, year < 100 ? 2000 + year : year, billing);
}

export function fromTestCard(call: Call, card: TestCard): Stripe.PaymentMethod {
	return insertMethod(call, card, 12, expiryYear(call), undefined);
}

function cardProblem(
	call: Call,
	number: string,
	month: number,
	year: number,
	cvc: string | undefined,
) {
	const today = new Date(call.now * 1000);
	if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
		return { code: "incorrect_number", param: "number", message: "Your card number is incorrect." };
	}
	if (month < 1 || month > 12) {
		return {
			code: "invalid_expiry_month",
			param: "exp_month",
			message: "Your card's expiration month is invalid.",
		};
	}
	const past =
		year < today.getUTCFullYear() ||
		(year === today.getUTCFullYear() && month < today.getUTCMonth() + 1);
	if (past || year > today.getUTCFullYear() + 50) {
		return {
			code: "invalid_expiry_year",
			param: "exp_year",
			message: "Your card's expiration year is invalid.",
		};
	}
	if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
		return { code: "invalid_cvc", param: "cvc", message: "Your card's security code is invalid." };
	}
	return undefined;
}

function insertMethod(
	call: Call,
	card: TestCard,
	month: number,
	year: number,
	billing: Params | undefined,
) {
	const method = {
		...blankMethod(call, billingDetails(billing)),
		type: "card",
		card: {
			brand: card.brand,
			country: card.country ?? "US",
			display_brand: card.brand,
			exp_month: month,
			exp_year: year,
			fingerprint: `sandbox${card.number.slice(-8)}`,
			funding: "credit",
			last4: card.number.slice(-4),
			wallet: null,
		},
	} as Stripe.PaymentMethod;
	const note: MethodNote = { token: card.token, setUp: false };
	return call.store.insert("payment_method", method, { account: call.account, hidden: note });
}

function blankMethod(call: Call, billing: BillingDetails) {
	return {
		id: newId("pm"),
		object: "payment_method" as const,
		allow_redisplay: "unspecified" as const,
		billing_details: billing,
		created: call.now,
		customer: null,
		customer_account: null,
		livemode: false,
		metadata: {},
	};
}

type BillingDetails = Stripe.PaymentMethod["billing_details"];
function billingDetails(given?: Params): BillingDetails {
	const address = given?.hash("address");
	return {
		address: {
			city: null,
			country: address?.text("country") ?? null,
			line1: null,
			line2: null,
			postal_code: address?.text("postal_code") ?? null,
			state: null,
		},
		email: given?.text("email") ?? null,
		name: given?.text("name") ?? null,
		phone: null,
		tax_id: null,
	};
}

function expiryYear(call: Call): number {
	return new Date(call.now * 1000).getUTCFullYear() + 1;
}
