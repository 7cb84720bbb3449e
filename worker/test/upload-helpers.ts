import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { PART_SIZE } from "../contract/constants.ts";
import type { BegunUpload, ResumableUpload } from "../contract/uploads.ts";
import { crc32 } from "../platform/storage/crc32.ts";
import { shares } from "../shares/tables.ts";
import { pngLike, text } from "./sample-files.ts";
import { call, makeCreator, request, testCtx } from "./test-app.ts";

/* The upload calls as the browser sends them, for the tests of their verbs. */

export type Creator = Awaited<ReturnType<typeof makeCreator>>;
/** The creator who uploads; set by `freshCreator`. */
export let creator: Creator;
/** For `beforeEach`: makes `creator` a new Pro creator with a confirmed address. */
export async function freshCreator(): Promise<void> {
	creator = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
}

export type Announced = {
	name: string;
	size: number;
	folderPath?: string;
	lastModified?: number;
	noPreview?: boolean;
	replaces?: { file: string; note?: string; keepEarlier?: boolean };
};
/** The unparsed response of a begin. */
export const begin = (files: Announced[], more: object = {}, who = creator) =>
	call("POST", "/api/uploads", { title: "A film", price: "9.99", files, ...more }, who.cookies);
/** An upload that was begun. */
export async function begun(
	files: Announced[],
	more: object = {},
	who = creator,
): Promise<BegunUpload> {
	const response = await begin(files, more, who);
	expect(response.status).toBe(201);
	return response.json();
}
export type Send = {
	token?: string | null;
	crc?: string;
	headers?: Record<string, string>;
	who?: Creator;
};
/** Sends part `n` of the file at `index`, with a Content-Length like a browser. */
export function put(
	upload: BegunUpload,
	index: number,
	n: number,
	bytes: Uint8Array,
	options: Send = {},
) {
	const file = upload.files[index];
	if (!file) throw new Error("The upload has no such file");
	const token = options.token === undefined ? file.token : options.token;
	return request(`/api/uploads/${upload.id}/files/${file.id}/parts/${n}`, {
		method: "PUT",
		body: bytes,
		headers: {
			"content-length": String(bytes.length),
			...(token && { "x-upload-token": token }),
			...(options.crc && { "x-part-crc32": options.crc }),
			...options.headers,
		},
		cookies: (options.who ?? creator).cookies,
	});
}
export const hex = (bytes: Uint8Array) => crc32(bytes).toString(16).padStart(8, "0");
export const complete = (upload: { id: string }, who = creator) =>
	call("POST", `/api/uploads/${upload.id}/complete`, undefined, who.cookies);
/** The upload's current status as the creator sees it. */
export const resume = async (upload: { id: string }, from = 0): Promise<ResumableUpload> =>
	(await call("GET", `/api/uploads/${upload.id}?from=${from}`, undefined, creator.cookies)).json();
export const sessionOf = (upload: { id: string }) => env.UPLOAD_SESSION.getByName(upload.id);
/** Slots of this month that are in use. */
export const used = (who = creator) =>
	env.UPLOAD_QUOTA.getByName(who.user.id).used(who.user.id, Date.now());
/** The error code of a refusal. */
export const code = async (response: Response) => (await response.json<{ code: string }>()).code;
export const rowOf = async (shareId: string) =>
	(await testCtx().db.select().from(shares).where(eq(shares.slug, shareId)))[0];
/** The share's originals in the store. */
export async function objectsOf(shareId: string) {
	const row = await rowOf(shareId);
	return (await env.FILES.list({ prefix: `originals/${row?.id}/` })).objects;
}

export const BIG = pngLike(PART_SIZE + 1000);
export const SMALL = text("some notes");
/** A file of two parts and one of a single part. */
export const TWO = [
	{ name: "big.png", size: BIG.length, folderPath: "Images", lastModified: 1_700_000_000_000 },
	{ name: "notes.txt", size: SMALL.length },
];
/** Sends every part of `TWO`. */
export async function sendAll(upload: BegunUpload) {
	expect((await put(upload, 0, 2, BIG.subarray(PART_SIZE))).status).toBe(200);
	expect((await put(upload, 0, 1, BIG.subarray(0, PART_SIZE))).status).toBe(200);
	expect((await put(upload, 1, 1, SMALL, { crc: hex(SMALL) })).status).toBe(200);
}
