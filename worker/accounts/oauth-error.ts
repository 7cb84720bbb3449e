import type { Context, TypedResponse } from "hono";
import type { output, ZodType } from "zod";
import type { OAuthErrorBody, OAuthErrorCode } from "../contract/accounts/applications.ts";
import type { AppEnv } from "../core/context.ts";
import { withTrait } from "../platform/http/traits.ts";

/** A refusal in the form that OAuth clients expect, instead of the API's own (RFC 6749, 5.2). */
export class OAuthError extends Error {
	readonly body: OAuthErrorBody;
	/** 401 if the program itself is unknown (RFC 6749, 5.2) */
	readonly status: 400 | 401;

	constructor(error: OAuthErrorCode, description: string) {
		super(description);
		this.name = "OAuthError";
		this.status = error === "invalid_client" ? 401 : 400;
		// RFC 6749 allows neither quotation marks nor non-ASCII characters here (5.2).
		const error_description = description.replaceAll(/["\\]|[^ -~]/g, "'");
		this.body = { error, error_description };
	}
}

/** Parses fields by a schema. Throws OAuthError `invalid_request` for invalid ones. */
function parsed<Schema extends ZodType>(schema: Schema, fields: unknown): output<Schema> {
	const { success, data, error } = schema.safeParse(fields);
	if (success) return data;
	const [issue] = error.issues;
	const field = issue?.path.join(".") ?? "";
	// Some schemas already name the field.
	const message = issue?.message.startsWith(field) ? issue.message : `${field}: ${issue?.message}`;
	throw new OAuthError("invalid_request", field ? message : "No fields.");
}

const WRONG_BODY =
	"The body could not be read. Send it as application/x-www-form-urlencoded, with that as its Content-Type.";

/** Returns the fields of a JSON or form body; a field that a form repeats is a list (RFC 6749, 3.2). */
async function readFields({ req }: Context): Promise<unknown> {
	const isJson = req.header("content-type")?.includes("json");
	const fields = await (isJson ? req.json() : req.parseBody({ all: true })).catch(() => null);
	// A body of another type, or JSON sent as a form, has no fields.
	const [first = "{"] = Object.keys(Object(fields));
	if (first.startsWith("{")) throw new OAuthError("invalid_request", WRONG_BODY);
	return fields;
}

type Responses<Result> = Response &
	(TypedResponse<Result, 200 | 201, "json"> | TypedResponse<OAuthErrorBody, 400 | 401, "json">);

/**
 * A handler that responds with the result of `run` for the request's fields, or with the OAuth error that it throws.
 */
export function oauthHandler<Schema extends ZodType, Result extends object>(
	schema: Schema,
	run: (c: Context<AppEnv>, input: output<Schema>) => Promise<Result>,
	status: 200 | 201 = 200,
) {
	const handler = async (c: Context<AppEnv>): Promise<Responses<Result>> => {
		c.header("Cache-Control", "no-store");
		try {
			// Both results are JSON already, which Hono can't infer from a generic type.
			const result = await run(c, parsed(schema, await readFields(c)));
			return c.json(result, status) as Responses<Result>;
		} catch (error) {
			if (!(error instanceof OAuthError)) throw error;
			if (error.status === 401) c.header("WWW-Authenticate", 'Basic realm="oauth"');
			return c.json(error.body, error.status);
		}
	};
	return withTrait({ errors: [], input: { target: "json", schema, alsoForm: true } }, handler);
}
