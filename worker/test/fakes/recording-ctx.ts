import { env } from "cloudflare:workers";
import { type Ctx, makeCtx } from "../../core/context.ts";
import { handlers } from "../../handlers.ts";
import { testCtx } from "../fixtures/test-app.ts";

type Queries = Pick<D1Database, "prepare">;

function recorded<T extends Queries>(queries: T, statements: string[]): T {
	return new Proxy(queries, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				if (name === "prepare") statements.push(String(args[0]));
				const result: unknown = Reflect.apply(value, target, args);
				return name === "withSession" ? recorded(result as Queries, statements) : result;
			};
		},
	});
}

/** Records the text of each statement sent. */
export function recordingCtx(overrides: Partial<Ctx> = {}): { ctx: Ctx; statements: string[] } {
	const statements: string[] = [];
	const { db, replica } = makeCtx(
		{ ...env, DB: recorded(env.DB, statements) },
		{ handlers, waitUntil: () => {} },
	);
	return { ctx: { ...testCtx(), db, replica, ...overrides }, statements };
}
