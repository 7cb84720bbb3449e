import type { MiddlewareHandler, ValidationTargets } from "hono";
import type { ZodType } from "zod";
import type { Scope } from "../../accounts/access-tokens/contract.ts";
import type { ErrorCode } from "../../contract/errors.ts";

/** tools/openapi makes the API's description from these. */
export type Trait = {
	readonly errors: readonly ErrorCode[];
	/** the schema that validates a part of the request */
	readonly input?: {
		readonly target: keyof ValidationTargets;
		readonly schema: ZodType;
		/** a form may replace the JSON body */
		readonly alsoForm?: true;
	};
	/** a session, or also an access token with these permissions */
	readonly caller?: "session" | { readonly scopes: readonly Scope[] };
	readonly deprecated?: true;
};

const traits = new WeakMap<object, Trait>();

export function withTrait<Middleware extends object>(trait: Trait, middleware: Middleware) {
	traits.set(middleware, trait);
	return middleware;
}

export const traitOf = (handler: MiddlewareHandler | object): Trait | undefined =>
	traits.get(handler);
