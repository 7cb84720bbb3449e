import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Edition } from "../../catalogue/shares/contract/editions.ts";
import { allFiles } from "../../catalogue/shares/tables.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { ALL_FILES, type purchases } from "../../purchases/entitlements/tables.ts";
import { makeBuyer, makeLines, makePurchase } from "../../test/fixtures/sales.ts";
import { makeStoredShare } from "../../test/fixtures/stored-share.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { encodeSelection } from "../contract/selection.ts";
import { renditions } from "../previews/tables.ts";
import { makePacks } from "./packs.ts";
import { downloadLog } from "./tables.ts";

/** Eight letters, again and again, so that sixteen bytes from anywhere in it name a file and an edition. */
const contentOf = (file: string, edition: Edition) =>
	new TextEncoder().encode(markOf(file, edition).repeat(edition === "full" ? 40 : 20));
const markOf = (file: string, edition: Edition) => `<${file}-${edition.padEnd(4, "_")}>`;

/** Without `web` it has no web size. `a` and `b` have one name in web size. `c` is now sold only with the whole. */
const FILES = {
	a: { name: "one.jpg", folder: "Day", web: "Day/one.jpg" },
	b: { name: "one.png", folder: "Day", web: "Day/one (2).jpg" },
	c: { name: "two.jpg", folder: "Main Files", web: "two.jpg" },
	d: { name: "notes.txt", folder: "Main Files" },
} as const;
type Name = keyof typeof FILES;
const NAMES = Object.keys(FILES) as Name[];
const hasWeb = (name: Name) => "web" in FILES[name];

type Lines = Partial<Record<Name | "all", Edition>>;
type Bought = {
	lines?: Lines;
	purchase?: Partial<typeof purchases.$inferInsert>;
	refundedAt?: number;
};
const PAID_ALL = { a: "full", b: "full", c: "full", d: "full" } as const;

/** What each has paid for, and what that opens. */
const VIEWERS: Record<string, { bought: Bought[]; opens: Lines }> = {
	visitor: { bought: [], opens: {} },
	"buyer of another share": { bought: [], opens: {} },
	"buyer of one file": { bought: [{ lines: { a: "full" } }], opens: { a: "full" } },
	"buyer of one web size": { bought: [{ lines: { b: "web" } }], opens: { b: "web" } },
	"buyer of all web sizes": {
		bought: [{ lines: { all: "web" } }],
		opens: { a: "web", b: "web" },
	},
	"buyer of both, in turn": {
		bought: [{ lines: { a: "web" } }, { lines: { a: "full", c: "web" } }],
		opens: { a: "full", c: "web" },
	},
	"buyer of two, in turn": {
		bought: [{ lines: { a: "full" } }, { lines: { b: "web" } }],
		opens: { a: "full", b: "web" },
	},
	"buyer with a refunded line": {
		bought: [{ lines: { a: "full" }, refundedAt: 1 }, { lines: { c: "full" } }],
		opens: { c: "full" },
	},
	"buyer with a dispute": {
		bought: [{ lines: { a: "full" }, purchase: { state: "disputed" } }],
		opens: {},
	},
	"refunded buyer": {
		bought: [{ lines: { a: "full" }, purchase: { state: "refunded" } }],
		opens: {},
	},
	"revoked buyer": { bought: [{ lines: { a: "full" }, purchase: { revokedAt: 1 } }], opens: {} },
	"buyer who hasn't paid": {
		bought: [{ lines: { a: "full" }, purchase: { state: "started" } }],
		opens: {},
	},
	"buyer of the whole": { bought: [{}], opens: PAID_ALL },
	owner: { bought: [], opens: PAID_ALL },
};

const SIZES = [undefined, "web"] as const;
const RANGES = ["bytes=0-15", "bytes=20-", "bytes=-40", "bytes=0-0,5-40"];
const SELECTIONS: readonly Name[][] = [["a"], ["b"], ["a", "c"], ["d"], NAMES];

/** An address, and what it gives to a viewer: marks of editions; null for a refusal. */
type Attempt = { path: string; gives: (opens: Lines) => readonly string[] | null };

let attempts: Attempt[];
const cookies: Record<string, Record<string, string>> = {};
const purchasesOf: Record<string, string[]> = {};

/** The edition that a viewer gets of a file. */
function given(name: Name, opens: Lines, size?: "web"): Edition | undefined {
	return opens[name] && hasWeb(name) && size === "web" ? "web" : opens[name];
}

