import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { storedUploads } from "../accounts/plans/tables.ts";
import { UploadQuota } from "../accounts/plans/upload-quota.ts";
import { UploadSessionBase } from "../files/uploads/upload-session.ts";
import { randomId } from "../platform/ids.ts";
import type { Operation } from "../platform/intercepted-bindings.ts";
import { repeatable } from "../platform/retrying.ts";
import { makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { begun, put, SMALL } from "../test/fixtures/upload-helpers.ts";
import { canRepeat, REPEATABLE_METHODS } from "./repeatable-calls.ts";

type Quota = DurableObjectStub<UploadQuota>;
type Session = DurableObjectStub<UploadSessionBase>;
type Stub = Quota | Session;

const NOW = Date.now();

function rowsOf(stub: Stub): Promise<unknown> {
	return runInDurableObject(stub as Session, (_object, { storage }) => {
		const names = storage.sql
			.exec<{ name: string }>(
				"select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'",
			)
			.toArray();
		return names.map(({ name }) => [
			name,
			storage.sql
				.exec(`select * from "${name}"`)
				.toArray()
				.map((row) => JSON.stringify(row))
				.sort(),
		]);
	});
}

/** Calls twice; returns both answers and the stored rows after each. */
async function twice(stub: Stub, call: () => Promise<unknown>) {
	const first = { answer: await call(), rows: await rowsOf(stub) };
	const second = { answer: await call(), rows: await rowsOf(stub) };
	return { first, second };
}

async function quota() {
	const creatorId = randomId();
	const uploadId = randomId();
	const shareId = randomId();
	const stub = env.UPLOAD_QUOTA.getByName(creatorId);
	const lease = { creatorId, uploadId, limit: 3, bytes: 50, quota: 100, now: NOW };
	const reserve = () => stub.reserve({ ...lease, expiresAt: NOW + 60_000 });
	const slot = { creatorId, uploadId, month: "2026-11" };
	await stub.reserve({ ...lease, uploadId: randomId(), bytes: 10, expiresAt: NOW + 60_000 });
	const record = async () => {
		await testCtx().db.insert(storedUploads).values({ uploadId, creatorId, shareId, bytes: 50 });
	};
	return { stub, creatorId, uploadId, shareId, slot, reserve, record };
}

const ofQuota: Record<
	string,
	(at: Awaited<ReturnType<typeof quota>>) => Promise<() => Promise<unknown>>
> = {
	reserve:
		async ({ reserve }) =>
		async () => ({ ...(await reserve()), held: "either" }),
	reserveStorage:
		async ({ stub, creatorId }) =>
		() =>
			stub.reserveStorage({
				creatorId,
				uploadId: "preview:key",
				bytes: 5,
				quota: 100,
				now: NOW,
				expiresAt: NOW + 60_000,
			}),
	commit: async ({ stub, slot, reserve, record }) => {
		await reserve();
		await record();
		return () => stub.commit(slot);
	},
	release: async ({ stub, uploadId, reserve }) => {
		await reserve();
		return () => stub.release(uploadId);
	},
	releaseStorage: async ({ stub, creatorId, shareId, slot, record }) => {
		await record();
		await stub.commit(slot);
		return () => stub.releaseStorage(creatorId, shareId, NOW);
	},
	addRecords:
		async ({ stub, creatorId, uploadId, shareId }) =>
		() =>
			stub.addRecords(creatorId, [{ uploadId, shareId, bytes: -5 }], NOW),
	used:
		async ({ stub, creatorId }) =>
		() =>
			stub.used(creatorId, NOW),
	stored:
		async ({ stub, creatorId }) =>
		() =>
			stub.stored(creatorId, NOW),
};

async function session() {
	const creator = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
	const files = [
		{ name: "a.txt", size: SMALL.length },
		{ name: "b.txt", size: SMALL.length },
	];
	const upload = await begun(files, {}, creator);
	const stub = env.UPLOAD_SESSION.getByName(upload.id);
	const [{ id: fileId } = { id: "" }] = upload.files;
	const object = { objectKey: `renditions/${randomId()}`, size: 7 };
	const part = { n: 1, size: SMALL.length, etag: "etag", crc32: 1 };
	const room = () => stub.reserveRendition(creator.user.id, object, 1000);
	return { stub, creator, upload, fileId, object, part, room };
}

const ofSession: Record<
	string,
	(at: Awaited<ReturnType<typeof session>>) => Promise<() => Promise<unknown>>
> = {
	open: async ({ creator }) => {
		const stub = env.UPLOAD_SESSION.getByName(randomId());
		const metadata = {
			id: "upload",
			creatorId: creator.user.id,
			month: "2026-11",
			shareId: "share",
			slug: "slug",
			addsTo: false,
			title: "A film",
			description: null,
			price: "9.99",
			fileCount: 1,
			totalSize: 3,
			createdAt: NOW,
		};
		const file = {
			id: randomId(),
			originalName: "a.txt",
			folderPath: "Main Files",
			mimeType: "text/plain",
			family: "text" as const,
			size: 3,
			objectKey: "key",
			modifiedAt: null,
			replaces: null,
			noPreview: false,
			wholeOnly: false,
		};
		return async () => [await stub.open(metadata, [file]), await rowsOf(stub)];
	},
	status:
		async ({ stub, creator }) =>
		() =>
			stub.status(creator.user.id),
	page:
		async ({ stub }) =>
		() =>
			stub.page(0, 10),
	openFile:
		async ({ stub, creator, fileId }) =>
		() =>
			stub.openFile(creator.user.id, fileId),
	reserveRendition: async ({ room }) => room,
	keepRendition: async ({ stub, object, room }) => {
		await room();
		return () => stub.keepRendition(object.objectKey);
	},
	releaseRenditions: async ({ stub, object, room }) => {
		await room();
		return () => stub.releaseRenditions([object.objectKey]);
	},
	forgetMultipart: async ({ stub, fileId }) => {
		await runInDurableObject(stub, (_object, { storage }) => {
			storage.sql.exec("UPDATE files SET multipart = 'expired' WHERE id = ?", fileId);
		});
		return () => stub.forgetMultipart(fileId, "expired");
	},
	part:
		async ({ stub, fileId }) =>
		() =>
			stub.part(fileId, 1, false),
	acknowledge:
		async ({ stub, fileId, part }) =>
		() =>
			stub.acknowledge([{ fileId, part }]),
	complete: async ({ stub, creator, upload }) => {
		for (const at of upload.files.keys()) await put(upload, at, 1, SMALL, { who: creator });
		return () => stub.complete(creator.user.id);
	},
	abandon:
		async ({ stub, creator }) =>
		() =>
			stub.abandon(creator.user.id),
};

describe("a repeated call gives the same answer and leaves the same rows", () => {
	it.each(REPEATABLE_METHODS.UPLOAD_QUOTA)("UploadQuota.%s", async (name) => {
		const at = await quota();
		const { first, second } = await twice(
			at.stub,
			await (ofQuota[name] as (typeof ofQuota)[string])(at),
		);
		expect(second).toEqual(first);
	});

	it.each(REPEATABLE_METHODS.UPLOAD_SESSION)("UploadSession.%s", async (name) => {
		const at = await session();
		const { first, second } = await twice(
			at.stub,
			await (ofSession[name] as (typeof ofSession)[string])(at),
		);
		expect(second).toEqual(first);
	});

	it("counts a repeated attempt to write a part", async () => {
		const { stub, fileId } = await session();
		const { first, second } = await twice(stub, () => stub.part(fileId, 1, true));
		expect([first.answer, second.answer]).toEqual(["wanted", "wanted"]);
		const tries = (rows: unknown) => JSON.stringify(rows).replaceAll(/tries\W+\d+/g, "");
		expect(tries(second.rows)).toBe(tries(first.rows));
	});
});

// G21
it("finds every method either repeatable or named here", () => {
	const methods = (prototype: object) =>
		Object.getOwnPropertyNames(prototype).filter((name) => !/^(constructor|alarm)$/.test(name));
	// The last ones of each are private, so they are never called from outside.
	expect(methods(UploadQuota.prototype).sort()).toEqual(
		[
			...REPEATABLE_METHODS.UPLOAD_QUOTA,
			"rebuild",
			"take",
			"abandon",
			"storedRecords",
			"addRemoved",
			"catchUp",
			"fill",
			"settleExpired",
			"arm",
		].sort(),
	);
	expect(methods(UploadSessionBase.prototype).sort()).toEqual(
		[
			...REPEATABLE_METHODS.UPLOAD_SESSION,
			"record",
			"context",
			"openPosition",
			"adopt",
			"lease",
			"wakeIn",
		].sort(),
	);
});

describe("canRepeat", () => {
	const operation = (fields: Partial<Operation>): Operation => ({
		service: "files",
		binding: "FILES",
		name: "put",
		args: [],
		isRead: false,
		...fields,
	});
	const stream = new Response("bytes").body;

	it.each([
		["a read", { binding: "DB", name: "all", isRead: true }, true],
		["a write to the database", { binding: "DB", name: "batch" }, false],
		["bytes", { args: ["key", new Uint8Array(3)] }, true],
		["a stream", { args: ["key", stream] }, false],
		["a part of bytes", { name: "uploadPart", args: [1, new Uint8Array(3)] }, true],
		["a part as a stream", { name: "uploadPart", args: [1, stream] }, false],
		["a removal", { name: "delete", args: ["key"] }, true],
		["a new multipart upload", { name: "createMultipartUpload", args: ["key"] }, false],
		["the end of a multipart upload", { name: "complete", args: [[]] }, false],
		["a part of an upload", { binding: "UPLOAD_SESSION", name: "record" }, false],
	] as const)("%s", (_what, fields, expected) => {
		expect(canRepeat(operation(fields))).toBe(expected);
	});

	it("repeats a database write that is declared repeatable", async () => {
		const write = operation({ binding: "DB", name: "batch" });
		expect(await repeatable(async () => canRepeat(write))).toBe(true);
		expect(canRepeat(write)).toBe(false);
	});
});
