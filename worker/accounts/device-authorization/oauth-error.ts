import type { Context } from "hono";
import type * as z from "zod";
import type { OAuthErrorBody, OAuthErrorCode } from "../../contract/device-authorization.ts";

/** A refusal in the form that OAuth clients expect, in place of the API's own (RFC 6749, 5.2). */
export class OAuthError extends Error {
	readonly body: OAuthErrorBody;

	constructor(error: OAuthErrorCode, description: string, extras: { interval?: number } = {}) {
		super(description);
		this.name = "OAuthError";
		this.body = { error, error_description: description, ...extras };
	}
}

/** Returns the fields of a body that is JSON or a form. Throws `invalid_request` for what is neither, or refused. */
export async function readOAuthInput<Schema extends z.ZodType>(
	c: Context,
	schema: Schema,
): Promise<z.output<Schema>> {
	const isJson = c.req.header("content-type")?.includes("json");
	const body = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => {
		throw new OAuthError("invalid_request", "The body is neither JSON nor a form.");
	});
	const { success, data, error } = schema.safeParse(body);
	if (success) return data;
	const [issue] = error.issues;
	const field = issue?.path.join(".");
	throw new OAuthError("invalid_request", field ? `${field}: ${issue?.message}` : "No fields.");
}

/** Responds with what `run` returns, or with status 400 and the OAuth error that it throws. */
export async function respondOAuth(c: Context, run: () => Promise<object>): Promise<Response> {
	c.header("Cache-Control", "no-store");
	try {
		return c.json(await run(), 200);
	} catch (error) {
		if (error instanceof OAuthError) return c.json(error.body, 400);
		throw error;
	}
}
