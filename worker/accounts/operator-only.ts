import { createMiddleware } from "hono/factory";
import type { AppEnv, CreatorCtx } from "../core/context.ts";
import { failure } from "../platform/errors.ts";
import { presentUser } from "./present.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { currentSession, FACTOR_FRESH_MS } from "./sessions.ts";

/** An operator's session is valid for less time than others. */
const OPERATOR_SESSION_MS = 12 * 60 * 60 * 1000;

/** A context with an operator, so that acts of the console don't compile without one. */
export type OperatorCtx = CreatorCtx & {
	readonly operator: {
		/** the second factor was proven within the last five minutes */
		readonly isFresh: boolean;
	};
};

export type OperatorEnv = {
	Bindings: Env;
	Variables: AppEnv["Variables"] & { operator: OperatorCtx };
};

/**
 * Middleware: requires a signed-in account whose confirmed address is in `OPERATORS`, with a second factor proven in
 * this session, which began at most twelve hours ago. Everyone else gets 404, as if the address didn't exist.
 */
export const operatorOnly = createMiddleware<OperatorEnv>(async (c, next) => {
	const ctx = c.var.ctx;
	const session = await currentSession(ctx);
	if (!session) throw failure("auth.required");
	const { user, createdAt, secondFactorAt } = session;
	const isNamed = ctx.config.OPERATORS.includes(user.email.toLowerCase());
	if (!isNamed || user.emailVerifiedAt === null || user.suspendedAt !== null)
		throw failure("not_found");
	if (!(await hasSecondFactor(ctx, user.id))) throw failure("operator.factor_required");
	const now = ctx.now();
	if (createdAt < now - OPERATOR_SESSION_MS) throw failure("operator.sign_in_again");
	// The session began before there was a second factor.
	if (secondFactorAt === null) throw failure("operator.confirm_required");
	c.set("operator", {
		...ctx,
		user: presentUser(user, now),
		operator: { isFresh: secondFactorAt > now - FACTOR_FRESH_MS },
	});
	await next();
});

/** Middleware after `operatorOnly`, for what can't be undone: requires a fresh confirmation (403). */
export const freshlyConfirmed = createMiddleware<OperatorEnv>(async (c, next) => {
	if (!c.var.operator.operator.isFresh) throw failure("operator.confirm_required");
	await next();
});
