import { readFile } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { nextPageOf } from "../../../../worker/contract/pages.ts";
import type { Api, CallOptions } from "../api/api.ts";
import { brokenOff } from "../api/http.ts";
import { command } from "../arguments/command.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import { readInput } from "../output/ask.ts";
import { safeJson } from "../output/text.ts";
import type { Session } from "../session.ts";
import { objectOf, readField } from "./api-fields.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

const OPTIONS = {
	method: {
		type: "string",
		short: "X",
		value: "METHOD",
		choices: METHODS,
		about: "GET, or POST where a body is sent",
	},
	field: {
		type: "string",
		short: "F",
		value: "NAME=VALUE",
		multiple: true,
		about: "a field: numbers, true, false and null as such; @FILE reads a text",
	},
	"raw-field": {
		type: "string",
		short: "f",
		value: "NAME=VALUE",
		multiple: true,
		about: "a field that is a text whatever it looks like",
	},
	input: { type: "string", value: "FILE", about: "the body; - reads it from standard input" },
	header: {
		type: "string",
		short: "H",
		value: "NAME:VALUE",
		multiple: true,
		about: "a header of the request",
	},
	include: { type: "boolean", short: "i", about: "print status and headers before the body" },
	paginate: { type: "boolean", about: "fetch all pages of a list, one a line" },
} as const;

export const api = command({
	name: "api",
	about: "call the API with your token",
	operands: "PATH",
	count: [1, 1],
	options: OPTIONS,
	examples: [
		{ line: "tillbox api user", about: "the same as /api/v1/user" },
		{
			line: "tillbox api file-shares/SHARE -X PATCH -f price=9.00",
			about: "amounts are texts: -f, not -F",
		},
		{
			line: "tillbox api discounts -f code=SPRING -F percent=20 -F shareIds[]=SHARE",
			about: "a list, and a number",
		},
		{
			line: "tillbox api sales --paginate | jq -r '.sales[].id'",
			about: "every page is a line of JSON",
		},
		{
			line: "tillbox api webhooks/endpoints --input endpoint.json",
			about: "a body from a file",
		},
	],
	notes: [
		"Fields are the query of GET and HEAD, else a JSON body, in which a[b] is a field of a, and a[] an item of it. A POST gets an Idempotency-Key, unless --header gives one.",
		"The body of the response is printed as it is, also with --json. A refusal is told as by every command.",
		"SERVER/docs/api lists the calls.",
	],
	run: async (session, { options, operands: [given = ""] }) => {
		const fields = await Promise.all([
			...(options.field ?? []).map((text) => readField({ text, isRaw: false })),
			...(options["raw-field"] ?? []).map((text) => readField({ text, isRaw: true })),
		]);
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
		if (isRead) {
			const address = withQuery(path, fields);
			if (options.paginate) return printPages(session, api, address, headers);
			const response = await api.open(method, address, { headers });
			return print(session, api.http.origin, response, options.include);
		}
		const body: CallOptions =
			input !== undefined
				? {
						headers: { "content-type": "application/json", ...headers },
						body: await (input === "-" ? readInput() : fileAt(input)).then(Buffer.from),
					}
				: { headers, ...(fields.length > 0 && { json: objectOf(fields) }) };
		const response = await api.open(method, path, body);
		await print(session, api.http.origin, response, options.include);
	},
});

const fileAt = (path: string): Promise<string> =>
	readFile(path, "utf8").catch((cause: Error) => {
		throw new CliFailure("file.missing", EXIT.file, `--input: ${cause.message}`, { cause });
	});

/**
 * Returns the path of a call of the API, given that with or without `/api`, or its whole address. Throws a usage
 * failure for anything else: the token must go nowhere else.
 */
export function pathOf(given: string, origin: string): string {
	const text = /^(https?:|\/)/i.test(given) ? given : `/${given.replace(/^(?!api\/)/, "api/")}`;
	const url = URL.canParse(text, origin) ? new URL(text, origin) : null;
	if (url?.origin !== origin || !url.pathname.startsWith("/api/"))
		throw usageFailure(`“${given}” is no call of the API of ${origin}.`, [
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

function withQuery(path: string, fields: readonly (readonly [string, unknown])[]): string {
	if (fields.length === 0) return path;
	const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
	return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Prints a response as its bytes arrive. */
async function print(
	{ out, signal }: Session,
	origin: string,
	response: IncomingMessage,
	isIncluded: boolean | undefined,
): Promise<void> {
	if (isIncluded) {
		const { statusCode, statusMessage, rawHeaders } = response;
		const lines = rawHeaders.flatMap((name, at) =>
			at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
		);
		out.raw(`HTTP/1.1 ${statusCode} ${statusMessage}\n${lines.join("\n")}\n\n`);
	}
	try {
		await out.rawBytes(response);
	} catch (cause) {
		signal.throwIfAborted();
		throw Object.assign(brokenOff(origin, cause), { cause });
	}
}

/** Prints all pages of a list, one a line: a page has the next one's place in its body or in the header `Link`. */
async function printPages(
	{ out }: Session,
	api: Api,
	path: string,
	headers: Readonly<Record<string, string>>,
): Promise<void> {
	for (let address: string | null = path; address !== null; ) {
		const page: { body: unknown; headers: IncomingHttpHeaders } = await api.response(
			"GET",
			address,
			{ headers },
		);
		out.raw(`${safeJson(page.body)}\n`);
		const { next = null } = (page.body ?? {}) as { next?: string | number | null };
		const after = next ?? nextPageOf(String(page.headers.link));
		// The files of an unfinished upload are counted, all else is named.
		address =
			after === null ? null : withPage(path, typeof after === "number" ? "from" : "after", after);
	}
}

function withPage(path: string, name: string, place: string | number): string {
	const [bare = "", search] = path.split("?");
	const query = new URLSearchParams(search);
	query.set(name, String(place));
	return `${bare}?${query}`;
}
