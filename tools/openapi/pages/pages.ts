import { API_DOCS_PATH, DESCRIBED_ORIGIN } from "../../../worker/contract/api-docs.ts";
import { ERRORS } from "../../../worker/contract/errors.ts";
import { HEADERS } from "../../../worker/headers.docs.ts";
import type { Description } from "../describe.ts";
import type { JsonSchema } from "../type-schemas.ts";
import {
	areasOf,
	chaptersOf,
	type Responses,
	type Shown,
	type ShownArea,
	slugOf,
} from "./document.ts";
import { fieldItem, fieldList } from "./fields.ts";
import { codeBlock, type Html, markdown, markup, plain } from "./markdown.ts";
import { asJson, LANGUAGES, type Language, samplesOf } from "./samples.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

const USUAL_HEADERS = ["RateLimit", "RateLimit-Policy", "Idempotency-Replayed"];

const FIRST_CALL = `import { Tillbox } from "@tillbox/client";

const tillbox = new Tillbox({
  server: "${DESCRIBED_ORIGIN}",
  token: process.env.TILLBOX_TOKEN,
});
for await (const sale of tillbox.list("/api/v1/sales")) console.log(sale.title, sale.price);`;

/**
 * Returns content by file name below `docs/`: an overview, a page for each area, and one of all error codes. They work
 * without the script, which adds search, copy buttons and the choice of language.
 */
export function renderPages(description: Description): Map<string, string> {
	const areas = areasOf(description);
	const schemas = description.components.schemas;
	const { title } = description.info;
	const chapters = chaptersOf(
		description.info.description.replaceAll("https://…/", `${DESCRIBED_ORIGIN}/`),
	);
	const usual = usualErrors(areas);
	const page = (slug: string, heading: string, about: string, main: Html) =>
		String(frame({ title, slug, heading, about, areas, main }));
	const [introduction, ...rest] = chapters;
	return new Map([
		[
			"api.html",
			page(
				"",
				title,
				plain(introduction?.text ?? ""),
				markup`${markdown(introduction?.text ?? "")}
${codeBlock(FIRST_CALL, "JavaScript, with the client in packages/client of Tillbox")}
<h2 id="areas">What it can do</h2>
<ul class="cards">${areas.map(
					(area) =>
						markup`<li><a href="${addressOf(area.slug)}">${area.name}</a><p>${firstSentence(area.description)}</p></li>`,
				)}</ul>
${rest.map(({ name, text }) => markup`<section><h2 id="${slugOf(name)}"><a href="#${slugOf(name)}">${name}</a></h2>${markdown(text)}</section>`)}`,
			),
		],
		...areas.map((area): [string, string] => [
			`api/${area.slug}.html`,
			page(
				area.slug,
				area.name,
				plain(area.description),
				markup`${markdown(area.description)}${endpointList(area)}${area.operations.map((operation) => operationSection(operation, schemas, usual))}${area.events.length > 0 ? markup`<h2 id="events">Events</h2>` : ""}${area.events.map((event) => eventSection(event, schemas))}`,
			),
		]),
		[
			"api/errors.html",
			page("errors", "Error codes", "Every error code of the API.", errorCodes()),
		],
		["api/search.json", JSON.stringify(searchIndex(areas, rest))],
	]);
}

const addressOf = (slug: string, id = "") =>
	`${API_DOCS_PATH}${slug && `/${slug}`}${id && `#${id}`}`;

const firstSentence = (text: string) =>
	/^[\s\S]*?[.!?](?=\s|$)/.exec(plain(text))?.[0] ?? plain(text);

type Frame = {
	title: string;
	slug: string;
	heading: string;
	about: string;
	areas: ShownArea[];
	main: Html;
};

