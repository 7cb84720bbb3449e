import * as z from "zod";
import * as collected from "../../worker/app.docs.ts";
import { app } from "../../worker/app.ts";
import { traitOf } from "../../worker/platform/http/traits.ts";
import type { RouteDocs } from "../../worker/route.docs.ts";

/** With its middleware's requirements. Schemas are JSON Schema of the wire's form. */
export type Route = {
	method: string;
	path: string;
	errors: string[];
	inputs: { target: string; schema: Record<string, unknown>; alsoForm?: true }[];
	/** null for anybody, or the permissions that an access token needs */
	caller: null | "session" | string[];
	deprecated: boolean;
};
const jsonSchemaOf = (schema: z.ZodType) =>
	z.toJSONSchema(schema, {
		io: "input",
		unrepresentable: "any",
		override: ({ jsonSchema }) => {
			// The format suffices.
			if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
			const { additionalProperties: others } = jsonSchema;
			if (others instanceof Object && Object.keys(others).length === 0)
				jsonSchema.additionalProperties = true;
		},
	});
const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Handlers for all methods or paths aren't routes. */
export function routes(): Route[] {
	const found = new Map<string, Route>();
	for (const { method, path, handler } of app.routes) {
		if (!METHODS.has(method) || path.includes("*")) continue;
		const key = `${method} ${path}`;
		const route: Route = found.get(key) ?? {
			method,
			path,
			errors: [],
			inputs: [],
			caller: null,
			deprecated: false,
		};
		found.set(key, route);
		const trait = traitOf(handler);
		if (!trait) continue;
		route.errors.push(...trait.errors);
		if (trait.caller)
			route.caller = trait.caller === "session" ? "session" : [...trait.caller.scopes];
		if (trait.deprecated) route.deprecated = true;
		if (trait.input)
			route.inputs.push({
				target: trait.input.target,
				...(trait.input.alsoForm && { alsoForm: true }),
				schema: jsonSchemaOf(trait.input.schema),
			});
	}
	return [...found.values()];
}

export const docs: RouteDocs = collected.ROUTE_DOCS;

/** Empty if each route is described, and each description has a route. */
export const gaps = (existing = collected.routesOf(app)): string[] => collected.gaps(existing);

/** By `METHOD /path`, the bodies that their routes refuse, and why. */
export function refused(bodies: Readonly<Record<string, unknown>>): string[] {
	return app.routes.flatMap(({ method, path, handler }) => {
		const key = `${method} ${path}`;
		const input = traitOf(handler)?.input;
		if (input?.target !== "json" || !(key in bodies)) return [];
		const { error } = input.schema.safeParse(bodies[key]);
		return error ? [`${key}: ${z.prettifyError(error)}`] : [];
	});
}
