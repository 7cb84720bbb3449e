import type { Stripe } from "stripe";
import { balanceOf } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { checkAccountTerms, currencyOf, requireReachable } from "./countries.ts";
import { requireSettlement } from "./currencies.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";

const DUE = [
	"business_type",
	"external_account",
	"individual.dob.day",
	"individual.first_name",
	"tos_acceptance.date",
];
const CAPABILITIES = ["card_payments", "transfers"] as const;

export function createAccount(call: Call, params: Params): Stripe.Account {
	const type = params.choice("type", ["express"]) ?? "express";
	const country = params.text("country") ?? call.sandbox.settings.country;
	const agreement =
		params.hash("tos_acceptance")?.choice("service_agreement", ["full", "recipient"]) ?? "full";
	checkAccountTerms(call, country, agreement);
	const currency = params.text("default_currency") ?? currencyOf(country);
	requireSettlement(currency, "default_currency");
	const id = newId("acct");
	const account: Stripe.Account = {
		id,
		object: "account",
		business_type: null,
		capabilities: requestedCapabilities(params),
		charges_enabled: false,
		controller: {
			fees: { payer: "application" },
			is_controller: true,
			losses: { payments: "application" },
			requirement_collection: "stripe",
			stripe_dashboard: { type },
			type: "application",
		},
		country,
		created: call.now,
		default_currency: currency,
		details_submitted: false,
		email: params.text("email") ?? null,
		metadata: params.metadata(),
		payouts_enabled: false,
		requirements: requirements(DUE),
		tos_acceptance: { date: null, service_agreement: agreement },
		type,
	};
	call.store.insert("account", account);
	return account;
}

export function retrieveAccount(call: Call, _params: Params, id: string): Stripe.Account {
	const account = call.store.find("account", id);
	if (account !== undefined) return account;
	throw new ApiError(403, {
		type: "invalid_request_error",
		code: "account_invalid",
		message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
	});
}

export function listAccounts(call: Call, params: Params) {
	return listObjects(call, params, "account", "/v1/accounts");
}

export function deleteAccount(call: Call, params: Params, id: string) {
	retrieveAccount(call, params, id);
	const { available, pending } = balanceOf(call, id);
	if ([...available.values(), ...pending.values()].some((amount) => amount !== 0)) {
		throw invalidRequest(
			"This account cannot be deleted because it has a balance that is not zero.",
		);
	}
	call.store.remove(id);
	return { id, object: "account", deleted: true };
}

/** `/v1/account`: the connected account the call is made for, or the platform's own. */
export function retrieveOwnAccount(call: Call, params: Params): unknown {
	if (call.account !== "") return retrieveAccount(call, params, call.account);
	return {
		id: "acct_sandbox_platform",
		object: "account",
		business_profile: { name: "Stripe sandbox" },
		charges_enabled: true,
		country: call.sandbox.settings.country,
		default_currency: call.sandbox.settings.currency,
		details_submitted: true,
		email: "operator@example.com",
		payouts_enabled: true,
		settings: { dashboard: { display_name: "Stripe sandbox", timezone: "Etc/UTC" } },
		type: "standard",
	};
}

export function finishOnboarding(call: Call, id: string): Stripe.Account {
	const account = fetchOrThrow(call, "account", id);
	const previous = {
		charges_enabled: account.charges_enabled,
		details_submitted: account.details_submitted,
		payouts_enabled: account.payouts_enabled,
	};
	Object.assign(account, { charges_enabled: true, details_submitted: true, payouts_enabled: true });
	account.business_type = "individual";
	account.tos_acceptance = { ...account.tos_acceptance, date: call.now };
	account.requirements = requirements([]);
	grantCapabilities(account);
	return changed(call, account, previous);
}

/** The owner must send information first. */
export function restrictAccount(call: Call, id: string): Stripe.Account {
	const account = fetchOrThrow(call, "account", id);
	const previous = {
		charges_enabled: account.charges_enabled,
		payouts_enabled: account.payouts_enabled,
	};
	Object.assign(account, { charges_enabled: false, payouts_enabled: false });
	account.requirements = {
		...requirements(["individual.verification.document"]),
		disabled_reason: "requirements.past_due",
	};
	for (const name of CAPABILITIES) {
		if (account.capabilities?.[name]) account.capabilities[name] = "inactive";
	}
	return changed(call, account, previous);
}

export function deauthorizeAccount(call: Call, id: string): { id: string; deauthorized: true } {
	fetchOrThrow(call, "account", id);
	const application = { id: "ca_sandbox", object: "application", name: "Stripe sandbox" };
	emit(call, "account.application.deauthorized", application, undefined, id);
	call.store.remove(id);
	return { id, deauthorized: true };
}

export function requireTransfers(call: Call, id: string, param: string): Stripe.Account {
	const account = call.store.find("account", id);
	if (account === undefined) {
		throw invalidRequest(`No such destination: '${id}'`, { code: "resource_missing", param });
	}
	if (account.capabilities?.transfers !== "active") {
		throw invalidRequest(
			"Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
			{ code: "insufficient_capabilities_for_transfer" },
		);
	}
	requireReachable(call, account, param);
	return account;
}

// Events of a connected account carry its id and are listed under it.
function changed(
	call: Call,
	account: Stripe.Account,
	previous: Record<string, unknown>,
): Stripe.Account {
	call.store.save("account", account);
	emit(call, "account.updated", account, previous, account.id);
	return account;
}

function requestedCapabilities(params: Params): NonNullable<Stripe.Account["capabilities"]> {
	const given = params.hash("capabilities");
	const capabilities: NonNullable<Stripe.Account["capabilities"]> = {};
	for (const name of CAPABILITIES) {
		if (given?.hash(name)?.boolean("requested")) capabilities[name] = "inactive";
	}
	return capabilities;
}

function grantCapabilities(account: Stripe.Account): void {
	for (const name of CAPABILITIES) {
		if (account.capabilities?.[name]) account.capabilities[name] = "active";
	}
}

function requirements(due: string[]): NonNullable<Stripe.Account["requirements"]> {
	return {
		alternatives: [],
		current_deadline: null,
		currently_due: due,
		disabled_reason: due.length > 0 ? "requirements.past_due" : null,
		errors: [],
		eventually_due: due,
		past_due: due,
		pending_verification: [],
	};
}