function frame({ title, slug, heading, about, areas, main }: Frame): Html {
	const languages = Object.entries(LANGUAGES).map(
		([name, label], at) =>
			markup`<label><input type="radio" name="language" id="in-${name}" value="${name}"${at === 0 ? markup` checked` : ""}> ${label}</label>`,
	);
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading === title ? title : `${heading} – ${title}`}</title>
<meta name="description" content="${about.slice(0, 155)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/api.css">
<script src="/boot.js"></script>
<script src="/docs/api.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<button type="button" popovertarget="contents">Contents</button>
<a class="home" href="${API_DOCS_PATH}">${title}</a>
<search hidden><input type="search" aria-label="Search the API" placeholder="Search" autocomplete="off" aria-controls="results"><div id="results" role="region" aria-label="Search results" aria-live="polite"></div></search>
<fieldset><legend>Code samples in</legend>${languages}</fieldset>
</header>
<div class="columns">
<nav id="contents" popover aria-label="Contents">${contents(slug, areas)}</nav>
<main id="main" tabindex="-1"><h1>${heading}</h1>
${main}
</main>
</div>
</body>
</html>
`;
}

function contents(slug: string, areas: ShownArea[]): Html {
	const link = (own: string, name: string) =>
		markup`<a href="${addressOf(own)}"${own === slug ? markup` aria-current="page"` : ""}>${name}</a>`;
	return markup`<ul><li>${link("", "Overview")}</li>${areas.map((area) => markup`<li>${link(area.slug, area.name)}${area.slug === slug ? markup`<ul>${[...area.operations, ...area.events].map(({ id, summary, method }) => markup`<li><a href="#${id}">${method === "EVENT" ? id : summary}</a></li>`)}</ul>` : ""}</li>`)}<li>${link("errors", "Error codes")}</li></ul>
<ul><li><a href="/api/openapi.json">openapi.json</a></li><li><a href="/settings">Access tokens</a></li><li><a href="/">Home</a></li></ul>`;
}

const endpointList = ({ operations }: ShownArea): Html =>
	markup`<ul class="endpoints" aria-label="Operations">${operations.map(
		({ id, method, path }) => markup`<li><a href="#${id}">${route(method, path)}</a></li>`,
	)}</ul>`;

/** Paths can break after slashes. */
const route = (method: string, path: string): Html =>
	markup`<b class="${method.toLowerCase()}">${method}</b> <code>${path.split(/(?<=\/)/).map((word) => markup`${word}<wbr>`)}</code>`;

function operationSection(operation: Shown, schemas: Schemas, usual: Set<string>): Html {
	const { id, summary, method, path, description, isDeprecated, caller } = operation;
	const samples = samplesOf(operation);
	const example = exampleOf(operation);
	return markup`<section class="operation" id="${id}">
<div>
<h2><a href="#${id}">${summary}</a>${isDeprecated ? markup` <em>deprecated</em>` : ""}</h2>
<p class="route">${route(method, path)}</p>
${markdown(description)}${caller === "browser" ? markup`<p class="facts">For a signed-in browser or a buyer’s; it can’t be called with an access token.</p>` : ""}
${(["path", "query", "header"] as const).map((place) => parameterList(operation, place, schemas))}${bodyFields(operation, schemas)}${responseFields(operation, schemas)}${errorList(operation, usual)}
</div>
${
	samples || example !== undefined
		? markup`<div class="samples">${Object.entries(samples ?? {}).map(([language, code]) =>
				codeBlock(code, LANGUAGES[language as Language], language),
			)}${example === undefined ? "" : codeBlock(asJson(example), "Response")}</div>`
		: ""
}
</section>`;
}

function eventSection({ path, summary, body }: Shown, schemas: Schemas): Html {
	const schema = body?.["application/json"]?.schema ?? {};
	return markup`<section class="operation" id="${path}"><div>
