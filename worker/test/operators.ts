import { eq } from "drizzle-orm";
import { sessions } from "../accounts/tables.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { users } from "../users/tables.ts";
import { makeCreator, request, testCtx, withVariables } from "./test-app.ts";

/**
 * Makes an account that stands in `OPERATORS`, with a second factor that was proven `secondFactorAgo` ms ago.
 * `page` and `act` send requests of its browser.
 */
export async function makeOperator({ secondFactorAgo = 0 } = {}) {
	const { db, now } = testCtx();
	const operator = await makeCreator({ emailVerifiedAt: 1, totpConfirmedAt: 1 });
	const tokenHash = await sha256(operator.cookies["__Host-session"] ?? "");
	await db
		.update(sessions)
		.set({ secondFactorAt: now() - secondFactorAgo })
		.where(eq(sessions.tokenHash, tokenHash));
	const variables = { OPERATORS: `nobody@example.test, ${operator.user.email.toUpperCase()}` };
	const { cookies } = operator;
	return {
		...operator,
		tokenHash,
		page: (path: string) =>
			withVariables(variables, () => request(path, { cookies, redirect: "manual" })),
		act: (path: string, fields: Record<string, string> = {}) =>
			withVariables(variables, () =>
				request(path, {
					method: "POST",
					cookies,
					redirect: "manual",
					headers: { "content-type": "application/x-www-form-urlencoded" },
					body: new URLSearchParams(fields).toString(),
				}),
			),
		demote: () =>
			db.update(users).set({ totpConfirmedAt: null }).where(eq(users.id, operator.user.id)),
	};
}
