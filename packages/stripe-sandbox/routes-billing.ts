import { createAccountLink, createLoginLink } from "./account-links.ts";
import {
	createAccount,
	deleteAccount,
	listAccounts,
	retrieveAccount,
	retrieveOwnAccount,
	updateAccount,
} from "./accounts.ts";
import type { Api, Route } from "./api.ts";
import {
	createCustomer,
	deleteCustomer,
	listCustomers,
	retrieveCustomer,
	searchCustomers,
	updateCustomer,
} from "./customers.ts";
import {
	listInvoicePayments,
	listInvoices,
	payInvoice,
	retrieveInvoice,
	retrieveInvoicePayment,
	updateInvoice,
	voidInvoice,
} from "./invoices.ts";
import { attachPaymentMethod, listCustomerPaymentMethods } from "./payment-methods.ts";
import { createPrice, listPrices, retrievePrice, searchPrices, updatePrice } from "./prices.ts";
import {
	createProduct,
	listProducts,
	retrieveProduct,
	searchProducts,
	updateProduct,
} from "./products.ts";
import {
	cancelSubscription,
	createSubscription,
	listSubscriptions,
	resumeSubscription,
	retrieveSubscription,
	searchSubscriptions,
	updateSubscription,
} from "./subscriptions.ts";

/** Customers, their subscriptions, and connected accounts. */
export function billingRoutes(app: Api, at: Route): void {
	app.post("/customers", at(createCustomer));
	app.get("/customers", at(listCustomers));
	app.get("/customers/search", at(searchCustomers));
	app.get("/customers/:id", at(retrieveCustomer, "id"));
	app.post("/customers/:id", at(updateCustomer, "id"));
	app.delete("/customers/:id", at(deleteCustomer, "id"));
	app.get("/customers/:id/payment_methods", at(listCustomerPaymentMethods, "id"));
	app.post("/payment_methods/:id/attach", at(attachPaymentMethod, "id"));

	app.post("/products", at(createProduct));
	app.get("/products", at(listProducts));
	app.get("/products/search", at(searchProducts));
	app.get("/products/:id", at(retrieveProduct, "id"));
	app.post("/products/:id", at(updateProduct, "id"));

	app.post("/prices", at(createPrice));
	app.get("/prices", at(listPrices));
	app.get("/prices/search", at(searchPrices));
	app.get("/prices/:id", at(retrievePrice, "id"));
	app.post("/prices/:id", at(updatePrice, "id"));

	app.post("/subscriptions", at(createSubscription));
	app.get("/subscriptions", at(listSubscriptions));
	app.get("/subscriptions/search", at(searchSubscriptions));
	app.get("/subscriptions/:id", at(retrieveSubscription, "id"));
	app.post("/subscriptions/:id", at(updateSubscription, "id"));
	app.post("/subscriptions/:id/resume", at(resumeSubscription, "id"));
	app.delete("/subscriptions/:id", at(cancelSubscription, "id"));

	app.get("/invoices", at(listInvoices));
	app.get("/invoices/:id", at(retrieveInvoice, "id"));
	app.post("/invoices/:id", at(updateInvoice, "id"));
	app.post("/invoices/:id/pay", at(payInvoice, "id"));
	app.post("/invoices/:id/void", at(voidInvoice, "id"));
	app.get("/invoice_payments", at(listInvoicePayments));
	app.get("/invoice_payments/:id", at(retrieveInvoicePayment, "id"));

	app.get("/account", at(retrieveOwnAccount));
	app.post("/accounts", at(createAccount));
	app.get("/accounts", at(listAccounts));
	app.get("/accounts/:id", at(retrieveAccount, "id"));
	app.post("/accounts/:id", at(updateAccount, "id"));
	app.delete("/accounts/:id", at(deleteAccount, "id"));
	app.post("/accounts/:id/login_links", at(createLoginLink, "id"));
	app.post("/account_links", at(createAccountLink));
}