<h3><a href="#${path}">${path}</a></h3><p>${summary}.</p>${details("Fields", fieldList(schema, { schemas, isResponse: true }))}
</div></section>`;
}

const details = (summary: string | Html, content: Html): Html =>
	String(content) ? markup`<details><summary>${summary}</summary>${content}</details>` : markup``;

const PLACES = { path: "In the path", query: "Query", header: "Headers" } as const;

function parameterList({ parameters }: Shown, place: keyof typeof PLACES, schemas: Schemas): Html {
	const own = parameters.filter((one) => one.in === place);
	if (own.length === 0) return markup``;
	return markup`<h3>${PLACES[place]}</h3><ul class="fields">${own.map(
		({ name, schema = {}, required = false, description = "" }) =>
			fieldItem(
				name,
				schema,
				{ schemas, isResponse: false },
				{ isRequired: required, description },
			),
	)}</ul>`;
}

function bodyFields({ body }: Shown, schemas: Schemas): Html {
	const [type = "", content] = Object.entries(body ?? {})[0] ?? [];
	if (!content) return markup``;
	const { schema = {} } = content;
	const text = type === "application/json" ? "" : String(schema.description ?? "");
	return markup`<h3>Body${type === "application/json" ? "" : markup` <code>${type}</code>`}</h3>${text ? markdown(text) : ""}${fieldList(schema, { schemas, isResponse: false })}`;
}

function responseFields({ responses }: Shown, schemas: Schemas): Html {
	const own = Object.entries(responses).filter(([, response]) => codesIn(response).length === 0);
	return markup`<h3>Response</h3>${own.map(([status, { description, content, headers }]) => {
		const [type, { schema = {} } = {}] = Object.entries(content ?? {})[0] ?? [];
		const names = Object.keys(headers ?? {}).filter((name) => !USUAL_HEADERS.includes(name));
		const text = type === "application/json" || !type ? "" : `${schema.description ?? ""}`;
		const fields = fieldList(schema, { schemas, isResponse: true });
		const list = schema.type === "array" ? "Fields of each entry" : "Fields";
		return markup`<p><b>${status}</b> ${plain(description)}${type && type !== "application/json" ? markup` <code>${type}</code> ${text}` : ""}</p>${names.length > 0 && status === own[0]?.[0] ? markup`<ul class="fields">${names.map((name) => markup`<li><p><code>${name}</code></p>${markdown(HEADERS[name as keyof typeof HEADERS] ?? "")}</li>`)}</ul>` : ""}${details(list, fields)}`;
	})}`;
}

/** Each error of a response has an example. */
const codesIn = ({ content }: Responses[string]): string[] =>
	Object.keys(content?.["application/json"]?.examples ?? {}).filter((code) => code in ERRORS);

const codesOf = ({ responses }: Shown): [string, string[]][] =>
	Object.entries(responses).map(([status, response]) => [status, codesIn(response)]);

/** Errors of every operation of a method aren't listed for each. */
function usualErrors(areas: ShownArea[]): Set<string> {
	const all = areas.flatMap(({ operations }) => operations);
	const usual = new Set<string>();
	for (const method of new Set(all.map((one) => one.method))) {
		const own = all
			.filter((one) => one.method === method)
			.map((one) => new Set(codesOf(one).flatMap(([, codes]) => codes)));
		for (const code of own[0] ?? [])
			if (own.every((codes) => codes.has(code))) usual.add(`${method} ${code}`);
	}
	return usual;
}

function errorList(operation: Shown, usual: Set<string>): Html {
	const rows = codesOf(operation).flatMap(([status, codes]) => {
		const own = codes.filter((code) => !usual.has(`${operation.method} ${code}`));
		return own.length > 0 ? [{ status, own }] : [];
	});
	if (rows.length === 0) return markup``;
	return details(
		"Errors",
		markup`<ul class="fields">${rows.map(({ status, own }) => markup`<li><p><b>${status}</b> ${own.map((code, at) => markup`${at > 0 ? ", " : ""}<a href="${addressOf("errors", code)}"><code>${code}</code></a>`)}</p></li>`)}</ul><p class="facts">And those that <a href="${addressOf("", "errors")}">any call may get</a>.</p>`,
	);
}

function exampleOf({ responses }: Shown): unknown {
	return Object.entries(responses).find(([status]) => Number(status) < 300)?.[1].content?.[
		"application/json"
	]?.example;
}

function errorCodes(): Html {
	const codes = Object.entries(ERRORS).sort(([a], [b]) => a.localeCompare(b));
	const statuses = [...new Set(codes.map(([, [status]]) => status))].sort((a, b) => a - b);
	return markup`<p>Decide by the code; the message is for people, and may change.</p>${statuses.map(
		(status) =>
			markup`<section><h2 id="status-${status}">${status}</h2><ul class="fields">${codes
				.filter(([, [own]]) => own === status)
				.map(
					([code, [, message]]) =>
						markup`<li id="${code}"><p><code>${code}</code></p><p>${message}</p></li>`,
				)}</ul></section>`,
	)}`;
}

function searchIndex(areas: ShownArea[], chapters: { name: string; text: string }[]): string[][] {
	return [
		...chapters.map(({ name, text }) => [
			name,
			"Chapter",
			addressOf("", slugOf(name)),
			plain(text),
		]),
		...areas.flatMap(({ slug, operations, events }) => [
			...operations.map(({ id, summary, method, path, description, parameters }) => [
				summary,
				`${method} ${path}`,
				addressOf(slug, id),
				plain(`${id} ${description} ${parameters.map(({ name }) => name).join(" ")}`),
			]),
			...events.map(({ path, summary }) => [path, "Event", addressOf(slug, path), summary]),
		]),
		...Object.entries(ERRORS).map(([code, [status, message]]) => [
			code,
			`Error ${status}`,
			addressOf("errors", code),
			message,
		]),
	];
}
