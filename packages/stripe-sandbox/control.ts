import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { deauthorizeAccount, finishOnboarding, restrictAccount } from "./accounts.ts";
import { recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow, ownCall, type Sandbox } from "./call.ts";
import { currencyOf } from "./countries.ts";
import { requireCurrency, requireSettlement } from "./currencies.ts";
import { decideDispute, openDispute, warnOfFraud } from "./disputes.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { defaultCurrency } from "./exchange.ts";
import type { FaultEffect } from "./faults.ts";
import { expireAttempt, finishAuthentication, finishProcessing } from "./finish-intent.ts";
import { newId } from "./ids.ts";
import { DISPUTE_REASONS, METHOD_TYPES, type MethodType, WALLETS } from "./methods.ts";
import { finishRefund, refundCharge } from "./refunds.ts";
import type { Settings } from "./sandbox.ts";
import { makeAvailable, settleAllCharges, settleCharge } from "./settle-charge.ts";
import {
	expireSubscription,
	type RenewalOutcome,
	renewSubscription,
} from "./subscription-cycle.ts";

type ControlContext = Context<{ Bindings: HttpBindings }>;
type Body = Record<string, unknown>;

/** Operations for which Stripe has no API. Takes JSON or a form. */
export function controlRoutes(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
	const app = new Hono<{ Bindings: HttpBindings }>();
	// Other sites must not be able to call these controls through a visitor's browser.
	app.use("*", async (c, next) => {
		if (c.req.header("sec-fetch-site") === "cross-site")
			return c.json({ error: "cross-site" }, 403);
		return next();
	});
	app.onError((error, c) => {
		if (!(error instanceof ApiError)) console.error("[stripe-sandbox]", error);
		return c.json({ error: error.message }, error instanceof ApiError ? error.status : 500);
	});

	app.post("/faults", async (c) => {
		const body = await read(c);
		sandbox.faults.add({
			path: String(body.path ?? "/v1/**"),
			method: String(body.method ?? "*"),
			contains: String(body.contains ?? ""),
			times: Number(body.times ?? 1),
			effect: effectOf(body),
		});
		return done(c, { faults: sandbox.faults.list() });
	});
	app.delete("/faults", (c) => {
		sandbox.faults.clear();
		return done(c, {});
	});

	app.post("/settings", async (c) => {
		const body = await read(c);
		const { settings } = sandbox;
		settings.balances =
			oneOf<Settings["balances"]>(body, "balances", ["instant", "late"]) ?? settings.balances;
		settings.refunds =
			oneOf<Settings["refunds"]>(body, "refunds", ["any", "whole"]) ?? settings.refunds;
		if (Array.isArray(body.methods)) settings.methods = body.methods.map(methodType);
		if (Array.isArray(body.wallets))
			settings.wallets = WALLETS.filter((wallet) => [body.wallets].flat().includes(wallet));
		if (body.country !== undefined) {
			settings.country = String(body.country);
			settings.currency = currencyOf(settings.country);
		}
		if (body.currency !== undefined) settings.currency = settlementCurrency(body.currency);
		if (Array.isArray(body.settles)) settings.settles = body.settles.map(settlementCurrency);
		if (body.rates !== undefined) settings.rates = ratesOf(body.rates);
		return done(c, settings);
	});
	app.post("/reset", (c) => {
		sandbox.reset();
		return done(c, {});
	});

	app.post(
		"/balances/settle",
		act(sandbox, (call) => ({ settled: settleAllCharges(call) })),
	);
	app.post(
		"/balances/available",
		act(sandbox, (call) => ({ changed: makeAvailable(call) })),
	);
	app.post(
		"/balances/topup",
		act(sandbox, (call, body) => {
			const account = String(body.account ?? "");
			return recordMovement(call, {
				type: "topup",
				amount: Number(body.amount ?? 99_999_999),
				source: newId("tu"),
				currency: String(body.currency ?? defaultCurrency(call, account)),
				account,
			});
		}),
	);
	app.post(
		"/payment_intents/:id/authenticate",
		act(sandbox, (call, body, id) =>
			finishAuthentication(
				call,
				id,
				required(body, "outcome", ["complete", "fail"]) === "complete",
			),
		),
	);
	app.post(
		"/payment_intents/:id/expire",
		act(sandbox, (call, _body, id) => expireAttempt(call, id)),
	);
	app.post(
		"/payment_intents/:id/settle",
		act(sandbox, (call, body, id) =>
			finishProcessing(call, id, required(body, "outcome", ["succeeded", "failed"])),
		),
	);
	app.post(
		"/charges/:id/dispute",
		act(sandbox, (call, body, id) =>
			openDispute(call, id, {
				reason: oneOf(body, "reason", Object.values(DISPUTE_REASONS).flat()),
				amount: body.amount === undefined ? undefined : Number(body.amount),
				prevented: String(body.prevented) === "true",
			}),
		),
	);
	app.post(
		"/charges/:id/fraud_warning",
		act(sandbox, (call, _body, id) => warnOfFraud(call, id)),
	);
	app.post(
		"/charges/:id/refund",
		act(sandbox, (call, body, id) => {
			const charge = settleCharge(call, fetchOrThrow(call, "charge", id).id);
			if (charge === undefined || charge.refunded)
				throw invalidRequest(`${id} cannot be refunded.`);
			const left = charge.amount - charge.amount_refunded;
			const amount = body.amount ? Math.min(Number(body.amount), left) : left;
			const returns = body.reverse_transfer === true || body.reverse_transfer === "true";
			return refundCharge(call, charge, {
				amount,
				reason: "requested_by_customer",
				metadata: {},
				reverse: returns,
				returnFee: returns,
			});
		}),
	);
	app.post(
		"/refunds/:id/finish",
		act(sandbox, (call, body, id) =>
			finishRefund(call, id, required(body, "outcome", ["succeeded", "failed"])),
		),
	);
	app.post(
		"/disputes/:id/decide",
		act(sandbox, (call, body, id) =>
			decideDispute(call, id, required(body, "outcome", ["won", "lost"])),
		),
	);
	app.post(
		"/subscriptions/:id/renew",
		act(sandbox, (call, body, id) => renewSubscription(call, id, outcomeOf(body))),
	);
	app.post(
		"/subscriptions/:id/expire",
		act(sandbox, (call, _body, id) => expireSubscription(call, id)),
	);
	app.post(
		"/accounts/:id/onboard",
		act(sandbox, (call, _body, id) => finishOnboarding(call, id)),
	);
	app.post(
		"/accounts/:id/restrict",
		act(sandbox, (call, _body, id) => restrictAccount(call, id)),
	);
	app.post(
		"/accounts/:id/deauthorize",
		act(sandbox, (call, _body, id) => deauthorizeAccount(call, id)),
	);
	return app;
}

