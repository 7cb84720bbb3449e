import { expect, it } from "vitest";
import { call, makeCreator, request } from "../../test/fixtures/test-app.ts";
import type { CreatedShare, MyShare } from "./contract/shares.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;

function create(creator: Creator, externalId: string) {
	const body = new FormData();
	for (const [name, value] of Object.entries({ title: "T", price: "9.00", externalId }))
		body.set(name, value);
	body.append("files", new File(["text"], "a.txt"));
	return request("/api/v1/file-shares", { method: "POST", body, cookies: creator.cookies });
}

const begin = ({ cookies }: Creator, externalId: string) =>
	call(
		"POST",
		"/api/v1/uploads",
		{ title: "T", price: "9.00", externalId, files: [{ name: "a.txt", size: 4, type: "" }] },
		cookies,
	);

it("refuses a second share with an external id, naming the first", async () => {
	const creator = await makeCreator({ plan: "pro" });
	const made = await create(creator, "release:1.2");
	const { fileShare } = (await made.json()) as CreatedShare;
	const taken = { code: "share.exists", details: { shareId: fileShare.shareId } };
	for (const again of [create, begin])
		expect(await (await again(creator, "release:1.2")).json()).toMatchObject(taken);
	const list = await request("/api/v1/my-file-shares?externalId=release:1.2", {
		cookies: creator.cookies,
	});
	expect(((await list.json()) as MyShare[]).map(({ externalId }) => externalId)).toEqual([
		"release:1.2",
	]);
	const none = await request("/api/v1/my-file-shares?externalId=release:1", {
		cookies: creator.cookies,
	});
	expect(await none.json()).toEqual([]);
});

it("frees an id once its share is deleted or has another", async () => {
	const [one, two] = [await makeCreator({ plan: "pro" }), await makeCreator()];
	const { fileShare } = (await (await create(one, "r1")).json()) as CreatedShare;
	expect((await create(two, "r1")).status).toBe(201);
	const path = `/api/v1/file-shares/${fileShare.shareId}`;
	const renamed = await call("PATCH", path, { externalId: "r2" }, one.cookies);
	expect(await renamed.json()).toMatchObject({ fileShare: { externalId: "r2" } });
	expect((await begin(one, "r1")).status).toBe(201);
	const taken = await call("PATCH", path, { externalId: "r1" }, one.cookies);
	expect([taken.status, await taken.json()]).toMatchObject([409, { code: "share.exists" }]);
	expect((await call("DELETE", path, undefined, one.cookies)).status).toBe(204);
	expect((await create(one, "r2")).status).toBe(201);
});

it("leaves nothing of an upload refused for its external id", async () => {
	const creator = await makeCreator({ plan: "pro" });
	expect((await begin(creator, "r1")).status).toBe(201);
	expect((await begin(creator, "r1")).status).toBe(409);
	const open = await request("/api/v1/uploads", { cookies: creator.cookies });
	expect(await open.json()).toHaveLength(1);
});

it.each(["", "two words", "ä", "x".repeat(201)])("refuses %j as an id", async (externalId) => {
	const creator = await makeCreator();
	const response = await begin(creator, externalId);
	expect(await response.json()).toMatchObject({ fields: { externalId: expect.any(String) } });
});
