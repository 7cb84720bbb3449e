import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../../contract/errors.ts";
import { HOUR_MS } from "../../../contract/retention.ts";
import { readImageHeader } from "../../../files/contract/image-header.ts";
import { runPurges } from "../../../platform/queue/purge.ts";
import { queue } from "../../../platform/tables.ts";
import { halvesPng } from "../../../test/fixtures/images.ts";
import { requestPage } from "../../../test/fixtures/pages.ts";
import { erase } from "../../../test/fixtures/personal-data.ts";
import {
	call,
	freshHandle,
	makeCreator,
	request,
	testCtx,
} from "../../../test/fixtures/test-app.ts";
import { AVATAR_EDGE, MAX_AVATAR_BYTES, type OwnCreatorPage } from "../contract/creator-page.ts";
import { creatorPages } from "../tables.ts";
import { encodeAvatar, setAvatar } from "./avatar.ts";

type Cookies = Record<string, string>;
const ctx = testCtx();

async function makePage() {
	const creator = await makeCreator();
	const handle = freshHandle();
	await call("PUT", "/api/creator-page", { handle }, creator.cookies);
	return { ...creator, handle };
}

const send = (cookies: Cookies, body: BodyInit) =>
	request("/api/creator-page/avatar", { method: "PUT", cookies, body });
const pageOf = async (response: Response) => (await response.json<{ page: OwnCreatorPage }>()).page;
const codeOf = async (response: Response) => (await response.json<ErrorBody>()).code;
const keysOf = async (userId: string) =>
	(await env.FILES.list({ prefix: `avatars/${userId}/` })).objects.map(({ key }) => key);

/** A PNG whose header announces other pixels than it has. */
function announcing(width: number, height: number): Uint8Array<ArrayBuffer> {
	const bytes = halvesPng(8, 8);
	const view = new DataView(bytes.buffer);
	view.setUint32(16, width);
	view.setUint32(20, height);
	return bytes;
}

describe("PUT /api/creator-page/avatar", () => {
	// G47
	it("stores a square JPEG without metadata, served under a URL that may be cached", async () => {
		const { cookies, handle } = await makePage();
		const saved = await send(cookies, halvesPng(900, 500));
		expect(saved.status).toBe(200);
		const { avatar } = await pageOf(saved);
		expect(avatar).toMatch(/^\/avatars\/[\w-]+$/);
		const served = await requestPage(avatar ?? "");
		expect(served.headers.get("content-type")).toBe("image/jpeg");
		expect(served.headers.get("cache-control")).toBe(
			"public, max-age=31536000, s-maxage=300, immutable",
		);
		expect(served.headers.get("x-content-type-options")).toBe("nosniff");
		expect(served.headers.get("content-security-policy")).toContain("sandbox");
		expect(readImageHeader(new Uint8Array(await served.arrayBuffer()))).toEqual({
			format: "image/jpeg",
			width: AVATAR_EDGE,
			height: AVATAR_EDGE,
			metadata: false,
		});
		const html = await (await requestPage(`/c/${handle}`)).text();
		expect(html).toContain(`<meta property="og:image" content="https://tillbox.test${avatar}">`);
		expect(html).toContain(`<img src="${avatar}"`);
	});

	it("replaces the picture and removes the object of the one before", async () => {
		const { cookies, user } = await makePage();
		const first = (await pageOf(await send(cookies, halvesPng(500, 500)))).avatar;
		const second = (await pageOf(await send(cookies, halvesPng(600, 600)))).avatar;
		expect(second).not.toBe(first);
		expect((await requestPage(first ?? "")).status).toBe(404);
		await runPurges({ ...ctx, now: () => Date.now() + 2 * HOUR_MS });
		expect(await keysOf(user.id)).toEqual([`avatars/${user.id}/${second?.split("/").at(-1)}`]);
		expect((await requestPage(second ?? "")).status).toBe(200);
	});

	it("leaves nothing behind when storing breaks off", async () => {
		const creator = await makePage();
		const broken = {
			...creator.ctx,
			db: new Proxy(creator.ctx.db, {
				get: (db, name, self) =>
					name === "update"
						? () => {
								throw new Error("the database is away");
							}
						: Reflect.get(db, name, self),
			}),
		};
		await expect(setAvatar(broken, halvesPng(500, 500))).rejects.toThrow("away");
		expect(await keysOf(creator.user.id)).toHaveLength(1);
		await runPurges({ ...ctx, now: () => Date.now() + 2 * HOUR_MS });
		expect(await keysOf(creator.user.id)).toEqual([]);
	});

	it("accepts pictures only, by their bytes", async () => {
		const { cookies } = await makePage();
		const text = (words: string) => new TextEncoder().encode(words);
		const whole = halvesPng(300, 300);
		const refused = {
			html: text("<!doctype html><script>alert(1)</script>"),
			svg: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
			gif: text("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;          "),
			nothing: text(""),
			"the start of a picture": whole.slice(0, whole.length / 2),
		};
		for (const [name, body] of Object.entries(refused)) {
			const response = await send(cookies, body);
			expect(response.status, name).toBe(415);
			expect(await codeOf(response)).toBe("file.type_not_accepted");
		}
	});

	it("stores no bytes that only have a picture's frame", async () => {
		const { cookies, user } = await makePage();
		// A start, the size, a scan: then anything may follow.
		const frame = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 100, 0, 100, 1, 1, 0x11, 0];
		const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0];
		const rest = new TextEncoder().encode("<script>alert(1)</script>".repeat(20));
		const response = await send(cookies, new Uint8Array([...frame, ...scan, ...rest]));
		expect(response.status).toBe(415);
		expect(await keysOf(user.id)).toEqual([]);
	});

	// G47
	it("limits bytes and pixels before anything is decoded", async () => {
		const { cookies } = await makePage();
		const large = await send(cookies, new Uint8Array(MAX_AVATAR_BYTES + 1));
		expect(large.status).toBe(413);
		const many = await send(cookies, announcing(20_000, 20_000));
		expect(many.status).toBe(400);
		expect((await many.json<ErrorBody>()).fields).toEqual({
			avatar: "The picture has too many pixels.",
		});
	});

	it("stores a small picture unchanged if the Images binding fails, and refuses a large one", async () => {
		const IMAGES = {
			input() {
				throw new Error("away");
			},
		} as unknown as ImagesBinding;
		const without = { ...ctx, env: { ...ctx.env, IMAGES } };
		const small = await encodeAvatar(without, halvesPng(400, 400));
		expect(readImageHeader(small.bytes)).toMatchObject({ width: 400, metadata: false });
		expect(small.mimeType).toBe("image/png");
		await expect(encodeAvatar(without, halvesPng(1200, 1200))).rejects.toMatchObject({
			code: "file.type_not_accepted",
		});
	});

	it("needs a page, and changes only the creator's own", async () => {
		const { cookies } = await makeCreator();
		const other = await makePage();
		const response = await send(cookies, halvesPng(300, 300));
		expect(response.status).toBe(404);
		expect(await codeOf(response)).toBe("creator.not_found");
		const [row] = await ctx.db
			.select()
			.from(creatorPages)
			.where(eq(creatorPages.userId, other.user.id));
		expect(row?.avatarId).toBeNull();
	});
});

