import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionLimits } from "../../accounts/contract.ts";
import { MIB } from "../../contract/constants.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { users } from "../../core/tables.ts";
import { mac } from "../../platform/security/crypto.ts";
import { recordingCtx } from "../../test/fakes/recording-ctx.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import {
	type Announced,
	begin,
	begun,
	type Creator,
	code,
	creator,
	freshCreator,
	rowOf,
	sessionOf,
	used,
} from "../../test/fixtures/upload-helpers.ts";
import { PROGRAM_EXTENSIONS } from "../contract/file-types.ts";
import { beginUpload } from "./begin-upload.ts";
import type { BegunUpload } from "./contract.ts";
import { SessionStore } from "./session-store.ts";

beforeEach(freshCreator);

describe("POST /api/uploads", () => {
	it("flattens folders on the free plan and keeps them on Pro", async () => {
		const tree = [{ name: "a.txt", size: 1, folderPath: "Top/Deep" }];
		const free = await makeCreator();
		expect((await begun(tree, {}, free)).files[0]?.folderPath).toBe("Top");
		expect((await begun(tree)).files[0]?.folderPath).toBe("Top/Deep");
	});

	it("accepts exactly three of a hundred concurrent uploads of a free creator", async () => {
		const free = await makeCreator();
		const responses = await Promise.all(
			Array.from({ length: 100 }, () => begin([{ name: "a.txt", size: 1 }], {}, free)),
		);
		expect(responses.filter((result) => result.status === 201)).toHaveLength(3);
		const refused = responses.filter((result) => result.status === 403);
		expect(refused).toHaveLength(97);
		expect(await refused[0]!.json()).toMatchObject({
			message: expect.stringContaining("monthly transaction limit"),
		});
	});

	// G39
	it("allows a creator at most five unfinished uploads", async () => {
		const responses = await Promise.all(
			Array.from({ length: 12 }, () => begin([{ name: "a.txt", size: 1 }])),
		);
		expect(responses.filter((result) => result.status === 201)).toHaveLength(5);
		const refused = responses.find((result) => result.status !== 201)!;
		expect(await code(refused)).toBe("upload.too_many_open");
		expect(await used()).toBe(5);
	});

	it("remembers which file is the cover of the new share, also when the call is repeated", async () => {
		const two = [
			{ name: "a.png", size: 1 },
			{ name: "b.png", size: 1 },
		];
		const key = "the-same-form";
		const upload = await begun(two, { cover: 1, key });
		expect(await begun(two, { cover: 1, key })).toMatchObject({ id: upload.id });
		expect(await rowOf(upload.shareId)).toMatchObject({ coverFileId: upload.files[1]?.id });
		expect(await rowOf((await begun(two)).shareId)).toMatchObject({ coverFileId: null });
	});

	it.each([{ cover: 1 }, { cover: -1 }, { cover: 0.5 }, { cover: 0, addTo: "some-share" }])(
		"refuses the cover of %j",
		async (more) => {
			const response = await begin([{ name: "a.png", size: 1 }], more);
			expect(response.status).toBe(400);
			expect((await response.json<ErrorBody>()).fields).toHaveProperty("cover");
			expect(await used()).toBe(0);
		},
	);

	it.each([
		[[{ name: "film.mp4", size: 5 * 1024 * MIB + 1 }], 413, "film.mp4"],
		[
			[
				{ name: "ok.txt", size: 1 },
				{ name: "server.log", size: 1 },
			],
			415,
			"server.log",
		],
		[[{ name: "evil\u0000.txt", size: 1 }], 400, "control"],
		[[{ name: "a.txt", size: 1, folderPath: "x\u0085" }], 400, "a.txt"],
		[[{ name: "a.txt", size: 1, folderPath: "../up" }], 400, "a.txt"],
		[[{ name: "empty.png", size: 0 }], 415, "empty.png"],
		[[{ name: "a.txt", size: -1 }], 400, ""],
		[[{ name: "a.txt", size: 1.5 }], 400, ""],
		[[], 400, "No files selected"],
		[Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.txt`, size: 1 })), 400, "2000 files"],
	])("refuses invalid announcements (%#) and stores nothing", async (files, status, words) => {
		const response = await begin(files as Announced[]);
		expect(response.status).toBe(status);
		expect((await response.json<{ message: string }>()).message).toContain(words);
		expect(await used()).toBe(0);
	});

	// G41
	it("refuses programs by their names and says why, whatever the case", async () => {
		for (const name of [...PROGRAM_EXTENSIONS.map((extension) => `a.${extension}`), "SETUP.EXE"]) {
			const response = await begin([{ name, size: 1 }]);
			expect(response.status).toBe(415);
			expect(await response.json()).toMatchObject({
				code: "file.type_not_accepted",
				reason: "file.program",
				message: expect.stringContaining("could harm a buyer's device"),
				details: { file: name },
			});
		}
		expect(await used()).toBe(0);
	});

	it("accepts a file of exactly 5 GB", async () => {
		const upload = await begun([{ name: "film.mp4", size: 5 * 1024 * MIB }]);
		expect(upload.files[0]?.parts).toBe(640);
	});

	it("gives no upload an id that a command line takes for an option", async () => {
		const { APP_SECRET } = testCtx().config;
		const derivedFrom = (key: string) =>
			mac(APP_SECRET, `begin-upload\n${creator.user.id}\n${key}`);
		let key = "a-key-of-the-client-0";
		for (let n = 1; !(await derivedFrom(key)).startsWith("-"); n++)
			key = `a-key-of-the-client-${n}`;
		expect((await begun([{ name: "a.txt", size: 1 }], { key })).id).toMatch(/^_/);
	});

	it("returns the same upload for the same key, concurrently and later, and takes one slot", async () => {
		const files = [{ name: "a.txt", size: 1 }];
		const key = "a-key-of-the-client";
		const responses = await Promise.all([begun(files, { key }), begun(files, { key })]);
		responses.push(await begun(files, { key }));
		for (const result of responses)
			expect(result).toMatchObject({
				id: responses[0]?.id,
				shareId: responses[0]?.shareId,
				files: [{ id: responses[0]?.files[0]?.id }],
			});
		expect(await used()).toBe(1);
		expect((await rowOf(responses[0]!.shareId))?.status).toBe("uploading");
		const other = await makeCreator();
		expect((await begun(files, { key }, other)).id).not.toBe(responses[0]?.id);
		await call("DELETE", `/api/uploads/${responses[0]!.id}`, undefined, creator.cookies);
		const refuses = async () =>
			expect(await code(await begin(files, { key }))).toBe("upload.not_open");
		await refuses();
		expect(await used()).toBe(0);
		// The session forgets the upload a week after its end; the database doesn't.
		await runInDurableObject(sessionOf(responses[0]!), (_, state) => state.storage.deleteAll());
		await evictDurableObject(sessionOf(responses[0]!));
		await refuses();
		expect(await used()).toBe(0);
	});

	it("runs a small, fixed number of database statements whatever the number of files", async () => {
		const counted = recordingCtx();
		const files = Array.from({ length: 2000 }, (_, i) => ({
			name: `${i}.txt`,
			size: 1,
			type: "",
			folderPath: "",
		}));
		await beginUpload(
			{ ...creator.ctx, db: counted.ctx.db },
			{
				title: "T",
				price: 100,
				pricing: "fixed",
				asksAddress: true,
				saleMode: "each",
				samplesMarked: true,
				files,
			},
		);
		expect(counted.statements.length).toBeLessThanOrEqual(100);
	});
});

describe("the storage quota", () => {
	const GB = 1024 * MIB;
	const film = (gigabytes: number, name = "film.mp4") => ({
		name,
		size: Math.floor(gigabytes * GB),
	});
	const storageOf = async (who: Creator) => {
		const result = await call("GET", "/api/user/transaction-limits", undefined, who.cookies);
		return (await result.json<TransactionLimits>()).storage;
	};

	it("gives 2 GB until the address is confirmed, then 20 GB on Free and 1 TB on Pro", async () => {
		const limits = [];
		for (const fields of [
			{},
			{ plan: "pro" as const },
			{ emailVerifiedAt: 1 },
			{ plan: "pro" as const, emailVerifiedAt: 1 },
			{ plan: "pro" as const, emailVerifiedAt: 1, planEndsAt: 1 },
		])
			limits.push((await storageOf(await makeCreator(fields))).limit / GB);
		expect(limits).toEqual([2, 2, 20, 1024, 20]);
	});

	it("never exceeds the quota with a hundred concurrent uploads", async () => {
		const who = await makeCreator({ plan: "pro" });
		const responses = await Promise.all(
			Array.from({ length: 100 }, () => begin([film(0.75)], {}, who)),
		);
		expect(responses.filter((result) => result.status === 201)).toHaveLength(2);
		expect(await storageOf(who)).toEqual({ used: 1.5 * GB, limit: 2 * GB });
		const refused = responses.filter((result) => result.status === 403);
		expect(refused).toHaveLength(98);
		expect(await refused[0]!.json<ErrorBody>()).toMatchObject({
			code: "storage.quota_exceeded",
			message:
				"There isn't enough space for this upload: it needs 768 MB, and 1.5 GB of your 2 GB are in use. Confirm your email address for more space, or delete shares you no longer need.",
			details: { used: 1.5 * GB, limit: 2 * GB, needed: 0.75 * GB, emailVerified: false },
		});
	});

	it("reserves neither a slot nor bytes for a refused upload", async () => {
		const who = await makeCreator();
		expect(await code(await begin([film(1.5), film(0.75)], {}, who))).toBe(
			"storage.quota_exceeded",
		);
		expect(await used(who)).toBe(0);
		expect(await storageOf(who)).toEqual({ used: 0, limit: 2 * GB });
		expect((await begin([film(2)], {}, who)).status).toBe(201);
	});

	// G38
	it("limits an upload that repeats one key with more files each time", async () => {
		const who = await makeCreator();
		const key = "one-key-of-the-client";
		const responses = await Promise.all([
			begin([film(0.001)], { key }, who),
			begin([film(5)], { key }, who),
			begin([film(1.9)], { key }, who),
		]);
		const { used: reserved } = await storageOf(who);
		expect(reserved).toBeLessThanOrEqual(2 * GB);
		const made = responses.filter((result) => result.status === 201);
		expect(made.length).toBeGreaterThan(0);
		for (const result of made) {
			const { files } = await result.json<BegunUpload>();
			expect(files[0]!.size).toBeLessThanOrEqual(reserved);
		}
	});

	it("keeps slot and bytes reserved for an upload that is being published when its key is used again", async () => {
		const key = "a-key-used-again";
		const upload = await begun([film(1)], { key });
		await runInDurableObject(sessionOf(upload), (_, state) => {
			new SessionStore(state.storage.sql).setState("completing");
		});
		await evictDurableObject(sessionOf(upload));
		expect(await code(await begin([film(1)], { key }))).toBe("upload.not_open");
		expect(await used()).toBe(1);
		expect((await storageOf(creator)).used).toBe(GB);
	});

	it("releases the bytes of an abandoned upload", async () => {
		const who = await makeCreator();
		const upload = await begun([film(2)], {}, who);
		expect(await code(await begin([film(0.5)], {}, who))).toBe("storage.quota_exceeded");
		await call("DELETE", `/api/uploads/${upload.id}`, undefined, who.cookies);
		expect((await storageOf(who)).used).toBe(0);
		expect((await begin([film(2)], {}, who)).status).toBe(201);
	});

	it("keeps existing shares after a downgrade, and refuses new uploads", async () => {
		const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
		await begun([film(5), film(5), film(5), film(5), film(1)], {}, who);
		const { db } = testCtx();
		await db.update(users).set({ plan: "free" }).where(eq(users.id, who.user.id));
		expect(await storageOf(who)).toEqual({ used: 21 * GB, limit: 20 * GB });
		expect(await code(await begin([{ name: "a.txt", size: 1 }], {}, who))).toBe(
			"storage.quota_exceeded",
		);
		const left = await call("GET", "/api/uploads", undefined, who.cookies);
		expect(await left.json()).toHaveLength(1);
	});
});
