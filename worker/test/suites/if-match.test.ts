import { beforeEach, describe, expect, it } from "vitest";
import { beginCard } from "../fakes/provider.ts";
import { makeShare } from "../fixtures/sales.ts";
import { call, makeCreator, request } from "../fixtures/test-app.ts";
import { storeEndpoint } from "../fixtures/webhooks.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
let creator: Creator;
beforeEach(async () => {
	creator = await makeCreator({ emailVerifiedAt: 1 });
});

const CODE = {
	code: "SPRING",
	name: "",
	percent: 20,
	amount: null,
	shareIds: null,
	startsAt: null,
	endsAt: null,
	maxUses: null,
	maxPerBuyer: null,
	belowMinimum: "direct",
	active: true,
};

async function made(path: string, body: object): Promise<{ id: string; tag: string }> {
	const response = await call("POST", path, body, creator.cookies);
	expect(response.status).toBe(201);
	const { id } = await response.json<{ id: string }>();
	return { id, tag: response.headers.get("etag") ?? "" };
}
const discount = async () => `/api/discounts/${(await made("/api/discounts", CODE)).id}`;
const share = async () => `/api/file-shares/${(await makeShare(creator.user.id)).slug}`;
const bundle = async () => {
	const parts = [await makeShare(creator.user.id), await makeShare(creator.user.id)];
	const body = { title: "Both", price: "9.00", parts: parts.map(({ slug }) => slug) };
	const response = await call("POST", "/api/bundles", body, creator.cookies);
	const { fileShare } = await response.json<{ fileShare: { shareId: string } }>();
	return `/api/file-shares/${fileShare.shareId}`;
};
const endpoint = async () => `/api/webhooks/endpoints/${(await storeEndpoint(creator.user.id)).id}`;

/** Name, a function that creates the object and returns its address, and its `n`th edit. */
const OBJECTS: readonly [string, () => Promise<string>, string, (n: number) => object][] = [
	["a share", share, "PATCH", (n) => ({ title: `Title ${n}` })],
	["a bundle", bundle, "PATCH", (n) => ({ description: `Text ${n}` })],
	["a discount code", discount, "PUT", (n) => ({ ...CODE, percent: 30 + n })],
	["the switch of a discount code", discount, "PATCH", (n) => ({ active: n % 2 === 0 })],
	["an endpoint", endpoint, "PATCH", (n) => ({ description: `Text ${n}` })],
];

const send = (method: string, path: string, tag: string | null, body?: object) =>
	request(path, {
		method,
		cookies: creator.cookies,
		headers: {
			...(body && { "content-type": "application/json" }),
			...(tag !== null && { "if-match": tag }),
		},
		...(body && { body: JSON.stringify(body) }),
	});

/** Returns the object with its tag. */
async function read(path: string) {
	const response = await request(path, { cookies: creator.cookies });
	expect(response.status).toBe(200);
	return { tag: response.headers.get("etag"), shown: await response.text() };
}

describe.each(OBJECTS)("If-Match for %s", (_, make, method, edit) => {
	it("accepts an edit of the current revision, and returns the next one", async () => {
		const path = await make();
		const first = await send(method, path, null, edit(1));
		const tag = first.headers.get("etag") ?? "";
		expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"\d+"$/)]);
		expect((await read(path)).tag).toBe(tag);
		const statusWith = async (name: string, value: string) =>
			(await request(path, { cookies: creator.cookies, headers: { [name]: value } })).status;
		expect(await statusWith("if-none-match", `"1", W/${tag}`)).toBe(304);
		expect(await statusWith("if-none-match", '"1"')).toBe(200);
		expect(await statusWith("if-match", '"1"')).toBe(412);
		expect(await statusWith("if-match", tag)).toBe(200);
		const second = await send(method, path, tag, edit(2));
		expect(second.status).toBe(200);
		expect(second.headers.get("etag")).not.toBe(tag);
		const third = await send(method, path, `"1", ${second.headers.get("etag")}`, edit(3));
		expect(third.status).toBe(200);
		expect((await send(method, path, "*", edit(4))).status).toBe(200);
	});

	it("refuses an edit and a deletion of an outdated revision, and changes nothing", async () => {
		const path = await make();
		const old = (await send(method, path, null, edit(1))).headers.get("etag") ?? "";
		const current = (await send(method, path, old, edit(2))).headers.get("etag") ?? "";
		const before = await read(path);
		for (const tag of [old, `W/${current}`, "anything", '"0"'])
			for (const refused of [
				await send(method, path, tag, edit(3)),
				await send("DELETE", path, tag),
			]) {
				expect([tag, refused.status]).toEqual([tag, 412]);
				expect(await refused.json()).toMatchObject({ code: "request.changed_meanwhile" });
			}
		expect(await read(path)).toEqual(before);
		expect((await send("DELETE", path, current)).status).toBe(204);
	});

	it("lets one of several concurrent edits pass, also with a deletion", async () => {
		const path = await make();
		const tag = (await send(method, path, null, edit(1))).headers.get("etag");
		const sent = await Promise.all([
			...[2, 3, 4, 5].map((n) => send(method, path, tag, edit(n))),
			send("DELETE", path, tag),
		]);
		const statuses = sent.map(({ status }) => status);
		expect(statuses.filter((status) => status < 300)).toHaveLength(1);
		// If the deletion came first, there is nothing left to edit.
		expect(statuses.filter((status) => status !== 412 && status !== 404)).toHaveLength(1);
	});
});

it("a sale leaves the tag of a share as it is, and others get none", async () => {
	const { slug } = await makeShare(creator.user.id);
	const path = `/api/file-shares/${slug}`;
	await send("PATCH", path, null, { title: "New" });
	const { tag } = await read(path);
	await beginCard(slug);
	expect((await read(path)).tag).toBe(tag);
	expect((await request(path)).headers.get("etag")).toBeNull();
});

it("answers 404 for missing rows, whatever the revision", async () => {
	for (const tag of ['"1"', "*"]) {
		const missing = await send("PATCH", "/api/file-shares/kUR3dXw2bV5uT1sQ9pY7aA", tag, {
			title: "New",
		});
		expect(missing.status).toBe(404);
	}
});