it("removes the picture with its object, and harms nobody when repeated", async () => {
	const { cookies, user } = await makePage();
	const { avatar } = await pageOf(await send(cookies, halvesPng(500, 500)));
	const remove = () => call("DELETE", "/api/creator-page/avatar", undefined, cookies);
	for (let n = 0; n < 2; n++) expect((await pageOf(await remove())).avatar).toBeNull();
	expect((await requestPage(avatar ?? "")).status).toBe(404);
	await runPurges({ ...ctx, now: () => Date.now() + 2 * HOUR_MS });
	expect(await keysOf(user.id)).toEqual([]);
});

describe("a picture", () => {
	it("stays with a page that is created again before the former one's objects are deleted", async () => {
		const { cookies, handle, user } = await makePage();
		await send(cookies, halvesPng(500, 500));
		await call("DELETE", "/api/creator-page", undefined, cookies);
		await call("PUT", "/api/creator-page", { handle }, cookies);
		const { avatar } = await pageOf(await send(cookies, halvesPng(600, 600)));
		await runPurges({ ...ctx, now: () => Date.now() + 2 * HOUR_MS });
		expect((await requestPage(avatar ?? "")).status).toBe(200);
		expect(await keysOf(user.id)).toEqual([`avatars/${user.id}/${avatar?.split("/").at(-1)}`]);
	});

	it.each(["the page", "the account"])("goes with %s", async (what) => {
		const { cookies, user, ctx: own } = await makePage();
		const { avatar } = await pageOf(await send(cookies, halvesPng(500, 500)));
		if (what === "the page") await call("DELETE", "/api/creator-page", undefined, cookies);
		else await erase(own, user.id);
		expect((await requestPage(avatar ?? "")).status).toBe(404);
		await runPurges({ ...ctx, now: () => Date.now() + 2 * HOUR_MS });
		expect(await keysOf(user.id)).toEqual([]);
		const queued = await ctx.db
			.select()
			.from(queue)
			.where(and(eq(queue.kind, "purge"), eq(queue.key, `avatars/${user.id}/`)));
		expect(queued).toEqual([]);
	});
});
