import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request } from "../../test/fixtures/test-app.ts";

async function refusal(sent: Promise<Response>): Promise<Required<ErrorBody>> {
	const response = await sent;
	expect(response.status).toBe(400);
	return response.json();
}

it("lists at most twenty unknown names, `__proto__` among them", async () => {
	const { cookies } = await makeCreator();
	const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`name${at}`, 1]));
	const ask = (body: string) =>
		refusal(
			request("/api/login", {
				method: "POST",
				body,
				headers: { "content-type": "application/json" },
				cookies,
			}),
		);
	expect(Object.keys((await ask(JSON.stringify(many))).fields)).toHaveLength(20);
	const { fields, message } = await ask('{"__proto__":{"a":1},"email":"a@b.test","password":"x"}');
	expect(Object.entries(fields)).toEqual([["__proto__", message]]);
});

describe("a query", () => {
	it.each([
		["limit=", { limit: "This is empty. Give it a value, or leave it out." }],
		["limit=1&limit=2", { limit: "This appears several times. Give it once." }],
		["limit=ten", { limit: "This must be a number." }],
		["limit=1.5", { limit: "This must be a whole number." }],
		["limit=0", { limit: "This must be at least 1." }],
		["limit=201", { limit: "This must be at most 200." }],
		[
			"state=gone",
			{ state: "This must be one of: paid, partly_refunded, refunded, disputed, lost." },
		],
		[
			"from=2026-05-02T00:00:00Z&until=2026-05-01T00:00:00Z",
			{ until: "The end must be later than the start." },
		],
	])("refuses the query %s in words", async (query, fields) => {
		const { cookies } = await makeCreator();
		const refused = await refusal(request(`/api/sales?${query}`, { cookies }));
		expect(refused.fields).toEqual(fields);
		expect(refused.message).toBe(Object.values(fields)[0]);
	});
});

describe("a JSON body", () => {
	const patch = (slug: string, token: string, init: RequestInit) =>
		request(`/api/file-shares/${slug}`, {
			...init,
			method: "PATCH",
			headers: { authorization: `Bearer ${token}`, ...init.headers },
		});
	const owned = async () => {
		const { user } = await makeCreator();
		const { token } = await storeToken(user.id, ["shares:write"]);
		const { slug } = await makeShare(user.id, { title: "Notes" });
		return { slug, token };
	};

	it("refuses a JSON body without its type", async () => {
		const { slug, token } = await owned();
		for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/jsonx"]) {
			const headers = { "content-type": type };
			const refused = await patch(slug, token, { headers, body: '{"price":"9"}' });
			expect(refused.status, type).toBe(400);
			expect(await refused.json()).toMatchObject({
				code: "request.malformed",
				message: "Send the body as JSON, with the header Content-Type: application/json.",
			});
		}
		for (const type of ["application/json; charset=utf-8", "application/merge-patch+json"]) {
			const headers = { "content-type": type };
			const edited = await patch(slug, token, { headers, body: '{"price":"9"}' });
			expect(edited.status, type).toBe(200);
			expect(await edited.json()).toMatchObject({ fileShare: { price: "9.00" } });
		}
	});

	it("refuses a change without fields", async () => {
		const { slug, token } = await owned();
		const headers = { "content-type": "application/json" };
		for (const init of [{ headers, body: "{}" }, {}]) {
			const refused = await patch(slug, token, init);
			expect(refused.status).toBe(400);
			expect(await refused.json()).toMatchObject({
				code: "request.invalid",
				message: "Name at least one field to change.",
			});
		}
	});

	it("accepts an absent body if no field is required", async () => {
		const { user } = await makeCreator();
		const { slug } = await makeShare(user.id);
		const response = await request(`/api/file-shares/${slug}/unlock`, { method: "POST" });
		expect(await response.json()).toMatchObject({ fields: { password: "This is missing." } });
	});

	it("names a missing field in words for people", async () => {
		const { cookies } = await makeCreator();
		const refused = await call("POST", "/api/bundles", { title: "All" }, cookies);
		expect(await refused.json()).toMatchObject({
			code: "request.invalid",
			fields: { parts: "This is missing.", price: "This is missing." },
		});
	});

	it("refuses a body that isn't an object", async () => {
		const { slug, token } = await owned();
		for (const body of ["[]", "5"]) {
			const headers = { "content-type": "application/json" };
			const { message, fields } = await refusal(patch(slug, token, { headers, body }));
			expect(message).toBe("Send the body as a JSON object, with the fields by their names.");
			expect(fields).toEqual({});
		}
	});

	it("lists unknown names first, since they explain what is missing", async () => {
		const { cookies } = await makeCreator();
		const typo = call("POST", "/api/bundles", { titel: "All", price: "9" }, cookies);
		const { message, fields } = await refusal(typo);
		expect(message).toBe("There is no field named “titel” here.");
		expect(Object.keys(fields)).toEqual(["titel", "title", "parts"]);
	});

	it("refuses a PATCH without fields, even if one is required", async () => {
		const { cookies } = await makeCreator();
		const { message } = await refusal(call("PATCH", "/api/discounts/discount-1", {}, cookies));
		expect(message).toBe("Name at least one field to change.");
	});

	it("names the values that are possible", async () => {
		const { cookies } = await makeCreator();
		const token = { name: "Backup", scopes: ["shares:read"], expiresInDays: 45 };
		const { fields } = await refusal(call("POST", "/api/tokens", token, cookies));
		expect(fields).toMatchObject({ expiresInDays: "This must be one of: 30, 90, 365, null." });
	});
});
