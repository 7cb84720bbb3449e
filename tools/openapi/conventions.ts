import { MAX_TOKENS, SCOPES } from "../../worker/accounts/access-tokens/contract.ts";
import { MAX_KEY, MIN_ANONYMOUS_KEY } from "../../worker/api/idempotency/contract.ts";
import { API_DOCS_PATH, DESCRIBED_ORIGIN } from "../../worker/contract/api-docs.ts";
import { DEFAULT_APP_NAME } from "../../worker/contract/constants.ts";
import { paths } from "../../worker/contract/paths.ts";
import { RETENTION } from "../../worker/contract/retention.ts";

const CHAPTERS = [
	{
		name: "Stability",
		description: `The addresses under \`/api/v1\` are stable. Changes only add: operations, optional fields of requests, fields of responses, error codes, values of enumerations in responses. So ignore fields that you do not know, and treat an unknown error code by its status.

An operation that is going to be replaced says so in every response by \`Deprecation\` (RFC 9745), by \`Sunset\` (RFC 8594) once its end is decided, and by a \`Link\` to its replacement. The same routes without \`/v1\` serve the website and may change with it.`,
	},
	{
		name: "Access tokens",
		description: `A token acts for its creator with the permissions that it was given: ${SCOPES.map((scope) => `\`${scope}\``).join(", ")}. Each operation names what it needs; without it the response is 403 \`access_token.scope_missing\`, with the permission in \`details.scope\`. What changes the account, its sign-in, its page or its payouts, decides on direct payments, writes to buyers or changes what they may open (but for refunds) cannot be done with any token (403 \`access_token.not_allowed\`). An account can have ${MAX_TOKENS} tokens. A token that is not valid, or not any more, is answered with 401 \`access_token.invalid\` and \`WWW-Authenticate\`.

Without a token, requests of browsers on other sites are refused: calls that write have to come from the website itself, or from a program that sends neither cookies nor \`Origin\`. A call with a token may come from anywhere but gets no CORS headers, so scripts of other sites can't read what it answers: keep tokens on servers.`,
	},
	{
		name: "Errors",
		description: `Every failure is JSON: \`code\` is stable and made for programs, \`message\` is for people, \`requestId\` names the call to the operator. \`request.invalid\` lists what was refused in \`fields\`, by the field's dotted path. Some codes have a \`reason\` that says more, and \`details\`.

400 the request is wrong · 401 nobody is signed in · 402 not paid · 403 not allowed, or a limit is reached · 404 unknown, also what you may not know of · 409 the state does not allow it · 410 and 451 taken down · 413 too large · 415 type not accepted · 416 range · 429 too often · 503 something is away or paused.`,
	},
	{
		name: "Rate limits",
		description: `Each access token may make a number of calls a minute. Operations that anyone may call count too when a token comes with them; only the parts of an upload do not. Every response that was counted has \`RateLimit-Policy\` (the limit: \`"token";q=600;w=60\`) and \`RateLimit\` (what is left: \`"token";r=598;t=42\`, with the seconds until all are back). Over the limit the response is 429 \`rate.limited\` with \`Retry-After\` in seconds. Operations that anyone may call are limited by network.`,
	},
	{
		name: "Pages",
		description: `Lists that may grow long come in pages: the response has \`next\`, which is the query parameter \`after\` (or \`from\`) of the next page, and null on the last one. Where the response is an array, the header \`Link\` has the address of the next page, with \`rel="next"\` (RFC 8288), and is absent on the last one. All other lists are whole.`,
	},
	{
		name: "Repeating a call",
		description: `Calls that read, replace (\`PUT\`) or delete can be repeated. Every \`POST\` under \`/api/\` (not \`/mcp\`, which does not read it) takes the header \`Idempotency-Key\` (1 to ${MAX_KEY} printable ASCII characters, such as a UUID): for ${RETENTION.idempotencyHours} hours a repeated request with the same key and body has no second effect and gets the first one's response, with \`Idempotency-Replayed: true\`. Another body is refused (422 \`idempotency.key_reused\`); while the first is running the response is 409 \`idempotency.in_progress\`. Refusals before anything happened (such as 400, 403, 429) and 5xx are not kept: such a request can be sent again with the same key. Keys are the account's; callers without any credential need ${MIN_ANONYMOUS_KEY} characters at least. After 429 and 503 wait for \`Retry-After\` seconds.`,
	},
] as const;

export const API = {
	info: {
		title: `${DEFAULT_APP_NAME} API`,
		version: "1.0.0",
		license: { name: "MIT", identifier: "MIT" },
		contact: { name: "The operator", url: `${DESCRIBED_ORIGIN}${paths.support}` },
		description: `Upload and sell files by programs, make discount codes, refund sales, read sales, customers and payouts. A share's page, the link that buyers get, is \`/share/{shareId}\`.

Create an access token under Settings → Access tokens and send it with every call:

\`\`\`sh
curl -H "Authorization: Bearer $TILLBOX_TOKEN" ${DESCRIBED_ORIGIN}/api/v1/my-file-shares
curl -H "Authorization: Bearer $TILLBOX_TOKEN" ${DESCRIBED_ORIGIN}/api/v1/file-shares \\
  -F title="Summer presets" -F price=9.99 -F files=@presets.zip
\`\`\`

Bodies are JSON in UTF-8, with \`Content-Type: application/json\`, unless an operation says otherwise; with another type they are refused (400 \`request.malformed\`). A \`PATCH\` names at least one field. Amounts are decimal strings (\`"9.99"\`) in the \`currency\` beside them, or else in the creator's, which \`GET /api/v1/user\` tells; they have two decimals in every currency, \`.00\` where it has none (\`"1500.00"\` yen). Where a field says cents, it has hundredths of the unit of any currency; moments are ISO 8601 in UTC; sizes are bytes; ids are opaque strings.

${CHAPTERS.map(
	({ name, description }) => `## ${name}

${description}`,
).join("\n\n")}`,
	},
	servers: [{ url: DESCRIBED_ORIGIN, description: "This installation" }],
	externalDocs: {
		url: `${DESCRIBED_ORIGIN}${API_DOCS_PATH}`,
		description: "This description, for people",
	},
};
