import { describe, expect, it } from "vitest";
import { MIB } from "../contract/constants.ts";
import {
	type Announced,
	begin,
	begun,
	code,
	countingCtx,
	creator,
	rowOf,
	used,
} from "../test/upload-world.ts";
import { call, makeCreator } from "../test/world.ts";
import { beginUpload } from "./begin-upload.ts";

describe("POST /api/uploads", () => {
	it("flattens folders on the free plan and keeps them on Pro", async () => {
		const tree = [{ name: "a.txt", size: 1, folderPath: "Top/Deep" }];
		const free = await makeCreator();
		expect((await begun(tree, {}, free)).files[0]?.folderPath).toBe("Top");
		expect((await begun(tree)).files[0]?.folderPath).toBe("Top/Deep");
	});

	it("a hundred begun at once by a free creator give exactly three", async () => {
		const free = await makeCreator();
		const answers = await Promise.all(
			Array.from({ length: 100 }, () => begin([{ name: "a.txt", size: 1 }], {}, free)),
		);
		expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
		const refused = answers.filter((answer) => answer.status === 403);
		expect(refused).toHaveLength(97);
		expect(await refused[0]!.json()).toMatchObject({
			message: expect.stringContaining("monthly transaction limit"),
		});
	});

	it("a creator has at most five unfinished ones", async () => {
		const answers = await Promise.all(
			Array.from({ length: 12 }, () => begin([{ name: "a.txt", size: 1 }])),
		);
		expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
		const refused = answers.find((answer) => answer.status !== 201)!;
		expect(await code(refused)).toBe("upload.too_many_open");
		expect(await used()).toBe(5);
	});

	it.each([
		[[{ name: "film.mp4", size: 5 * 1024 * MIB + 1 }], 413, "film.mp4"],
		[
			[
				{ name: "ok.txt", size: 1 },
				{ name: "raw.cr2", size: 1 },
			],
			415,
			"raw.cr2",
		],
		[[{ name: "evil\u0000.txt", size: 1 }], 400, "control"],
		[[{ name: "a.txt", size: 1, folderPath: "x\u0085" }], 400, "a.txt"],
		[[{ name: "a.txt", size: 1, folderPath: "../up" }], 400, "a.txt"],
		[[{ name: "empty.png", size: 0 }], 415, "empty.png"],
		[[{ name: "a.txt", size: -1 }], 400, ""],
		[[{ name: "a.txt", size: 1.5 }], 400, ""],
		[[], 400, "No files selected"],
		[Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.txt`, size: 1 })), 400, "2000 files"],
	])("refuses bad announcements (%#) and keeps nothing", async (files, status, words) => {
		const response = await begin(files as Announced[]);
		expect(response.status).toBe(status);
		expect((await response.json<{ message: string }>()).message).toContain(words);
		expect(await used()).toBe(0);
	});

	it("takes a file of exactly 5 GB", async () => {
		const upload = await begun([{ name: "film.mp4", size: 5 * 1024 * MIB }]);
		expect(upload.files[0]?.parts).toBe(640);
	});

	it("gives the same upload for the same key, at once and later, and takes one slot", async () => {
		const files = [{ name: "a.txt", size: 1 }];
		const key = "a-key-of-the-client";
		const answers = await Promise.all([begun(files, { key }), begun(files, { key })]);
		answers.push(await begun(files, { key }));
		for (const answer of answers)
			expect(answer).toMatchObject({
				id: answers[0]?.id,
				shareId: answers[0]?.shareId,
				files: [{ id: answers[0]?.files[0]?.id }],
			});
		expect(await used()).toBe(1);
		expect((await rowOf(answers[0]!.shareId))?.status).toBe("uploading");
		const other = await makeCreator();
		expect((await begun(files, { key }, other)).id).not.toBe(answers[0]?.id);
		await call("DELETE", `/api/uploads/${answers[0]!.id}`, undefined, creator.cookies);
		expect(await code(await begin(files, { key }))).toBe("upload.not_open");
		expect(await used()).toBe(0);
	});

	it("asks the database little, whatever the number of files", async () => {
		const counted = countingCtx();
		const files = Array.from({ length: 2000 }, (_, i) => ({
			name: `${i}.txt`,
			size: 1,
			type: "",
			folderPath: "",
		}));
		await beginUpload(
			{ ...creator.ctx, db: counted.ctx.db },
			{ title: "T", price: 100, saleMode: "each", files },
		);
		expect(counted.statements()).toBeLessThanOrEqual(100);
	});
});