/** Runs in a transaction, then sends its events. */
function act(sandbox: Sandbox, work: (call: Call, body: Body, id: string) => object) {
	return async (c: ControlContext): Promise<Response> => {
		const body = await read(c);
		const id = c.req.param("id") ?? "";
		const result = sandbox.store.transaction(() => work(ownCall(sandbox), body, id));
		sandbox.deliverer.kick();
		return done(c, result);
	};
}

async function read(c: ControlContext): Promise<Body> {
	const type = c.req.header("content-type") ?? "";
	if (type.includes("json")) return (await c.req.json()) as Body;
	if (type.includes("form")) return await c.req.parseBody();
	return {};
}

function done(c: ControlContext, result: object): Response {
	const fromPage = c.req.header("accept")?.includes("text/html");
	return fromPage ? c.redirect(c.req.header("referer") ?? "/", 303) : c.json(result);
}

function oneOf<const T extends string>(
	body: Body,
	name: string,
	words: readonly T[],
): T | undefined {
	const value = body[name];
	if (value === undefined || value === "") return undefined;
	const word = words.find((candidate) => candidate === value);
	if (word === undefined) throw invalidRequest(`${name} must be one of ${words.join(", ")}`);
	return word;
}

function required<const T extends string>(body: Body, name: string, words: readonly T[]): T {
	const word = oneOf(body, name, words);
	if (word === undefined) throw invalidRequest(`${name} is missing; one of ${words.join(", ")}`);
	return word;
}

function methodType(name: unknown): MethodType {
	const type = METHOD_TYPES.find((known) => known === name);
	if (type === undefined) throw invalidRequest(`methods are some of ${METHOD_TYPES.join(", ")}`);
	return type;
}

function settlementCurrency(code: unknown): string {
	requireSettlement(String(code));
	return String(code);
}

/** Units per US dollar, e.g. `{ eur: 0.8 }`. */
function ratesOf(value: unknown): Settings["rates"] {
	const rates = Object.entries(Object(value)).map(([code, rate]): [string, number] => {
		requireCurrency(code, "rates");
		if (code === "usd" || !(Number(rate) > 0))
			throw invalidRequest("rates must be positive numbers by currency, without usd");
		return [code, Number(rate)];
	});
	return Object.fromEntries(rates);
}

function outcomeOf(body: Body): RenewalOutcome {
	return oneOf(body, "outcome", ["succeeds", "fails", "card"]) ?? "card";
}

function effectOf(body: Body): FaultEffect {
	const status = Number(body.status);
	if (Number.isInteger(status) && status >= 400) return status;
	return required({ effect: body.status ?? body.effect }, "effect", [
		"timeout",
		"reset",
		"after",
		"after-reset",
	]);
}
