import type { Context, TypedResponse } from "hono";
import type { output, ZodType } from "zod";
import type { AppEnv } from "../core/context.ts";
import { withTrait } from "../platform/http/traits.ts";
import type { OAuthErrorBody, OAuthErrorCode } from "./applications/contract/applications.ts";

/** Responds as OAuth clients expect instead of as our API does (RFC 6749, 5.2). */
export class OAuthError extends Error {
	readonly body: OAuthErrorBody;
	readonly status: 400 | 401;

	constructor(error: OAuthErrorCode, description: string) {
		super(description);
		this.name = "OAuthError";
		this.status = error === "invalid_client" ? 401 : 400;
		// Quotation marks and non-ASCII characters aren't allowed (RFC 6749, 5.2).
		const error_description = description.replaceAll(/["\\]|[^ -~]/g, "'");
		this.body = { error, error_description };
	}
}

function parsed<Schema extends ZodType>(schema: Schema, fields: unknown): output<Schema> {
	const { success, data, error } = schema.safeParse(fields);
	if (success) return data;
	const [issue] = error.issues;
	const field = issue?.path.join(".") ?? "";
	// Some messages name the field already.
	const message = issue?.message.startsWith(field) ? issue.message : `${field}: ${issue?.message}`;
	throw new OAuthError("invalid_request", field ? message : "No fields.");
}

const WRONG_BODY =
	"The body could not be read. Send it as application/x-www-form-urlencoded, with that as its Content-Type.";

/** A field that a form repeats becomes a list (RFC 6749, 3.2). */
async function readFields({ req }: Context): Promise<unknown> {
	const isJson = req.header("content-type")?.includes("json");
	const fields = await (isJson ? req.json() : req.parseBody({ all: true })).catch(() => null);
	// JSON sent as a form is one field that begins with a brace.
	const [first = "{"] = Object.keys(Object(fields));
	if (first.startsWith("{")) throw new OAuthError("invalid_request", WRONG_BODY);
	return fields;
}

type Responses<Result> = Response &
	(TypedResponse<Result, 200 | 201, "json"> | TypedResponse<OAuthErrorBody, 400 | 401, "json">);

export function oauthHandler<Schema extends ZodType, Result extends object>(
	schema: Schema,
	run: (c: Context<AppEnv>, input: output<Schema>) => Promise<Result>,
	status: 200 | 201 = 200,
) {
	const handler = async (c: Context<AppEnv>): Promise<Responses<Result>> => {
		c.header("Cache-Control", "no-store");
		try {
			// Both are JSON already, which Hono can't infer from a generic type.
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
