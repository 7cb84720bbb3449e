import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { app } from "../../../app.ts";
import type { ErrorBody } from "../../../contract/errors.ts";
import { DAY_MS, RETENTION } from "../../../contract/retention.ts";
import { requestPage } from "../../../test/fixtures/pages.ts";
import { erase } from "../../../test/fixtures/personal-data.ts";
import {
	call,
	freshHandle,
	makeCreator,
	request,
	testCtx,
} from "../../../test/fixtures/test-app.ts";
import type { OwnCreatorPage } from "../contract/creator-page.ts";
import { MAX_FORMER_HANDLES } from "../contract/handles.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { setCreatorPage } from "./set-creator-page.ts";

type Cookies = Record<string, string>;

const put = (cookies: Cookies | undefined, body: Record<string, unknown>) =>
	call("PUT", "/api/creator-page", body, cookies);
const own = async (cookies: Cookies) =>
	(
		await (
			await call("GET", "/api/creator-page", undefined, cookies)
		).json<{ page: OwnCreatorPage }>()
	).page;
const errorOf = (response: Response) => response.json<ErrorBody>();
const isFree = async (cookies: Cookies, handle: string) => {
	const path = `/api/creator-page/handles/${handle}`;
	return (await (await call("GET", path, undefined, cookies)).json<{ available: boolean }>())
		.available;
};

describe("PUT /api/creator-page", () => {
	it("makes the page and changes it", async () => {
		const { cookies } = await makeCreator();
		expect(await own(cookies)).toBeNull();
		const handle = freshHandle();
		const made = await put(cookies, {
			handle: handle.toUpperCase(),
			line: "Light and\nwater",
			links: ["example.com/me"],
		});
		expect(made.status).toBe(200);
		const page: OwnCreatorPage = {
			handle,
			line: "Light and water",
			links: ["https://example.com/me"],
			avatar: null,
			formerHandles: [],
		};
		expect(await made.json()).toEqual({ page });
		expect(await own(cookies)).toEqual(page);
		expect((await put(cookies, { handle, line: "" })).status).toBe(200);
		expect(await own(cookies)).toEqual({ ...page, line: null, links: [] });
	});

	it("names what is wrong with each field", async () => {
		const { cookies } = await makeCreator();
		const response = await put(cookies, {
			handle: "a",
			line: "x".repeat(161),
			links: ["https://ok.example.com", "http://no.com"],
		});
		expect(response.status).toBe(400);
		expect((await errorOf(response)).fields).toEqual({
			handle: "A handle must have 3 to 30 characters",
			line: "At most 160 characters",
			"links.1": "Enter a link that starts with https://",
		});
		expect((await errorOf(await put(cookies, { handle: "admin" }))).fields).toEqual({
			handle: "This handle is reserved",
		});
		expect(await own(cookies)).toBeNull();
	});

	it("reserves the name that the operator has given the product", async () => {
		const { ctx } = await makeCreator();
		const config = { ...ctx.config, APP_NAME: "Photo Mart" };
		const input = { handle: "photomart-help", line: null, links: [] };
		await expect(setCreatorPage({ ...ctx, config }, input)).rejects.toMatchObject({
			code: "request.invalid",
		});
	});

	it("refuses a handle that somebody else has, and keeps the creator's own", async () => {
		const first = await makeCreator();
		const second = await makeCreator();
		const [taken, mine] = [freshHandle(), freshHandle()];
		await put(first.cookies, { handle: taken });
		await put(second.cookies, { handle: mine, line: "mine" });
		expect(await isFree(second.cookies, taken)).toBe(false);
		expect(await isFree(first.cookies, taken)).toBe(true);
		const refused = await put(second.cookies, { handle: taken, line: "changed" });
		expect(refused.status).toBe(409);
		const text = "This handle is taken. Please choose another one.";
		expect(await errorOf(refused)).toMatchObject({
			code: "handle.taken",
			message: text,
			fields: { handle: text },
		});
		expect(await own(second.cookies)).toMatchObject({
			handle: mine,
			line: "mine",
			formerHandles: [],
		});
	});

	// G61
	it("gives a handle to exactly one of many who ask for it at the same time", async () => {
		const creators = await Promise.all(Array.from({ length: 8 }, () => makeCreator()));
		const handle = freshHandle();
		const answers = await Promise.all(creators.map(({ cookies }) => put(cookies, { handle })));
		const statuses = answers.map(({ status }) => status).toSorted();
		expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
		const pages = await Promise.all(creators.map(({ cookies }) => own(cookies)));
		expect(pages.filter(Boolean)).toHaveLength(1);
	});

	it("leaves a creator who asks for many at the same time with one current handle", async () => {
		const { cookies, user } = await makeCreator();
		await Promise.all(Array.from({ length: 4 }, () => put(cookies, { handle: freshHandle() })));
		const rows = await testCtx()
			.db.select()
			.from(creatorHandles)
			.where(eq(creatorHandles.userId, user.id));
		expect(rows.filter(({ reservedUntil }) => reservedUntil === null)).toHaveLength(1);
		expect((await own(cookies)).formerHandles).toHaveLength(3);
	});

	it("needs a session and our own page", async () => {
		expect((await put(undefined, { handle: freshHandle() })).status).toBe(401);
		for (const [method, path] of [
			["GET", "/api/creator-page"],
			["GET", "/api/creator-page/handles/somebody"],
			["DELETE", "/api/creator-page"],
			["PUT", "/api/creator-page/avatar"],
			["DELETE", "/api/creator-page/avatar"],
		] as const)
			expect((await call(method, path)).status, `${method} ${path}`).toBe(401);
		const { cookies } = await makeCreator();
		for (const method of ["PUT", "DELETE"])
			for (const path of ["/api/creator-page", "/api/creator-page/avatar"]) {
				const headers = { "sec-fetch-site": "cross-site", "content-type": "application/json" };
				const response = await request(path, { method, cookies, headers, body: "{}" });
				expect(response.status, `${method} ${path}`).toBe(403);
			}
	});

	it("limits a creator's calls for the page", async () => {
		const { user, cookies } = await makeCreator();
		const keys: string[] = [];
		const FLOOD: RateLimit = {
			limit: async ({ key }) => ({ success: keys.push(key) === 0 }),
		};
		const [[name = "", token = ""] = []] = Object.entries(cookies);
		const headers = { cookie: `${name}=${token}`, "sec-fetch-site": "same-origin" };
		for (const [method, path] of [
			["PUT", "/api/creator-page"],
			["DELETE", "/api/creator-page"],
			["PUT", "/api/creator-page/avatar"],
			["DELETE", "/api/creator-page/avatar"],
			["GET", "/api/creator-page/handles/somebody"],
		] as const) {
			const refused = await app.request(path, { method, headers }, { ...env, FLOOD });
			expect(refused.status, `${method} ${path}`).toBe(429);
			expect(refused.headers.get("retry-after")).toBe("60");
		}
		expect(new Set(keys)).toEqual(new Set([`creator-page|${user.id}`]));
		expect(keys).toHaveLength(5);
	});
});

