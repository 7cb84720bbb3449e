import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { storedUploads } from "../../accounts/plans/tables.ts";
import { deleteSharesOfCreator } from "../../customers/deletion/delete-share.ts";
import { queuePurge, runPurges } from "../../platform/queue/purge.ts";
import { queue } from "../../platform/tables.ts";
import { text } from "../../test/fixtures/sample-files.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	BIG,
	begun,
	complete,
	creator,
	freshCreator,
	put,
	SMALL,
	sendAll,
	TWO,
} from "../../test/fixtures/upload-helpers.ts";
import type { CreatedShare } from "./contract/shares.ts";
import { eraseShare } from "./erase-share.ts";
import { sharePrefixes } from "./object-keys.ts";

beforeEach(freshCreator);

const stored = (userId: string) => env.UPLOAD_QUOTA.getByName(userId).stored(userId, Date.now());

async function publishForm(cookies: Record<string, string>, content: string) {
	const form = new FormData();
	form.set("title", "Notes");
	form.set("price", "1.00");
	form.append("files", new File([text(content)], "a.txt"));
	const response = await request("/api/file-shares", { method: "POST", body: form, cookies });
	expect(response.status).toBe(201);
	return (await response.json<CreatedShare>()).fileShare;
}

test("a share created by one form counts the bytes of its files until they are removed", async () => {
	const { user, cookies } = await makeCreator();
	const share = await publishForm(cookies, "five!");
	const other = await publishForm(cookies, "more than five");
	expect(await stored(user.id)).toBe(5 + 14);
	expect(
		(await call("DELETE", `/api/file-shares/${share.shareId}`, undefined, cookies)).status,
	).toBe(204);
	await runPurges(testCtx());
	expect(await stored(user.id)).toBe(14);
	// Purges may run again.
	await testCtx().db.batch([queuePurge(testCtx(), `originals/${share.id}/`)]);
	await runPurges(testCtx());
	expect(await stored(user.id)).toBe(14);
	await deleteSharesOfCreator(testCtx(), user.id, { buyers: "keep" });
	await runPurges(testCtx());
	expect(await stored(user.id)).toBe(0);
	const left = await testCtx()
		.db.select()
		.from(storedUploads)
		.where(eq(storedUploads.shareId, other.id));
	expect(left).toEqual([]);
});

test("files added to a share count, and are released with it", async () => {
	const upload = await begun(TWO);
	await sendAll(upload);
	expect((await complete(upload)).status).toBe(201);
	const size = BIG.length + SMALL.length;
	expect(await stored(creator.user.id)).toBe(size);
	const added = await begun([{ name: "more.txt", size: SMALL.length }], { addTo: upload.shareId });
	expect(await stored(creator.user.id)).toBe(size + SMALL.length);
	expect((await put(added, 0, 1, SMALL)).status).toBe(200);
	expect((await complete(added)).status).toBe(201);
	expect(await stored(creator.user.id)).toBe(size + SMALL.length);
	await env.UPLOAD_QUOTA.getByName(creator.user.id).rebuild();
	expect(await stored(creator.user.id)).toBe(size + SMALL.length);
	await call("DELETE", `/api/file-shares/${upload.shareId}`, undefined, creator.cookies);
	await runPurges(testCtx());
	expect(await stored(creator.user.id)).toBe(0);
});

// G38
test("bytes kept after a deletion count until they are removed", async () => {
	const { user, cookies } = await makeCreator();
	const share = await publishForm(cookies, "five!");
	await eraseShare(testCtx(), share.id);
	const { db } = testCtx();
	// Kept for the downloads of buyers.
	const later = Date.now() + 30 * 24 * 60 * 60 * 1000;
	for (const prefix of sharePrefixes(share.id))
		await db
			.update(queue)
			.set({ dueAt: later })
			.where(and(eq(queue.kind, "purge"), eq(queue.key, prefix)));
	await runPurges(testCtx());
	expect(await stored(user.id)).toBe(5);
	await runPurges(testCtx({ now: () => later }));
	expect(await stored(user.id)).toBe(0);
});

test("a purge is repeated when releasing its storage fails", async () => {
	const { user, cookies } = await makeCreator();
	const share = await publishForm(cookies, "five!");
	await eraseShare(testCtx(), share.id);
	const fail = async () => {
		throw new Error("the meter is away");
	};
	const ctx = testCtx();
	await runPurges({ ...ctx, handlers: { ...ctx.handlers, afterPurge: [fail] } });
	expect(await stored(user.id)).toBe(5);
	await runPurges(testCtx({ now: () => Date.now() + 24 * 60 * 60 * 1000 }));
	expect(await stored(user.id)).toBe(0);
});

test("a form that exceeds the quota is refused before its body is read", async () => {
	const { user, cookies } = await makeCreator();
	await testCtx()
		.db.insert(storedUploads)
		.values({
			uploadId: user.id,
			creatorId: user.id,
			shareId: "elsewhere",
			bytes: 2 * 1024 ** 3 - 100,
		});
	const response = await request("/api/file-shares", {
		method: "POST",
		body: "x",
		headers: { "content-type": "multipart/form-data; boundary=B", "content-length": "500" },
		cookies,
	});
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({
		code: "storage.quota_exceeded",
		details: { needed: 500 },
	});
});
