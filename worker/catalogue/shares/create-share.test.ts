import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { deleteAccount } from "../../accounts/delete-account.ts";
import { uploadSlots } from "../../accounts/plans/tables.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { pngLike, text } from "../../test/fixtures/sample-files.ts";
import { call, freshHandle, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { CreatedShare } from "./contract/shares.ts";
import { createShare } from "./create-share.ts";
import { filesOf } from "./file-rows.ts";
import { shares } from "./tables.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
let creator: Creator;
beforeAll(async () => {
	creator = await makeCreator({ plan: "pro" });
});

type Parts = { fields?: Record<string, string>; files?: File[]; folders?: string[] };
function formOf({ fields, files, folders }: Parts): FormData {
	const form = new FormData();
	for (const file of files ?? []) form.append("files", file);
	for (const folder of folders ?? []) form.append("folderPaths", folder);
	for (const [name, value] of Object.entries({ title: "A set", price: "9.99", ...fields }))
		form.append(name, value);
	return form;
}
const post = (parts: Parts, who = creator) =>
	request("/api/file-shares", { method: "POST", body: formOf(parts), cookies: who.cookies });
const txt = (name: string, content = name) => new File([text(content)], name);

async function stored(): Promise<number> {
	return (await env.FILES.list({ prefix: "originals/" })).objects.length;
}
async function used(who: Creator): Promise<number> {
	return env.UPLOAD_QUOTA.getByName(who.user.id).used(who.user.id, Date.now());
}
/** Expects a refusal whose error contains the words, and that nothing is stored. */
async function refused(parts: Parts, status: number, words: string | RegExp) {
	const who = await makeCreator();
	const before = await stored();
	const response = await post(parts, who);
	expect(response.status).toBe(status);
	const body = await response.json<{ message: string }>();
	expect(body.message).toMatch(words);
	expect(await stored()).toBe(before);
	expect(await used(who)).toBe(0);
	expect(await testCtx().db.select().from(shares).where(eq(shares.creatorId, who.user.id))).toEqual(
		[],
	);
}

it.each([
	["who has a page", true, { saleMode: "each" }, { listed: true, indexed: true }],
	["who has a page, for one client", true, { saleMode: "link" }, { listed: false }],
	[
		"who has a page, for clients who choose",
		true,
		{ choosing: '{"count":40}' },
		{ listed: false, indexed: false },
	],
	["who has none", false, { saleMode: "each" }, { listed: false, indexed: true }],
] as const)("lists what somebody sells %s", async (_, hasPage, fields, shown) => {
	const who = await makeCreator();
	const handle = freshHandle();
	if (hasPage) await call("PUT", "/api/creator-page", { handle }, who.cookies);
	expect((await post({ fields, files: [txt("a.txt")] }, who)).status).toBe(201);
	const [row] = await testCtx().db.select().from(shares).where(eq(shares.creatorId, who.user.id));
	expect(row).toMatchObject(shown);
});

it("stores a form's files with their CRC, and publishes them", async () => {
	const big = pngLike(9_000_000);
	const response = await post({
		fields: { description: " For you ", saleMode: "each", maxSales: "5" },
		files: [new File([big], "写真.PNG"), txt("notes.txt"), new File([pngLike(100)], "a.png")],
		folders: ["Bilder/2026", ""],
	});
	expect(response.status).toBe(201);
	const { fileShare, files } = await response.json<CreatedShare>();
	expect(fileShare).toMatchObject({
		title: "A set",
		description: "For you",
		price: "9.99",
		status: "published",
		maxSales: 5,
		fileCount: 3,
		totalSize: 9_000_000 + 9 + 100,
		isOwner: true,
	});
	expect(files.map((file) => [file.originalName, file.folderPath, file.mimeType])).toEqual([
		["写真.PNG", "Bilder/2026", "image/png"],
		["notes.txt", "Main Files", "text/plain"],
		["a.png", "Main Files", "image/png"],
	]);
	const rows = await filesOf(testCtx(), fileShare.id);
	expect(rows[0]).toMatchObject({ size: big.length, crc32: crc32(big) });
	for (const row of rows) expect(row.objectKey).toBe(`originals/${fileShare.id}/${row.id}`);
	const object = await env.FILES.get(rows[0]!.objectKey);
	expect(object?.httpEtag).toBe(`"${rows[0]!.etag}"`);
	expect(crc32(new Uint8Array(await object!.arrayBuffer()))).toBe(crc32(big));
});

it("uses a slot of the month, and refuses a free creator's fourth share", async () => {
	const free = await makeCreator();
	for (let i = 0; i < 3; i++)
		expect((await post({ files: [txt(`${i}.txt`)] }, free)).status).toBe(201);
	const before = await stored();
	const fourth = await post({ files: [txt("4.txt")] }, free);
	expect(fourth.status).toBe(403);
	expect(await fourth.json()).toMatchObject({
		code: "upload.limit_reached",
		message: expect.stringContaining("monthly transaction limit"),
	});
	expect(await stored()).toBe(before);
	const limits = await request("/api/user/transaction-limits", { cookies: free.cookies });
	expect(await limits.json()).toMatchObject({ remaining: 0, limit: 3, used: 3, plan: "free" });
	expect(
		await testCtx().db.select().from(uploadSlots).where(eq(uploadSlots.creatorId, free.user.id)),
	).toHaveLength(3);
});

it.each([
	["a field before the file", ["surprise", "files"], "surprise"],
	["a field after the file", ["files", "surprise"], "surprise"],
	["the file's own field", ["file"], "file"],
])("names a mistyped field even without an upload left: %s", async (_, names, wrong) => {
	const free = await makeCreator();
	for (let i = 0; i < 3; i++) await post({ files: [txt(`${i}.txt`)] }, free);
	const before = await stored();
	const form = new FormData();
	for (const name of names) form.append(name, name === "surprise" ? "x" : txt("4.txt"));
	const response = await request("/api/file-shares", {
		method: "POST",
		body: form,
		cookies: free.cookies,
	});
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		code: "request.invalid",
		fields: { [wrong]: expect.any(String) },
	});
	expect(await stored()).toBe(before);
	expect(await used(free)).toBe(3);
});

