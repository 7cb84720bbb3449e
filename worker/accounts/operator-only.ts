import { createMiddleware } from "hono/factory";
import type { AppEnv, CreatorCtx } from "../core/context.ts";
import { failure } from "../platform/errors.ts";
import { presentUser } from "./present.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { currentSession, FACTOR_FRESH_MS } from "./sessions.ts";

const OPERATOR_SESSION_MS = 12 * 60 * 60 * 1000;

/** The console's acts don't compile without an operator. */
export type OperatorCtx = CreatorCtx & {
	readonly operator: {
		readonly isFresh: boolean;
	};
};

export type OperatorEnv = {
	Bindings: Env;
	Variables: AppEnv["Variables"] & { operator: OperatorCtx };
};

/** Everyone except recently proven operators gets 404, as if the address didn't exist. */
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
	// The session is older than the second factor.
	if (secondFactorAt === null) throw failure("operator.confirm_required");
	c.set("operator", {
		...ctx,
		user: presentUser(user, now),
		operator: { isFresh: secondFactorAt > now - FACTOR_FRESH_MS },
	});
	await next();
});

/** For irreversible acts; must follow `operatorOnly`. */
export const freshlyConfirmed = createMiddleware<OperatorEnv>(async (c, next) => {
	if (!c.var.operator.operator.isFresh) throw failure("operator.confirm_required");
	await next();
});