beforeAll(async () => {
	const ctx = testCtx();
	const creator = await makeCreator();
	const singles = {
		fileCents: 500,
		packages: [],
		included: 0,
		web: { edge: 2048, fileCents: 200, wholeCents: 900 },
	};
	const contents = NAMES.map((key) => ({ ...FILES[key], data: contentOf(key, "full") }));
	const { share, files } = await makeStoredShare(creator.user.id, contents, { singles });
	const idOf = (name: Name | "all") =>
		name === "all" ? ALL_FILES : (files[NAMES.indexOf(name)]?.id ?? "");
	for (const name of NAMES.filter(hasWeb)) {
		const data = contentOf(name, "web");
		const objectKey = `renditions/${share.id}/${idOf(name)}/web-1`;
		const object = await ctx.files.put(objectKey, data);
		await ctx.db.insert(renditions).values({
			fileId: idOf(name),
			shareId: share.id,
			kind: "web",
			hash: `hash-of-${idOf(name)}`,
			mimeType: "image/jpeg",
			size: data.length,
			width: 6000,
			height: 4000,
			objectKey,
			etag: object?.etag ?? "",
			crc32: crc32(data),
			edge: 2048,
			createdAt: 1,
		});
	}
	await ctx.db
		.update(allFiles)
		.set({ wholeOnly: true })
		.where(eq(allFiles.id, idOf("c")));
	const elsewhere = await makeStoredShare(creator.user.id, contents, { singles });
	for (const [viewer, { bought }] of Object.entries(VIEWERS)) {
		const buyer = await makeBuyer();
		cookies[viewer] =
			viewer === "owner" ? creator.cookies : viewer === "visitor" ? {} : buyer.cookies;
		if (viewer === "buyer of another share") await makePurchase(elsewhere.share, buyer.id);
		for (const { lines, purchase, refundedAt = null } of bought) {
			const made = await makePurchase(share, buyer.id, purchase);
			purchasesOf[viewer] = [...(purchasesOf[viewer] ?? []), made.id];
			if (!lines) continue;
			const rows = Object.entries(lines) as [Name | "all", Edition][];
			await makeLines(
				made,
				rows.map(([name, edition]) => ({ fileId: idOf(name), edition, refundedAt })),
			);
		}
	}
	const query = (size?: "web") => (size ? `?size=${size}` : "");
	const marks = (names: readonly Name[], opens: Lines, size?: "web") =>
		names.flatMap((name) => {
			const edition = given(name, opens, size);
			return edition ? [markOf(name, edition)] : [];
		});
	const ofFile = (name: Name): Attempt[] => [
		...SIZES.map((size) => ({
			path: `/api/files/${idOf(name)}/download${query(size)}`,
			gives: (opens: Lines) => (opens[name] ? marks([name], opens, size) : null),
		})),
		...["", "?width=2048"].map((width) => ({
			path: `/api/files/${idOf(name)}/preview${width}`,
			gives: (opens: Lines) =>
				opens[name] && hasWeb(name) ? marks([name], opens, width === "" ? undefined : "web") : null,
		})),
		{ path: `/api/files/${idOf(name)}/stream`, gives: () => null },
		{
			path: `/api/renditions/hash-of-${idOf(name)}`,
			gives: (opens) => (opens[name] && hasWeb(name) ? marks([name], opens, "web") : null),
		},
	];
	const archive = (path: string, names: readonly Name[], isWhole = false): Attempt[] =>
		SIZES.map((size) => ({
			path: `/api/${path}${query(size)}`,
			gives: (opens) => {
				const found = marks(names, opens, size);
				return found.length === 0 || (isWhole && found.length < names.length) ? null : found;
			},
		}));
	attempts = [
		...NAMES.flatMap(ofFile),
		...archive(`file-shares/${share.slug}/download-all-assets`, NAMES),
		...archive(`download-folder/${share.slug}`, NAMES),
		...archive(`file-shares/${share.slug}/download-folder/Day`, ["a", "b"]),
		...archive(`file-shares/${share.slug}/download-folder/Main%20Files`, ["c", "d"]),
		...SELECTIONS.flatMap((names) => {
			const word = encodeSelection(names.map((name) => NAMES.indexOf(name)));
			return archive(`file-shares/${share.slug}/archives/${word}`, names, true);
		}),
	];
});

