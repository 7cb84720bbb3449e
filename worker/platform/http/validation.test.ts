import { describe, expect, it } from "vitest";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request } from "../../test/fixtures/test-app.ts";

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

	it("is refused without its type, so that nothing seems to be changed", async () => {
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

	it("that would change nothing is refused", async () => {
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

	it("may be absent where no field is required", async () => {
		const { user } = await makeCreator();
		const { slug } = await makeShare(user.id);
		const response = await request(`/api/file-shares/${slug}/unlock`, { method: "POST" });
		expect(await response.json()).toMatchObject({ fields: { password: "This is missing." } });
	});

	it("without a required field names it in words for people", async () => {
		const { cookies } = await makeCreator();
		const refused = await call("POST", "/api/bundles", { title: "All" }, cookies);
		expect(await refused.json()).toMatchObject({
			code: "request.invalid",
			fields: { parts: "This is missing.", price: "Valid price is required" },
		});
	});
});
