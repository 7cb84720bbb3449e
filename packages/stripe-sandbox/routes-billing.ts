import { createAccountLink } from "./account-links.ts";
import {
	createAccount,
	deleteAccount,
	listAccounts,
	retrieveAccount,
	retrieveOwnAccount,
} from "./accounts.ts";
import type { Api, Route } from "./api.ts";
import {
	createCustomer,
	deleteCustomer,
	listCustomers,
	retrieveCustomer,
	updateCustomer,
} from "./customers.ts";
import { voidInvoice } from "./invoices.ts";
import { attachPaymentMethod } from "./payment-methods.ts";
import { createPrice, listPrices, updatePrice } from "./prices.ts";
import {
	cancelSubscription,
	createSubscription,
	listSubscriptions,
	retrieveSubscription,
	updateSubscription,
} from "./subscriptions.ts";

export function billingRoutes(app: Api, at: Route): void {
	app.post("/customers", at(createCustomer));
	app.get("/customers", at(listCustomers));
	app.get("/customers/:id", at(retrieveCustomer, "id"));
	app.post("/customers/:id", at(updateCustomer, "id"));
	app.delete("/customers/:id", at(deleteCustomer, "id"));

	app.post("/payment_methods/:id/attach", at(attachPaymentMethod, "id"));

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
}
