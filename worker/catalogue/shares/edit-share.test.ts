import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteShare } from "../../customers/deletion/delete-share.ts";
import { interrupted } from "../../test/fixtures/interrupted.ts";
import { call, makeCreator } from "../../test/fixtures/test-app.ts";
import { createBundle } from "../bundles/create-bundle.ts";
import { editShare } from "./edit-share.ts";
import { addFileRows } from "./file-rows.ts";
import { originalKey } from "./object-keys.ts";
import { removeFiles } from "./remove-files.ts";
import { columnsOf } from "./share-columns.ts";
import { shareRow } from "./share-row.ts";
import { stopSalesOfCreator } from "./stop-sales.ts";
import { shares } from "./tables.ts";

const FILES = ["file-one-of-share", "file-two-of-share"];

async function withShare() {
	const creator = await makeCreator();
	const { ctx } = creator;
	const make = async (title: string, names: readonly string[]) => {
		const row = shareRow(ctx, { id: ctx.id(), title, price: 999, saleMode: "each" });
		const added = names.map((name) => ({
			id: `${name}-${row.id}`,
			originalName: `${name}.jpg`,
			mimeType: "image/jpeg",
			size: 5,
			folderPath: "Main Files",
			objectKey: originalKey(row.id, `${name}-${row.id}`),
			etag: "etag",
			crc32: 1,
			modifiedAt: 1,
		}));
		await ctx.db.batch([
			ctx.db.insert(shares).values(row),
			...addFileRows(ctx, row.id, added),
			ctx.db.update(shares).set({ status: "published" }).where(eq(shares.id, row.id)),
		]);
		return { id: row.id, slug: row.slug, files: added.map(({ id }) => id) };
	};
	const share = await make("Old", FILES);
	const other = await make("Other", ["third"]);
	return { ...creator, share, other, path: `/api/file-shares/${share.slug}` };
}

type Arranged = Awaited<ReturnType<typeof withShare>>;
type Changes = Omit<Parameters<typeof editShare>[1], "slug">;

type Case = {
	readonly writer: string;
	readonly write: (of: Arranged) => Promise<unknown>;
	readonly edit: (of: Arranged) => Changes;
	readonly code: string;
};

const set = ({ ctx, share }: Arranged, columns: Partial<typeof shares.$inferInsert>) =>
	ctx.db.update(shares).set(columns).where(eq(shares.id, share.id));

const bundle = ({ ctx, share, other }: Arranged) =>
	createBundle(ctx, {
		title: "Bundle",
		description: "",
		price: 1500,
		parts: [share.slug, other.slug],
		ownedParts: "less",
	} as Parameters<typeof createBundle>[1]);

const CASES: readonly Case[] = [
	{
		writer: "a deletion",
		write: ({ ctx, share }) => deleteShare(ctx, { slug: share.slug, buyers: "keep" }),
		edit: () => ({ title: "New" }),
		code: "share.not_found",
	},
	{
		writer: "the first checkout",
		write: (of) => set(of, { checkoutBegunAt: 1 }),
		edit: () => ({ saleMode: "link" }),
		code: "share.has_sales",
	},
	{
		writer: "the first checkout, before an earlier end",
		write: (of) => set(of, { checkoutBegunAt: 1 }),
		edit: () => ({ expiresAt: "2031-01-01T00:00:00.000Z", endsAccess: true }),
		code: "share.has_sales",
	},
	{
		writer: "a bundle",
		write: bundle,
		edit: () => ({ maxSales: 3 }),
		code: "share.in_bundle",
	},
	{
		writer: "a removal of the cover's file",
		write: ({ ctx, share }) =>
			removeFiles(ctx, { slug: share.slug, fileIds: share.files.slice(0, 1) }),
		edit: ({ share }) => ({ coverFileId: share.files[0] }),
		code: "request.invalid",
	},
	{
		writer: "a removal of a sample's file",
		write: ({ ctx, share }) =>
			removeFiles(ctx, { slug: share.slug, fileIds: share.files.slice(0, 1) }),
		edit: ({ share }) => ({ samples: share.files.slice(0, 1) }),
		code: "request.invalid",
	},
	{
		writer: "a removal of a file in the new order",
		write: ({ ctx, share }) =>
			removeFiles(ctx, { slug: share.slug, fileIds: share.files.slice(0, 1) }),
		edit: ({ share }) => ({ order: share.files }),
		code: "request.invalid",
	},
	{
		writer: "a change of the sale mode",
		write: ({ ctx, share }) => editShare(ctx, { slug: share.slug, saleMode: "link" }),
		edit: () => ({ listed: true }),
		code: "request.invalid",
	},
	{
		writer: "a change of the pricing",
		write: ({ ctx, share }) => editShare(ctx, { slug: share.slug, pricing: "free" }),
		edit: () => ({ saleMode: "link" }),
		code: "request.invalid",
	},
];

describe("an edit during which another writer is faster", () => {
	it.each(CASES)("follows the rules after $writer", async ({ write, edit, code }) => {
		const arranged = await withShare();
		const { ctx, share } = arranged;
		const racing = interrupted(ctx, () => write(arranged));
		await expect(editShare(racing, { slug: share.slug, ...edit(arranged) })).rejects.toMatchObject({
			code,
		});
	});

	it("keeps a part out of a bundle once its sales are limited", async () => {
		const arranged = await withShare();
		const { ctx, share } = arranged;
		const racing = interrupted(ctx, () => editShare(ctx, { slug: share.slug, maxSales: 3 }));
		await expect(bundle({ ...arranged, ctx: racing })).rejects.toMatchObject({
			code: "request.invalid",
		});
	});

	it("keeps what the other writer changed", async () => {
		const { ctx, share } = await withShare();
		const racing = interrupted(ctx, () => stopSalesOfCreator(ctx, ctx.user.id));
		const edited = await editShare(racing, { slug: share.slug, title: "New" });
		expect(edited).toMatchObject({ title: "New", selling: false });
	});
});

const EDITS: readonly Changes[] = [
	{ title: "New" },
	{ description: "About" },
	{ price: 1200 },
	{ maxSales: 7 },
	{ listed: true },
	{ indexed: false },
	{ images: "none" },
	{ opensAt: "2030-01-01T00:00:00.000Z" },
	{ expiresAt: "2031-01-01T00:00:00.000Z" },
	{ samplesMarked: false },
];

it("keeps the edits of ten writers at the same time", async () => {
	const { ctx, share, path, cookies } = await withShare();
	const outcomes = await Promise.all(
		EDITS.map(async (edit) => {
			const sent = edit.price === undefined ? edit : { price: "12.00" };
			const response = await call("PATCH", path, sent, cookies);
			return response.status;
		}),
	);
	expect(outcomes).toEqual(EDITS.map(() => 200));
	const [row] = await ctx.db.select().from(shares).where(eq(shares.id, share.id));
	for (const edit of EDITS) expect(row).toMatchObject(columnsOf(edit));
});
