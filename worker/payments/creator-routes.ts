import { Hono } from "hono";
import { authorized, notSuspended, signedIn } from "../accounts/signed-in.ts";
import { IDEMPOTENCY_KEY } from "../api/idempotency/contract.ts";
import { shareParam } from "../catalogue/shares/contract/shares.ts";
import type { CreatorEnv } from "../core/context.ts";
import { CSV_TYPE } from "../platform/csv.ts";
import { linkToNext } from "../platform/http/next-page.ts";
import { streamedFile } from "../platform/http/streamed-file.ts";
import { invalidField, valid } from "../platform/http/validation.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { rateLimit } from "../platform/security/rate-limit.ts";
import { purchaseParam } from "../purchases/entitlements/contract.ts";
import { checkoutParam, newCheckoutInput } from "./checkout-links/contract.ts";
import { createCheckout, showCheckout } from "./checkout-links/own-checkouts.ts";
import { approveClaimInput, declineClaimInput } from "./direct/contract/direct.ts";
import { decideClaim } from "./direct/decide-claim.ts";
import { listClaims } from "./direct/list-claims.ts";
import { reachedCountries, refreshOwnAccount, setupCardPayouts } from "./payouts/card-payouts.ts";
import {
	setupCardPayoutsInput,
	setupCashAppInput,
	setupCurrencyInput,
	setupMethodsInput,
} from "./payouts/contract.ts";
import { paymentStatus } from "./payouts/payment-status.ts";
import { setupCashApp, setupMethods } from "./payouts/setup-cashapp.ts";
import { setupCurrency } from "./payouts/setup-currency.ts";
import { refundInput } from "./sales/contract/refunds.ts";
import { salesCsvQuery, salesPageQuery, salesQuery } from "./sales/contract/sales.ts";
import { balance, ledgerCsv, salesCsv } from "./sales/ledger.ts";
import { pageOfSales, showSale } from "./sales/list-sales.ts";
import { refundPurchase } from "./sales/refund-purchase.ts";

export const creatorRoutes = new Hono<CreatorEnv>()
	.get("/api/payment-status", authorized("payouts:read"), async (c) => {
		await refreshOwnAccount(c.var.creator);
		return c.json(await paymentStatus(c.var.creator));
	})
	.post("/api/setup-cashapp", signedIn, valid("json", setupCashAppInput), async (c) =>
		c.json(await setupCashApp(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/setup-methods", signedIn, valid("json", setupMethodsInput), async (c) =>
		c.json(await setupMethods(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/setup-currency", signedIn, valid("json", setupCurrencyInput), async (c) =>
		c.json(await setupCurrency(c.var.creator, c.req.valid("json"))),
	)
	.get("/api/payout-countries", rateLimit("payouts"), signedIn, async (c) =>
		c.json(await reachedCountries(c.var.creator)),
	)
	.post(
		"/api/setup-card-payouts",
		rateLimit("payouts"),
		signedIn,
		valid("json", setupCardPayoutsInput),
		async (c) => c.json(await setupCardPayouts(c.var.creator, c.req.valid("json"))),
	)
	.get("/api/balance", authorized("payouts:read"), async (c) =>
		c.json(await balance(c.var.creator)),
	)
	.get("/api/ledger.csv", authorized("payouts:read"), (c) =>
		streamedFile(ledgerCsv(c.var.creator), { name: "ledger.csv", type: CSV_TYPE }),
	)
	.get("/api/sales", authorized("sales:read"), valid("query", salesQuery), async (c) =>
		c.json(await pageOfSales(c.var.creator, c.req.valid("query"))),
	)
	.get("/api/sales/:id", authorized("sales:read"), valid("param", purchaseParam), async (c) =>
		c.json(await showSale(c.var.creator, c.req.valid("param"))),
	)
	.get("/api/sales.csv", authorized("sales:read"), valid("query", salesCsvQuery), async (c) =>
		streamedFile(await salesCsv(c.var.creator, c.req.valid("query")), {
			name: "sales.csv",
			type: CSV_TYPE,
		}),
	)
	.get(
		"/api/file-shares/:shareId/sales",
		authorized("sales:read"),
		valid("param", shareParam),
		valid("query", salesPageQuery),
		async (c) => {
			const input = { ...c.req.valid("param"), ...c.req.valid("query") };
			const { sales, next } = await pageOfSales(c.var.creator, input);
			linkToNext(c, next);
			return c.json(sales);
		},
	)
	.post(
		"/api/purchases/:id/refund",
		authorized("sales:refund"),
		valid("param", purchaseParam),
		valid("json", refundInput),
		async (c) => {
			const { amount, lines } = c.req.valid("json");
			const key = c.req.header(IDEMPOTENCY_KEY);
			// A partial refund can be made twice, a full one can't.
			if (amount !== undefined && !key)
				throw invalidField(
					IDEMPOTENCY_KEY,
					"Send this header with an amount, so that it is returned once",
				);
			const part = amount !== undefined && key ? { cents: amount, key } : undefined;
			const response = await refundPurchase(c.var.creator, {
				...c.req.valid("param"),
				part,
				lines,
			});
			flushOutbox(c.var.ctx);
			return c.json(response);
		},
	)
	.post(
		"/api/checkouts",
		authorized("checkouts:write"),
		notSuspended,
		valid("json", newCheckoutInput),
		async (c) => c.json(await createCheckout(c.var.creator, c.req.valid("json")), 201),
	)
	.get(
		"/api/checkouts/:id",
		authorized("checkouts:write"),
		valid("param", checkoutParam),
		async (c) => c.json(await showCheckout(c.var.creator, c.req.valid("param"))),
	)
	.get("/api/direct-claims", authorized("sales:read"), async (c) =>
		c.json(await listClaims(c.var.creator)),
	)
	.post(
		"/api/direct-claims/:id/approve",
		signedIn,
		valid("param", purchaseParam),
		valid("json", approveClaimInput),
		async (c) => {
			const claim = await decideClaim(c.var.creator, {
				...c.req.valid("param"),
				decision: { decision: "approve", ...c.req.valid("json") },
			});
			flushOutbox(c.var.ctx);
			return c.json(claim);
		},
	)
	.post(
		"/api/direct-claims/:id/decline",
		signedIn,
		valid("param", purchaseParam),
		valid("json", declineClaimInput),
		async (c) => {
			const claim = await decideClaim(c.var.creator, {
				...c.req.valid("param"),
				decision: { decision: "decline", ...c.req.valid("json") },
			});
			flushOutbox(c.var.ctx);
			return c.json(claim);
		},
	);