describe("a former handle", () => {
	it("redirects for a year, is kept for its owner, and is free afterwards", async () => {
		const owner = await makeCreator();
		const other = await makeCreator();
		const [former, present] = [freshHandle(), freshHandle()];
		await put(owner.cookies, { handle: former });
		await put(owner.cookies, { handle: present });
		const moved = await requestPage(`/c/${former}`);
		expect(moved.status).toBe(308);
		expect(moved.headers.get("location")).toBe(`/c/${present}`);
		expect(moved.headers.get("cache-control")).toBe("private, no-store");
		const data = await call("GET", `/api/creators/${former}`);
		expect(await data.json()).toMatchObject({ handle: present });
		const { formerHandles } = await own(owner.cookies);
		expect(formerHandles).toEqual([{ handle: former, until: expect.any(String) }]);
		const days = (Date.parse(formerHandles[0]?.until ?? "") - Date.now()) / DAY_MS;
		expect(Math.round(days)).toBe(RETENTION.formerHandleDays);
		expect(await isFree(other.cookies, former)).toBe(false);
		expect((await put(other.cookies, { handle: former })).status).toBe(409);

		const later = () => Date.now() + (RETENTION.formerHandleDays + 1) * DAY_MS;
		const input = { handle: former, line: null, links: [] };
		const taken = await setCreatorPage({ ...other.ctx, now: later }, input);
		expect(taken.handle).toBe(former);
		expect((await requestPage(`/c/${former}`)).status).toBe(200);
		expect((await requestPage(`/c/${present}`)).status).toBe(200);
	});

	it("lets its owner take a former handle back", async () => {
		const { cookies } = await makeCreator();
		const [first, second] = [freshHandle(), freshHandle()];
		await put(cookies, { handle: first });
		await put(cookies, { handle: second });
		expect(await isFree(cookies, first)).toBe(true);
		expect((await put(cookies, { handle: first })).status).toBe(200);
		expect((await requestPage(`/c/${first}`)).status).toBe(200);
		expect((await requestPage(`/c/${second}`)).headers.get("location")).toBe(`/c/${first}`);
		expect((await own(cookies)).formerHandles.map(({ handle }) => handle)).toEqual([second]);
	});

	it("limits how many handles one creator can reserve", async () => {
		const { cookies } = await makeCreator();
		const first = freshHandle();
		await put(cookies, { handle: first });
		for (let n = 0; n < MAX_FORMER_HANDLES; n++)
			expect((await put(cookies, { handle: freshHandle() })).status).toBe(200);
		const before = await own(cookies);
		const refused = await put(cookies, { handle: freshHandle() });
		expect(refused.status).toBe(409);
		expect((await errorOf(refused)).code).toBe("handle.changed_often");
		expect(await own(cookies)).toEqual(before);
		expect((await put(cookies, { handle: first })).status).toBe(200);
	});
});

