import { expect, it } from "vitest";
import { call, makeCreator, request, withVariables } from "../../test/fixtures/test-app.ts";
import { routedPath } from "./api-version.ts";

const pathOf = (path: string) => routedPath(new Request(`https://tillbox.test${path}`));

it("routes the stable addresses to the same routes, and no other address", () => {
	expect(pathOf("/api/v1/user")).toBe("/api/user");
	expect(pathOf("/api/v1/files/a%2Fb/download?x=1")).toBe("/api/files/a%2Fb/download");
	for (const path of ["/api/user", "/api/v1", "/api/v2/user", "/apiv1/user", "/api/v10/user"])
		expect(pathOf(path)).toBe(path);
});

it("answers the same at both addresses, for reading and for writing", async () => {
	const { cookies, user } = await makeCreator();
	for (const path of ["/api/user", "/api/v1/user"]) {
		const response = await request(path, { cookies });
		expect(await response.json()).toMatchObject({ id: user.id });
		const changed = await call("PATCH", path, { displayName: path }, cookies);
		expect(await changed.json()).toMatchObject({ displayName: path });
	}
	expect((await request("/api/v1/v1/user", { cookies })).status).toBe(404);
});

it("keeps what guards a route: other sites, long bodies and maintenance", async () => {
	const { cookies } = await makeCreator();
	const foreign = await request("/api/v1/user", {
		method: "PATCH",
		cookies,
		headers: { "sec-fetch-site": "cross-site", "content-type": "application/json" },
		body: "{}",
	});
	expect(await foreign.json()).toMatchObject({ code: "request.cross_site" });
	const long = { displayName: "x".repeat(300_000) };
	expect((await call("PATCH", "/api/v1/user", long, cookies)).status).toBe(413);
	await withVariables({ MAINTENANCE: "true" }, async () => {
		expect((await request("/api/v1/user", { cookies })).status).toBe(503);
		expect((await request("/api/v1/health")).status).toBe(200);
	});
});