it("accepts exactly three of twenty concurrent requests", async () => {
	const free = await makeCreator();
	const responses = await Promise.all(
		Array.from({ length: 20 }, (_, i) => post({ files: [txt(`${i}.txt`)] }, free)),
	);
	expect(responses.filter((result) => result.status === 201)).toHaveLength(3);
	expect(responses.filter((result) => result.status === 403)).toHaveLength(17);
});

it("allows Pro any number of uploads", async () => {
	const limits = await request("/api/user/transaction-limits", { cookies: creator.cookies });
	expect(await limits.json()).toMatchObject({ remaining: -1, limit: -1, plan: "pro" });
	expect((await request("/api/user/transaction-limits")).status).toBe(401);
});

it("flattens nested folders on the free plan", async () => {
	const free = await makeCreator();
	const response = await post({ files: [txt("a.txt")], folders: ["Top/Deep/Deeper"] }, free);
	const { files } = await response.json<CreatedShare>();
	expect(files[0]?.folderPath).toBe("Top");
});

it("limits a share in link mode to one sale", async () => {
	const response = await post({
		files: [txt("a.txt")],
		fields: { saleMode: "link", maxSales: "9" },
	});
	const { fileShare } = await response.json<CreatedShare>();
	expect(fileShare).toMatchObject({ saleMode: "link", maxSales: 1 });
});

it.each([
	[{ files: [txt("ok.txt"), txt("server.log")] }, 415, "server.log"],
	[{ files: [txt("ok.txt"), txt("setup.exe")] }, 415, /Programs and installers/],
	[{ files: [txt("ok.txt"), txt("noextension")] }, 415, "noextension"],
	[{ files: [new File([pngLike(9_000_000)], "real.png"), txt("liar.png")] }, 415, "liar.png"],
	[{ files: [new File([text("a\0b")], "binary.txt")] }, 415, "binary.txt"],
	[{ files: [new File([], "empty.png")] }, 415, "empty.png"],
	[{ files: [txt("evil\u0007.txt")] }, 400, /control characters/],
	[{ files: [txt("evil\n.txt")] }, 400, /evil.*control/],
	[{ files: [txt("a.txt")], folders: ["x/../../y"] }, 400, "a.txt"],
	[{ files: [txt("a.txt")], folders: ["x\u0000y"] }, 400, /a\.txt.*control/],
	[{ files: [txt("a.txt")], fields: { title: "  " } }, 400, "Title is required"],
	[{ files: [txt("a.txt")], fields: { price: "0" } }, 400, "Valid price is required"],
	[{ files: [txt("a.txt")], fields: { price: "" } }, 400, /^A price is missing: .*free$/],
	[{ files: [txt("a.txt")], fields: { price: "", pricing: "chosen" } }, 400, /^A price is/],
	[{ files: [txt("a.txt")], fields: { price: "1", pricing: "free" } }, 400, "has no price"],
	[{ files: [txt("a.txt")], fields: { price: "1.999" } }, 400, "Valid price is required"],
	[{ files: [txt("a.txt")], fields: { maxSales: "0" } }, 400, "at least 1"],
	[{ files: [] }, 400, "No files selected"],
] as const)("refuses %j with %i and stores nothing", async (parts, status, words) => {
	await refused(parts as unknown as Parts, status, words);
});