describe("DELETE /api/creator-page", () => {
	// G61
	it("limits reserved handles of deleted pages, too", async () => {
		const { cookies } = await makeCreator();
		const handles = Array.from({ length: MAX_FORMER_HANDLES + 2 }, () => freshHandle());
		const statuses: number[] = [];
		for (const handle of handles) {
			await call("DELETE", "/api/creator-page", undefined, cookies);
			statuses.push((await put(cookies, { handle })).status);
		}
		expect(statuses).toEqual([...Array.from({ length: MAX_FORMER_HANDLES + 1 }, () => 200), 409]);
		expect(await own(cookies)).toBeNull();
		expect((await put(cookies, { handle: handles[0] })).status).toBe(200);
		expect((await own(cookies)).formerHandles).toHaveLength(MAX_FORMER_HANDLES);
	});

	it("takes the page away and keeps the handle for its owner", async () => {
		const { cookies } = await makeCreator();
		const other = await makeCreator();
		const handle = freshHandle();
		await put(cookies, { handle, line: "x" });
		expect((await call("DELETE", "/api/creator-page", undefined, cookies)).status).toBe(204);
		expect(await own(cookies)).toBeNull();
		expect((await requestPage(`/c/${handle}`)).status).toBe(404);
		expect((await put(other.cookies, { handle })).status).toBe(409);
		expect((await call("DELETE", "/api/creator-page", undefined, other.cookies)).status).toBe(204);
		expect((await put(cookies, { handle })).status).toBe(200);
		expect(await own(cookies)).toMatchObject({ handle, line: null });
	});

	it("deletes only the creator's own page, and can be repeated", async () => {
		const { cookies } = await makeCreator();
		const other = await makeCreator();
		const handle = freshHandle();
		await put(other.cookies, { handle });
		for (let n = 0; n < 2; n++)
			expect((await call("DELETE", "/api/creator-page", undefined, cookies)).status).toBe(204);
		expect((await requestPage(`/c/${handle}`)).status).toBe(200);
	});
});

describe("an account that ends", () => {
	it.each(["deleted", "reclaimed"])(
		"frees its handles and leaves no page when it is %s",
		async (how) => {
			const { cookies, user, ctx } = await makeCreator();
			const other = await makeCreator();
			const [former, present] = [freshHandle(), freshHandle()];
			await put(cookies, { handle: former });
			await put(cookies, { handle: present, line: "me", links: ["example.com"] });
			await (how === "deleted" ? erase(ctx, user.id) : ctx.handlers.reclaimAccount(ctx, user));
			for (const handle of [former, present]) {
				expect((await requestPage(`/c/${handle}`)).status).toBe(404);
				expect((await put(other.cookies, { handle })).status).toBe(200);
			}
			const pages = await ctx.db
				.select()
				.from(creatorPages)
				.where(eq(creatorPages.userId, user.id));
			expect(pages).toEqual([]);
		},
	);

	it("exports its page and handles before", async () => {
		const { cookies, ctx } = await makeCreator();
		const handle = freshHandle();
		await put(cookies, { handle, line: "me", links: ["example.com"] });
		expect((await ctx.handlers.exportAccount(ctx)).creatorPage).toEqual({
			page: {
				line: "me",
				links: ["https://example.com/"],
				avatar: null,
				createdAt: expect.any(String),
			},
			handles: [{ handle, reservedUntil: null }],
		});
	});
});
