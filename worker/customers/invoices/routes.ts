import { Hono } from "hono";
import { signedIn } from "../../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { partyInput } from "../../payments/invoices/contract.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { purchaseParam } from "../../purchases/entitlements/contract.ts";
import { fetchInvoiceDetails, setBuyerDetails, setInvoiceDetails } from "./invoice-details.ts";

const creatorRoutes = new Hono<CreatorEnv>()
	.get("/api/invoice-details", signedIn, async (c) =>
		c.json(await fetchInvoiceDetails(c.var.creator)),
	)
	.put("/api/invoice-details", signedIn, valid("json", partyInput), async (c) =>
		c.json(await setInvoiceDetails(c.var.creator, c.req.valid("json"))),
	);

export const invoiceRoutes = new Hono<AppEnv>()
	.route("/", creatorRoutes)
	.put(
		"/api/receipts/:id/buyer",
		rateLimit("receipt"),
		valid("param", purchaseParam),
		valid("json", partyInput),
		async (c) =>
			c.json(
				await setBuyerDetails(c.var.ctx, {
					...c.req.valid("param"),
					details: c.req.valid("json"),
				}),
			),
	);