it.each(["", "0"])("accepts a free share with the price “%s”", async (price) => {
	const response = await post({ files: [txt("a.txt")], fields: { pricing: "free", price } });
	expect(response.status).toBe(201);
	const { fileShare } = await response.json<CreatedShare>();
	expect(fileShare).toMatchObject({ pricing: "free", price: "0.00" });
});

it("accepts many files", async () => {
	const files = Array.from({ length: env.ALL_ROUNDS === "true" ? 2000 : 200 }, (_, i) =>
		txt(`${i}.txt`),
	);
	const response = await post({ files });
	expect(response.status).toBe(201);
	const { fileShare } = await response.json<CreatedShare>();
	const rows = await filesOf(testCtx(), fileShare.id);
	expect(rows.map((row) => row.originalName)).toEqual(files.map((file) => file.name));
});

it("refuses more than 2,000 files", async () => {
	const files = Array.from({ length: 2001 }, (_, i) => txt(`${i}.txt`));
	await refused({ files }, 400, "2000 files");
});

it("aborts a body beyond 100 MB while reading it, with and without Content-Length", async () => {
	const who = await makeCreator();
	const before = await stored();
	const said = await request("/api/file-shares", {
		method: "POST",
		body: "x",
		headers: { "content-type": "multipart/form-data; boundary=B", "content-length": "100000001" },
		cookies: who.cookies,
	});
	expect(said.status).toBe(413);

	const { readable, writable } = new IdentityTransformStream();
	const sending = (async () => {
		const writer = writable.getWriter();
		await writer.write(
			text('--B\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n'),
		);
		for (let sent = 0; sent < 101_000_000; sent += 1_000_000)
			await writer.write(pngLike(1_000_000));
	})().catch(() => {});
	await expect(
		createShare(who.ctx, {
			body: readable,
			contentType: "multipart/form-data; boundary=B",
			contentLength: null,
		}),
	).rejects.toMatchObject({ code: "request.too_large" });
	await sending;
	expect(await stored()).toBe(before);
	expect(await used(who)).toBe(0);
});

it("stores nothing when the sender disconnects or a later step fails", async () => {
	const who = await makeCreator();
	const before = await stored();
	const form = new Response(formOf({ files: [new File([pngLike(9_000_000)], "a.png")] }));
	const type = form.headers.get("content-type")!;
	const bytes = new Uint8Array(await form.arrayBuffer());
	const { readable, writable } = new IdentityTransformStream();
	const writer = writable.getWriter();
	const sending = writer
		.write(bytes.subarray(0, 8_800_000))
		.then(() => writer.abort(new Error("gone")))
		.catch(() => {});
	await expect(
		createShare(who.ctx, { body: readable, contentType: type, contentLength: null }),
	).rejects.toThrow();
	await sending;

	const failing = async () => {
		throw new Error("no packs today");
	};
	const ctx = { ...who.ctx, handlers: { ...who.ctx.handlers, beforePublish: [failing] } };
	await expect(
		createShare(ctx, { body: new Response(bytes).body!, contentType: type, contentLength: null }),
	).rejects.toThrow("no packs today");
	expect(await stored()).toBe(before);
	expect(await used(who)).toBe(0);
});

it("stores nothing when the account is deleted while the form arrives", async () => {
	const who = await makeCreator({ passwordHash: await hashPassword("zebra8fjord") });
	const before = await stored();
	const form = new Response(formOf({ files: [txt("a.txt")] }));
	const contentType = form.headers.get("content-type")!;
	const bytes = new Uint8Array(await form.arrayBuffer());
	const { readable, writable } = new IdentityTransformStream();
	const writer = writable.getWriter();
	const creating = createShare(who.ctx, { body: readable, contentType, contentLength: null });
	await writer.write(bytes.subarray(0, 40));
	await deleteAccount(who.ctx, { password: "zebra8fjord" });
	const sending = writer
		.write(bytes.subarray(40))
		.then(() => writer.close())
		.catch(() => {});
	await expect(creating).rejects.toMatchObject({ code: "auth.required" });
	await sending;
	expect(await stored()).toBe(before);
	expect(await used(who)).toBe(0);
	const left = await testCtx().db.select().from(shares).where(eq(shares.creatorId, who.user.id));
	expect(left).toEqual([]);
});