const MARK = /<[a-d]-(?:full|web_)>/g;
let made = 0;

async function marksIn(path: string, viewer: string, method: string, range?: string) {
	made++;
	const headers: Record<string, string> = range ? { Range: range } : {};
	const response = await request(path, { method, headers, cookies: cookies[viewer] ?? {} });
	const body = Buffer.from(await response.arrayBuffer());
	return { response, body, marks: new Set<string>(body.toString("latin1").match(MARK) ?? []) };
}

describe("single files", () => {
	it.each(Object.keys(VIEWERS))(
		"gives each viewer what was bought, and not a byte of the rest: %s",
		async (viewer) => {
			const opens = VIEWERS[viewer]?.opens ?? {};
			for (const { path, gives } of attempts) {
				const expected = gives(opens);
				const whole = await marksIn(path, viewer, "GET");
				expect([path, [...whole.marks].sort()]).toEqual([path, (expected ?? []).toSorted()]);
				expect([path, whole.response.ok]).toEqual([path, expected !== null]);
				for (const method of ["GET", "HEAD"])
					for (const range of method === "GET" ? RANGES : [undefined, ...RANGES]) {
						const { response, body, marks } = await marksIn(path, viewer, method, range);
						expect([...marks].filter((mark) => !expected?.includes(mark))).toEqual([]);
						if (method === "HEAD") expect(body.length).toBe(0);
						if (!expected) expect(response.ok).toBe(false);
						else if (!range) {
							const length = Number(response.headers.get("Content-Length"));
							expect([path, length]).toEqual([path, whole.body.length]);
							expect(response.headers.get("ETag")).toBe(whole.response.headers.get("ETag"));
						}
					}
			}
		},
	);

	it("was asked for often enough", () => {
		expect(made).toBeGreaterThan(5000);
	});

	it("are called by their size in archives and downloads", async () => {
		const all = attempts.filter(({ path }) => path.includes("download-all-assets"));
		const web = await marksIn(all[1]?.path ?? "", "buyer of the whole", "GET");
		for (const name of NAMES.filter(hasWeb))
			expect(web.body.includes(Object(FILES[name]).web)).toBe(true);
		const one = attempts.filter(({ path }) => path.endsWith("/download?size=web"))[1];
		const { response, body } = await marksIn(one?.path ?? "", "buyer of the whole", "GET");
		expect(response.headers.get("Content-Disposition")).toContain("one.jpg");
		expect(response.headers.get("Content-Type")).toBe("image/jpeg");
		expect(response.headers.get("X-File-Crc32")).toBe(crc32(body).toString(16).padStart(8, "0"));
	});

	it.each([
		["download-all-assets", 2],
		["download-folder/Day?size=web", 2],
		[`archives/${encodeSelection([0])}`, 1],
	])("are logged for each purchase that an archive has files of: %s", async (end, count) => {
		const viewer = "buyer of two, in turn";
		const logged = () =>
			testCtx()
				.db.select({ id: downloadLog.purchaseId })
				.from(downloadLog)
				.where(inArray(downloadLog.purchaseId, purchasesOf[viewer] ?? []))
				.orderBy(sql`rowid`);
		const before = await logged();
		const { path = "" } = attempts.find((one) => one.path.endsWith(end)) ?? {};
		await marksIn(path, viewer, "GET");
		const added = (await logged()).slice(before.length).map(({ id }) => id ?? "");
		expect(added.toSorted()).toEqual(purchasesOf[viewer]?.slice(0, count).toSorted());
	});

	it("are read from packs that hold others too", async () => {
		const [ctx, creator, buyer] = [testCtx(), await makeCreator(), await makeBuyer()];
		const contents = ["a.txt", "b.txt", "c.txt"].map((name) => {
			return { name, data: crypto.getRandomValues(new Uint8Array(64)) };
		});
		const { share, files } = await makeStoredShare(creator.user.id, contents);
		await makePacks(ctx, share.id);
		const lines = [{ fileId: files[0]?.id, edition: "full" as const }];
		await makeLines(await makePurchase(share, buyer.id), lines);
		const path = `/api/download-folder/${share.slug}`;
		const response = await request(path, { cookies: buyer.cookies });
		expect(response.status).toBe(200);
		const zip = Buffer.from(await response.arrayBuffer());
		expect(contents.map(({ data }) => zip.includes(data))).toEqual([true, false, false]);
	});
});
