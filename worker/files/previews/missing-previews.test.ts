import { describe, expect, it } from "vitest";
import type { TransactionLimits } from "../../accounts/contract.ts";
import type { CreatedShare, ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { clipOfBytes, silentClip, silentWav } from "../../test/fixtures/clips.ts";
import { halvesPng } from "../../test/fixtures/images.ts";
import { call, makeCreator, putBytes, request } from "../../test/fixtures/test-app.ts";
import { LEAST_DRAWN_TEXT } from "./contract/preview-sizes.ts";
import { clipBytes, type MissingPreviews } from "./contract/previews.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
type Bytes = Uint8Array<ArrayBuffer>;

/** Publishes files as a program does, without previews. */
async function publish(who: Creator, contents: Record<string, Bytes>) {
	const form = new FormData();
	form.append("title", "By API");
	form.append("price", "5.00");
	for (const [name, bytes] of Object.entries(contents))
		form.append("files", new File([bytes], name));
	const response = await request("/api/file-shares", {
		method: "POST",
		body: form,
		cookies: who.cookies,
	});
	expect(response.status).toBe(201);
	const { fileShare, files } = await response.json<CreatedShare>();
	const ids = Object.fromEntries(files.map(({ originalName, id }) => [originalName, id]));
	return { slug: fileShare.shareId, ids };
}
async function missingOf(who: Creator): Promise<MissingPreviews["shares"]> {
	const response = await call("GET", "/api/missing-previews", undefined, who.cookies);
	return (await response.json<MissingPreviews>()).shares;
}
const put = (who: Creator, id: string | undefined, query: string, body: Bytes) =>
	putBytes(`/api/files/${id}/preview?${query}`, body, who.cookies);
const fail = (who: Creator, id: string | undefined, reason: string) =>
	call("PUT", `/api/files/${id}/preview-failure`, { reason }, who.cookies);
const text = (content: string) => new Uint8Array(new TextEncoder().encode(content));

describe("the previews that are missing of what a program has uploaded", () => {
	it("lists previews that only a browser makes, until it made them or said why not", async () => {
		const who = await makeCreator();
		const { slug, ids } = await publish(who, {
			"photo.png": halvesPng(800, 600),
			"track.wav": silentWav(40),
			"notes.txt": text("A few lines.".padEnd(LEAST_DRAWN_TEXT, ".")),
			"key.txt": text("A few lines.".padEnd(LEAST_DRAWN_TEXT - 1, ".")),
			"empty.txt": text(""),
			"song.mid": text("MThd\0\0\0\u0006"),
		});
		const named = (files: MissingPreviews["shares"][number]["files"] = []) =>
			files.map(({ name, failure }) => [name, failure]);
		const [share] = await missingOf(who);
		expect(share).toMatchObject({
			shareId: slug,
			title: "By API",
			made: 1,
			total: 3,
			preview: { images: "blur", clip: "30" },
		});
		expect(named(share?.files)).toEqual([
			["track.wav", null],
			["notes.txt", null],
		]);

		const track = ids["track.wav"];
		expect((await put(who, track, "kind=waveform&durationMs=40000", text("0z"))).status).toBe(200);
		expect(await missingOf(who)).toMatchObject([{ made: 1 }]);
		expect((await fail(who, track, "slow")).status).toBe(204);
		expect((await fail(who, track, "bored")).status).toBe(400);
		const [failed] = await missingOf(who);
		expect(named(failed?.files)).toEqual([
			["notes.txt", null],
			["track.wav", "slow"],
		]);

		const large = clipOfBytes(clipBytes(13_333, false) + 1);
		expect((await put(who, track, "kind=clip&durationMs=40000", large)).status).toBe(400);
		expect((await put(who, track, "kind=clip&durationMs=40000", silentClip(13))).status).toBe(200);
		expect(named((await missingOf(who))[0]?.files)).toEqual([["notes.txt", null]]);
		const page = await (await request(`/api/file-shares/${slug}`)).json<ShareResponse>();
		expect(page.files.map(({ preview }) => preview?.kind)).toEqual([
			"image",
			"clip",
			undefined,
			undefined,
			undefined,
			undefined,
		]);
		const page1 = `kind=page&width=800&height=600`;
		expect((await put(who, ids["notes.txt"], page1, halvesPng(400, 300))).status).toBe(200);
		expect(await missingOf(who)).toEqual([]);
	});

	it("lists missing watermarked pictures if the creator chose those", async () => {
		const who = await makeCreator();
		const { slug, ids } = await publish(who, { "photo.png": halvesPng(800, 600) });
		expect(await missingOf(who)).toEqual([]);
		const edit = { images: "watermark" };
		const edited = await call("PATCH", `/api/file-shares/${slug}`, edit, who.cookies);
		expect(edited.status).toBe(200);
		expect(await missingOf(who)).toMatchObject([{ made: 0, total: 1 }]);
		for (const [images, missing] of [
			["none", []],
			["blur", []],
			["watermark", [{ made: 0, total: 1 }]],
		] as const) {
			await call("PATCH", `/api/file-shares/${slug}`, { images }, who.cookies);
			expect(await missingOf(who), images).toMatchObject(missing);
		}
		const sent = await put(
			who,
			ids["photo.png"],
			"kind=watermarked&width=800&height=600",
			halvesPng(400, 300),
		);
		expect(sent.status).toBe(200);
		expect(await missingOf(who)).toEqual([]);
	});

	it("lists missing previews to their creator alone, and counts them once made", async () => {
		const [who, stranger] = [await makeCreator(), await makeCreator()];
		const { slug, ids } = await publish(who, { "track.wav": silentWav(40) });
		const track = ids["track.wav"];
		const clip = silentClip(13);
		const query = "kind=clip&durationMs=40000";
		expect((await put(stranger, track, query, clip)).status).toBe(404);
		expect((await fail(stranger, track, "slow")).status).toBe(404);
		expect(await missingOf(stranger)).toEqual([]);
		const used = async () => {
			const limits = await call("GET", "/api/user/transaction-limits", undefined, who.cookies);
			return (await limits.json<TransactionLimits>()).storage.used;
		};
		const before = await used();
		expect((await put(who, track, query, clip)).status).toBe(200);
		expect(await used()).toBe(before + clip.length);

		const other = await publish(who, { "track.wav": silentWav(40) });
		const removed = await call("DELETE", `/api/file-shares/${other.slug}`, undefined, who.cookies);
		expect(removed.status).toBe(204);
		expect(await missingOf(who)).toEqual([]);
		expect((await put(who, other.ids["track.wav"], query, clip)).status).toBe(404);
		expect(slug).not.toBe(other.slug);
	});
});
