import { Hono } from "hono";
import { createAccountLink } from "./account-links.ts";
import {
	createAccount,
	deleteAccount,
	listAccounts,
	retrieveAccount,
	retrieveOwnAccount,
} from "./accounts.ts";
import { type Api, endpoint } from "./api.ts";
import { listFeeRefunds } from "./application-fees.ts";
import { listBalanceTransactions, retrieveBalance } from "./balance-transactions.ts";
import type { Sandbox, Verb } from "./call.ts";
import { capturePaymentIntent } from "./capture-intent.ts";
import { retrieveCharge } from "./charges.ts";
import { confirmPaymentIntent } from "./confirm-intent.ts";
import {
	createCustomer,
	deleteCustomer,
	listCustomers,
	retrieveCustomer,
	updateCustomer,
} from "./customers.ts";
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from "./disputes.ts";
import { ApiError } from "./errors.ts";
import { listEvents, retrieveEvent } from "./events.ts";
import { voidInvoice } from "./invoices.ts";
import {
	cancelPaymentIntent,
	createPaymentIntent,
	listPaymentIntents,
	retrievePaymentIntent,
	updatePaymentIntent,
} from "./payment-intents.ts";
import {
	createPaymentMethodDomain,
	listPaymentMethodDomains,
	updatePaymentMethodDomain,
	validatePaymentMethodDomain,
} from "./payment-method-domains.ts";
import { createPrice, listPrices, updatePrice } from "./prices.ts";
import { createRefund, listRefunds, retrieveRefund } from "./refunds.ts";
import {
	cancelSubscription,
	createSubscription,
	listSubscriptions,
	retrieveSubscription,
	updateSubscription,
} from "./subscriptions.ts";
import { createReversal, listReversals, retrieveReversal } from "./transfer-reversals.ts";
import { createTransfer, listTransfers, retrieveTransfer } from "./transfers.ts";
import {
	createWebhookEndpoint,
	deleteWebhookEndpoint,
	listWebhookEndpoints,
	updateWebhookEndpoint,
} from "./webhook-endpoints.ts";

/** `client` routes accept the publishable key. */
export function apiRoutes(sandbox: Sandbox): Api {
	const app: Api = new Hono();
	const at = (verb: Verb, ...ids: string[]) => endpoint(sandbox, verb, ids);
	const client = (verb: Verb, ...ids: string[]) => endpoint(sandbox, verb, ids, "client");

	app.options("*", (c) =>
		c.body(null, 204, {
			"access-control-allow-origin": "*",
			"access-control-allow-headers": c.req.header("access-control-request-headers") ?? "*",
			"access-control-allow-methods": "GET, POST, DELETE",
			"access-control-max-age": "300",
		}),
	);

	app.post("/payment_intents", at(createPaymentIntent));
	app.get("/payment_intents", at(listPaymentIntents));
	app.get("/payment_intents/:id", client(retrievePaymentIntent, "id"));
	app.post("/payment_intents/:id", at(updatePaymentIntent, "id"));
	app.post("/payment_intents/:id/confirm", client(confirmPaymentIntent, "id"));
	app.post("/payment_intents/:id/capture", at(capturePaymentIntent, "id"));
	app.post("/payment_intents/:id/cancel", at(cancelPaymentIntent, "id"));

	app.get("/charges/:id", at(retrieveCharge, "id"));

	app.post("/refunds", at(createRefund));
	app.get("/refunds", at(listRefunds));
	app.get("/refunds/:id", at(retrieveRefund, "id"));

	app.get("/disputes", at(listDisputes));
	app.get("/disputes/:id", at(retrieveDispute, "id"));
	app.post("/disputes/:id", at(updateDispute, "id"));
	app.post("/disputes/:id/close", at(closeDispute, "id"));

	app.post("/transfers", at(createTransfer));
	app.get("/transfers", at(listTransfers));
	app.get("/transfers/:id", at(retrieveTransfer, "id"));
	app.post("/transfers/:id/reversals", at(createReversal, "id"));
	app.get("/transfers/:id/reversals", at(listReversals, "id"));
	app.get("/transfers/:id/reversals/:reversal", at(retrieveReversal, "id", "reversal"));

	app.get("/application_fees/:id/refunds", at(listFeeRefunds, "id"));

	app.get("/balance", at(retrieveBalance));
	app.get("/balance_transactions", at(listBalanceTransactions));

	app.get("/events", at(listEvents));
	app.get("/events/:id", at(retrieveEvent, "id"));

	app.post("/payment_method_domains", at(createPaymentMethodDomain));
	app.get("/payment_method_domains", at(listPaymentMethodDomains));
	app.post("/payment_method_domains/:id", at(updatePaymentMethodDomain, "id"));
	app.post("/payment_method_domains/:id/validate", at(validatePaymentMethodDomain, "id"));

	app.post("/webhook_endpoints", at(createWebhookEndpoint));
	app.get("/webhook_endpoints", at(listWebhookEndpoints));
	app.post("/webhook_endpoints/:id", at(updateWebhookEndpoint, "id"));
	app.delete("/webhook_endpoints/:id", at(deleteWebhookEndpoint, "id"));

	app.post("/customers", at(createCustomer));
	app.get("/customers", at(listCustomers));
	app.get("/customers/:id", at(retrieveCustomer, "id"));
	app.post("/customers/:id", at(updateCustomer, "id"));
	app.delete("/customers/:id", at(deleteCustomer, "id"));

	app.post("/prices", at(createPrice));
	app.get("/prices", at(listPrices));
	app.post("/prices/:id", at(updatePrice, "id"));

	app.post("/subscriptions", at(createSubscription));
	app.get("/subscriptions", at(listSubscriptions));
	app.get("/subscriptions/:id", at(retrieveSubscription, "id"));
	app.post("/subscriptions/:id", at(updateSubscription, "id"));
	app.delete("/subscriptions/:id", at(cancelSubscription, "id"));

	app.post("/invoices/:id/void", at(voidInvoice, "id"));

	app.get("/account", at(retrieveOwnAccount));
	app.post("/accounts", at(createAccount));
	app.get("/accounts", at(listAccounts));
	app.get("/accounts/:id", at(retrieveAccount, "id"));
	app.delete("/accounts/:id", at(deleteAccount, "id"));
	app.post("/account_links", at(createAccountLink));

	app.all("*", (c) => endpoint(sandbox, () => unrecognised(c.req.method, c.req.path))(c));
	return app;
}

function unrecognised(method: string, path: string): never {
	throw new ApiError(404, {
		type: "invalid_request_error",
		message: `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. The sandbox's README lists the calls it knows.`,
	});
}
