import type { Call } from "../../../client/src/calls.ts";
import { choice, command, flag, option, repeatable } from "../arguments/command.ts";
import { textIn } from "../arguments/values.ts";
import { usageFailure } from "../failures.ts";
import { readInput } from "../output/ask.ts";
import { safeJson } from "../output/text.ts";
import { objectOf, readField } from "./api-fields.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export const api = command(
	"api <PATH>",
	"call the API with your token",
	{
		options: {
			method: { ...choice(METHODS, "GET, or POST if a body is sent"), short: "-X" },
			field: repeatable(
				"NAME=VALUE",
				"a field: numbers, true, false and null as such; @FILE reads a text",
				"-F",
			),
			rawField: repeatable("NAME=VALUE", "a field that is a text whatever it looks like", "-f"),
			input: option("FILE", "the body; - reads it from standard input"),
			header: repeatable("NAME:VALUE", "a header of the request", "-H"),
			include: flag("print status and headers before the body", "-i"),
			paginate: flag("fetch all pages of a list, one a line"),
		},
		examples: [
			"tillbox api user # the same as /api/v1/user",
			"tillbox api file-shares/SHARE -X PATCH -f price=9.00 # amounts are texts: -f, not -F",
			"tillbox api discounts -f code=SPRING -F percent=20 -F shareIds[]=SHARE # a list, and a number",
			"tillbox api sales --paginate | jq -r '.sales[].id' # every page is a line of JSON",
			"tillbox api webhooks/endpoints --input endpoint.json # a body from a file",
		],
		note: "Fields are the query of GET and HEAD, else a JSON body, in which a[b] is a field of a, and a[] an item of it. The body of the response is printed as it is, also with --json. SERVER/docs/api lists the calls.",
	},
	async (session, options, given) => {
		const fields = [
			...(options.field ?? []).map((text) => readField({ text, isRaw: false })),
			...(options.rawField ?? []).map((text) => readField({ text, isRaw: true })),
		];
		const { input } = options;
		if (input !== undefined && fields.length > 0)
			throw usageFailure("--input is the whole body: leave out the fields.");
		const method = options.method ?? (input !== undefined || fields.length > 0 ? "POST" : "GET");
		const isRead = method === "GET" || method === "HEAD";
		if (isRead && input !== undefined) throw usageFailure(`${method} has no body.`);
		if (options.paginate && method !== "GET")
			throw usageFailure("--paginate needs the method GET.");
		const api = await session.api();
		const path = pathOf(given, api.http.origin);
		const headers = headersOf(options.header ?? []);
		const call: Call = { headers };
		if (isRead) call.query = Object.fromEntries(fields);
		else if (input !== undefined) {
			call.headers = { "content-type": "application/json", ...headers };
			call.body = Buffer.from(input === "-" ? await readInput() : textIn(input, "--input"));
		} else if (fields.length > 0) call.body = objectOf(fields);
		if (options.paginate) {
			for await (const { body } of api.pages(path, call)) session.out.raw(`${safeJson(body)}\n`);
			return;
		}
		const { status, statusText, headers: received, body } = await api.open(method, path, call);
		if (options.include) {
			const lines = [...received].map(([name, value]) => `${name}: ${value}\n`);
			session.out.raw(`HTTP/1.1 ${status} ${statusText}\n${lines.join("")}\n`);
		}
		await session.out.rawBytes(body);
	},
);

/** Reads a path with or without `/api`, or an address. Throws for anything else, which must not get the token. */
export function pathOf(given: string, origin: string): string {
	const text = /^(https?:|\/)/i.test(given) ? given : `/${given.replace(/^(?!api\/)/, "api/")}`;
	const url = URL.canParse(text, origin) ? new URL(text, origin) : null;
	if (url?.origin !== origin || !url.pathname.startsWith("/api/"))
		throw usageFailure(`“${given}” is not an API path of ${origin}.`, [
			"It looks like user, /api/user or /api/v1/user.",
		]);
	return url.pathname + url.search;
}

function headersOf(lines: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		lines.map((line) => {
			const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/.exec(line) ?? [];
			if (name === undefined || value === undefined)
				throw usageFailure(`A header is written NAME:VALUE, not “${line}”.`);
			return [name.toLowerCase(), value];
		}),
	);
}
