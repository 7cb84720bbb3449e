import { Hono } from "hono";
import { authorized, notSuspended, signedIn } from "../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../core/context.ts";
import { CSV_TYPE } from "../platform/csv.ts";
import { streamedFile } from "../platform/http/streamed-file.ts";
import { valid } from "../platform/http/validation.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { rateLimit } from "../platform/security/rate-limit.ts";
import { purchaseParam } from "../purchases/entitlements/contract.ts";
import { blockBuyer, listBlocked, unblockBuyer } from "./block-buyer.ts";
import { confirmCorrection } from "./confirm-correction.ts";
import {
	blockedBuyerInput,
	changeAddressInput,
	confirmCorrectionInput,
	customerParam,
	customersQuery,
	revokeInput,
} from "./contract.ts";
import { requestAddressChange } from "./correct-address.ts";
import { customersCsv, listCustomers } from "./list-customers.ts";
import { resendReceipt } from "./resend-receipt.ts";
import { restorePurchase, revokePurchase } from "./revoke-purchase.ts";
import { showCustomer } from "./show-customer.ts";

export const customers = new Hono<AppEnv & CreatorEnv>()
	.get("/api/customers", authorized("customers:read"), valid("query", customersQuery), async (c) =>
		c.json(await listCustomers(c.var.creator, c.req.valid("query"))),
	)
	.get("/api/customers.csv", authorized("customers:read"), (c) =>
		streamedFile(customersCsv(c.var.creator), { name: "customers.csv", type: CSV_TYPE }),
	)
	.get(
		"/api/customers/:id",
		authorized("customers:read"),
		valid("param", customerParam),
		async (c) => c.json(await showCustomer(c.var.creator, c.req.valid("param"))),
	)
	.get("/api/blocked-buyers", authorized("customers:read"), async (c) =>
		c.json(await listBlocked(c.var.creator)),
	)
	.post("/api/blocked-buyers", signedIn, valid("json", blockedBuyerInput), async (c) => {
		await blockBuyer(c.var.creator, c.req.valid("json"));
		return c.body(null, 204);
	})
	.delete("/api/blocked-buyers", signedIn, valid("json", blockedBuyerInput), async (c) => {
		await unblockBuyer(c.var.creator, c.req.valid("json"));
		return c.body(null, 204);
	})
	.post(
		"/api/purchases/:id/receipt",
		signedIn,
		notSuspended,
		valid("param", purchaseParam),
		async (c) => {
			await resendReceipt(c.var.creator, c.req.valid("param"));
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/purchases/:id/revoke",
		signedIn,
		notSuspended,
		valid("param", purchaseParam),
		valid("json", revokeInput),
		async (c) => {
			await revokePurchase(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("json") });
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/purchases/:id/restore",
		signedIn,
		notSuspended,
		valid("param", purchaseParam),
		async (c) => {
			await restorePurchase(c.var.creator, c.req.valid("param"));
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/purchases/:id/address",
		signedIn,
		notSuspended,
		valid("param", purchaseParam),
		valid("json", changeAddressInput),
		async (c) => {
			await requestAddressChange(c.var.creator, {
				...c.req.valid("param"),
				...c.req.valid("json"),
			});
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/address-corrections/confirm",
		rateLimit("confirm-correction"),
		valid("json", confirmCorrectionInput),
		async (c) => {
			const confirmed = await confirmCorrection(c.var.ctx, c.req.valid("json"));
			flushOutbox(c.var.ctx);
			return c.json(confirmed);
		},
	);
