import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../app.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { clipOfBytes, silentClip, silentWav } from "../../test/fixtures/clips.ts";
import { convert, halvesPng } from "../../test/fixtures/images.ts";
import { call, makeCreator, putBytes, request } from "../../test/fixtures/test-app.ts";
import type { BegunUpload } from "../uploads/contract.ts";
import { clipBytes } from "./contract/previews.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Cookies = Record<string, string>;

const put = (path: string, body: Bytes, cookies: Cookies, token = "") =>
	putBytes(path, body, cookies, { "x-upload-token": token });

describe("PUT /api/uploads/{id}/files/{fileId}/preview", () => {
	it("shows buyers the browser's previews, and accepts them from the uploading creator only", async () => {
		const { cookies } = await makeCreator();
		const photo = halvesPng(800, 600);
		const track = silentWav(40);
		const started = await call(
			"POST",
			"/api/uploads",
			{
				title: "Two files",
				price: "5.00",
				files: [
					{ name: "photo.png", size: photo.length },
					{ name: "track.wav", size: track.length },
				],
			},
			cookies,
		);
		expect(started.status).toBe(201);
		const upload = await started.json<BegunUpload>();
		const address = (index: number) => `/api/uploads/${upload.id}/files/${upload.files[index]?.id}`;
		for (const [index, bytes] of [photo, track].entries()) {
			const token = upload.files[index]?.token ?? "";
			expect((await put(`${address(index)}/parts/1`, bytes, cookies, token)).status).toBe(200);
		}

		const tiny = await convert(halvesPng(64, 48), "image/webp");
		const image = `${address(0)}/preview?kind=image&width=800&height=600`;
		const clip = `${address(1)}/preview?kind=clip&durationMs=40000`;
		const stranger = await makeCreator();
		expect((await put(image, tiny, stranger.cookies)).status).toBe(404);
		expect((await put(image, tiny, {})).status).toBe(401);
		expect((await put(image, photo, cookies)).status).toBe(413);
		expect((await put(`${address(1)}/preview?kind=image`, tiny, cookies)).status).toBe(400);
		const large = clipOfBytes(clipBytes(13_333, false) + 1);
		expect((await put(clip, large, cookies)).status).toBe(400);
		expect(await (await put(image, tiny, cookies)).json()).toMatchObject({ kind: "image" });
		expect((await put(clip, silentClip(13), cookies)).status).toBe(200);

		const path = `/api/uploads/${upload.id}/complete`;
		expect((await call("POST", path, undefined, cookies)).status).toBeLessThan(300);
		expect((await put(image, tiny, cookies)).status).toBe(409);

		const response = await request(`/api/file-shares/${upload.shareId}`);
		const page = await response.json<ShareResponse>();
		expect(page.files[0]?.preview).toMatchObject({
			kind: "image",
			width: 800,
			height: 600,
			src: null,
			placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
		});
		expect(page.files[1]?.preview).toMatchObject({ kind: "clip" });
		const stream = await request(`/api/files/${page.files[1]?.id}/stream`);
		expect(new Uint8Array(await stream.arrayBuffer())).toEqual(silentClip(13));
	});

	/** A creator's upload that sends clips of its track, and the limit's count, which refuses from call `most` on. */
	async function sender(most: number) {
		const flooded: string[] = [];
		const FLOOD: RateLimit = {
			limit: async ({ key }) => ({ success: flooded.push(key) < most }),
		};
		const { user, cookies } = await makeCreator();
		const files = [{ name: "track.wav", size: 1000 }];
		const started = await call(
			"POST",
			"/api/uploads",
			{ title: "A track", price: "5.00", files },
			cookies,
		);
		const upload = await started.json<BegunUpload>();
		const path = `/api/uploads/${upload.id}/files/${upload.files[0]?.id}/preview?kind=clip&durationMs=40000`;
		const send = (body: Bytes) => {
			const headers = {
				"content-length": String(body.length),
				"sec-fetch-site": "same-origin",
				cookie: `__Host-session=${cookies["__Host-session"]}`,
			};
			return app.request(path, { method: "PUT", body, headers }, { ...env, FLOOD });
		};
		return { flooded, user, send };
	}

	it("limits the clips that one creator sends per minute, whatever the network", async () => {
		const { flooded, user, send } = await sender(2);
		expect((await send(silentClip(13))).status).toBe(200);
		const refused = await send(silentClip(13));
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).toBe("60");
		expect(flooded).toEqual([`clip|${user.id}`, `clip|${user.id}`]);
	});

	// G44
	it("counts an invalid clip as ten, so that useless parsing is limited sooner", async () => {
		const { flooded, user, send } = await sender(100);
		expect((await send(silentWav(5))).status).toBe(415);
		expect(flooded).toEqual(Array(10).fill(`clip|${user.id}`));
		expect((await send(silentClip(13))).status).toBe(200);
		expect(flooded).toHaveLength(11);
	});

	it("returns 404 for uploads that don't exist and refuses unknown kinds", async () => {
		const path = "/api/uploads/unknown-upload/files/unknown-file/preview";
		const { cookies } = await makeCreator();
		const body = new Uint8Array([123, 125]);
		expect((await put(`${path}?kind=listing`, body, cookies)).status).toBe(404);
		expect((await put(`${path}?kind=original`, body, cookies)).status).toBe(400);
	});
});
