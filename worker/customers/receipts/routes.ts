import { Hono } from "hono";
import type { AppEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { setBuyerCookie } from "../../purchases/entitlements/buyer-cookie.ts";
import { purchaseParam } from "../../purchases/entitlements/contract.ts";
import {
	findPurchasesInput,
	receiptTokenInput,
	redeemReceiptInput,
	verifyPurchasesInput,
} from "./contract.ts";
import { fetchReceipt, myPurchases } from "./my-purchases.ts";
import { sendPurchaseCode } from "./purchase-codes.ts";
import {
	redeemReceipt,
	sendReceiptCode,
	summarizeReceipt,
	verifyPurchaseCode,
} from "./redeem-receipt.ts";

export const receiptRoutes = new Hono<AppEnv>()
	.get("/api/my-purchases", async (c) => c.json(await myPurchases(c.var.ctx)))
	.get("/api/receipts/:id", valid("param", purchaseParam), async (c) =>
		c.json(await fetchReceipt(c.var.ctx, c.req.valid("param"))),
	)
	.post(
		"/api/receipts/summary",
		rateLimit("receipt"),
		valid("json", receiptTokenInput),
		async (c) => c.json(await summarizeReceipt(c.var.ctx, c.req.valid("json"))),
	)
	.post(
		"/api/receipts/redeem",
		rateLimit("receipt"),
		valid("json", redeemReceiptInput),
		async (c) => {
			const { response, buyerToken } = await redeemReceipt(c.var.ctx, c.req.valid("json"));
			if (buyerToken) setBuyerCookie(c, buyerToken);
			return c.json(response);
		},
	)
	.post(
		"/api/receipts/code",
		rateLimit("find-purchases"),
		valid("json", receiptTokenInput),
		async (c) => {
			await sendReceiptCode(c.var.ctx, c.req.valid("json"));
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/purchases/find",
		rateLimit("find-purchases"),
		valid("json", findPurchasesInput),
		async (c) => {
			await sendPurchaseCode(c.var.ctx, c.req.valid("json"));
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.post(
		"/api/purchases/verify",
		rateLimit("find-purchases"),
		valid("json", verifyPurchasesInput),
		async (c) => {
			const { response, buyerToken } = await verifyPurchaseCode(c.var.ctx, c.req.valid("json"));
			if (buyerToken) setBuyerCookie(c, buyerToken);
			return c.json(response);
		},
	);
