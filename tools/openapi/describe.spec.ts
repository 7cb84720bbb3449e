import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { publishedDescription, strictDescription } from "./build.ts";
import { publicPath } from "./describe.ts";
import { loadRoutes } from "./load-routes.ts";
import { gapsIn } from "./undescribed.ts";

const app = await loadRoutes();

it("describes every route of the app, or says why not", () => {
	expect(app.gaps()).toEqual([]);
});

it("finds routes without a description, and descriptions without a route", () => {
	const existing = Object.keys(app.docs);
	expect(app.gaps([...existing, "GET /api/new-thing"])).toEqual([
		expect.stringMatching(/^GET \/api\/new-thing is not described/),
	]);
	expect(app.gaps(existing.filter((route) => route !== "GET /api/drafts"))).toEqual([
		expect.stringMatching(/^The app has no GET \/api\/drafts/),
	]);
});

it("names the permission that each route's test expects", async () => {
	const expected = Object.entries(app.docs).flatMap(([route, { token }]) => {
		const [method = "", path = ""] = route.split(" ");
		return token && path.startsWith("/api/") ? [`${method} ${publicPath(path)} ${token}`] : [];
	});
	const { paths } = await strictDescription();
	const described = Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).flatMap(([method, { "x-scopes": scopes }]) =>
			Array.isArray(scopes) ? [`${method.toUpperCase()} ${path} ${scopes.join(" ") || "any"}`] : [],
		),
	);
	expect(expected.length).toBeGreaterThan(30);
	expect(described.sort()).toEqual(expected.sort());
});

it("gives every operation its own id", async () => {
	const { paths } = await strictDescription();
	const ids = Object.values(paths).flatMap((operations) =>
		Object.values(operations).map(({ operationId }) => operationId),
	);
	expect(ids.length).toBe(new Set(ids).size);
});

it("shows bodies that their routes accept", () => {
	const examples = Object.fromEntries(
		Object.entries(app.docs).flatMap(([key, doc]) =>
			"example" in doc && doc.example !== undefined ? [[key, doc.example]] : [],
		),
	);
	expect(Object.keys(examples).length).toBeGreaterThan(50);
	expect(app.refused(examples)).toEqual([]);
	expect(app.refused({ "POST /api/login": { email: "no address" } })).toHaveLength(1);
});

it("describes every operation, parameter, field and component, and types every schema", async () => {
	expect(gapsIn(await strictDescription())).toEqual([]);
});

it("finds places without a description, and schemas without a type", async () => {
	const { paths, ...description } = structuredClone(await strictDescription());
	const operation = paths["/api/v1/files/{id}/download"]?.get;
	if (!operation) throw new Error("There is no such operation.");
	const [parameter] = operation.parameters;
	const bare = { ...operation, description: "", parameters: [{ ...parameter, description: "" }] };
	const found = gapsIn({
		...description,
		paths: { "/api/x": { get: bare } } as typeof paths,
		components: { schemas: { X: { type: "object", properties: { field: {} } } } },
	});
	expect(found).toEqual([
		"X is not described",
		"X.field is not described",
		"X.field has no type",
		"GET /api/x is not described",
		"GET /api/x: id is not described",
	]);
});

it("says who may call an operation", async () => {
	const { paths } = await strictDescription();
	expect(paths["/api/v1/config"]?.get?.security).toEqual([]);
	expect(paths["/api/v1/uploads/{id}"]?.get?.security).toEqual([
		{ accessToken: [] },
		{ session: [] },
	]);
});

it("describes the length that a refused range gets", async () => {
	const { paths } = await strictDescription();
	const refusal = paths["/api/v1/files/{id}/download"]?.get?.responses[416];
	expect(Object.keys(refusal?.headers ?? {})).toEqual(
		expect.arrayContaining(["Content-Range", "Accept-Ranges"]),
	);
});

it("Redocly's strict rules find nothing in the published description", async () => {
	const published = await publishedDescription("");
	const lint = async (source: string) =>
		lintFromString({
			source,
			absoluteRef: "openapi.json",
			config: await createConfig({ extends: ["recommended-strict"] }),
		});
	expect(await lint(published.replace('"title":', '"name":'))).not.toEqual([]);
	expect(await lint(published)).toEqual([]);
});
