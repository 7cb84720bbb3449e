import type { Description } from "../describe.ts";
import type { JsonSchema } from "../type-schemas.ts";

export type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required?: boolean;
	description?: string;
	schema?: JsonSchema;
	example?: unknown;
};
type Content = Record<
	string,
	{ schema?: JsonSchema; example?: unknown; examples?: Record<string, unknown> }
>;
export type Responses = Record<
	string,
	{ description: string; headers?: Record<string, unknown>; content?: Content }
>;

export type Shown = {
	id: string;
	summary: string;
	description: string;
	/** `EVENT` for a message, with its type as `path` */
	method: string;
	path: string;
	isDeprecated: boolean;
	caller: "anyone" | "token" | "browser";
	parameters: Parameter[];
	body: Content | null;
	responses: Responses;
};

export type ShownArea = {
	name: string;
	slug: string;
	description: string;
	operations: Shown[];
	events: Shown[];
};

export const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

type Tag = { name: string; description?: string };
type Raw = {
	operationId: string;
	tags?: string[];
	summary?: string;
	description?: string;
	deprecated?: boolean;
	security?: Record<string, unknown>[];
	parameters?: (Parameter | { $ref: string })[];
	requestBody?: { content: Content };
	responses: Responses;
};

export function areasOf(description: Description): ShownArea[] {
	const shown = (path: string, method: string, raw: Raw): Shown => ({
		id: raw.operationId,
		summary: raw.summary ?? raw.operationId,
		description: raw.description ?? "",
		method: method.toUpperCase(),
		path,
		isDeprecated: raw.deprecated ?? false,
		caller: callerOf(raw),
		// The shared parameter is explained once.
		parameters: (raw.parameters ?? []).filter((one) => "name" in one),
		body: raw.requestBody?.content ?? null,
		responses: raw.responses,
	});
	const listed = (items: Record<string, Record<string, unknown>>, tag: string) =>
		Object.entries(items).flatMap(([path, methods]) =>
			Object.entries(methods as Record<string, Raw>)
				.filter(([, raw]) => raw.tags?.includes(tag))
				.map(([method, raw]) => shown(path, method, raw)),
		);
	return (description.tags as Tag[]).map((tag) => ({
		name: tag.name,
		slug: slugOf(tag.name),
		description: tag.description ?? "",
		operations: listed(description.paths, tag.name),
		events: listed(description.webhooks as Description["paths"], tag.name).map((event) => ({
			...event,
			id: event.path,
			method: "EVENT",
		})),
	}));
}

function callerOf({ security }: Raw): Shown["caller"] {
	if (!security?.length) return "anyone";
	return security.some((way) => "accessToken" in way) ? "token" : "browser";
}

/** The first part has no name. */
export function chaptersOf(text: string): { name: string; text: string }[] {
	return `\n${text}`.split(/\n(?=## )/).map((part) => {
		const [, name = "", rest = part] = /^## (.+)\n([\s\S]*)$/.exec(part) ?? [];
		return { name, text: rest };
	});
}
