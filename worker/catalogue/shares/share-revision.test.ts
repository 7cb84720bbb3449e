import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { deleteShare } from "../../customers/deletion/delete-share.ts";
import { setupCurrency } from "../../payments/payouts/setup-currency.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { takeDown } from "../../trust/moderation/sanctions/impose.ts";
import { liftSanction } from "../../trust/moderation/sanctions/lift.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { createBundleInput } from "../bundles/contract.ts";
import { createBundle } from "../bundles/create-bundle.ts";
import { editShare } from "./edit-share.ts";
import { eraseShare } from "./erase-share.ts";
import { publish } from "./publish.ts";
import { removeFiles } from "./remove-files.ts";
import { stopSalesOfCreator } from "./stop-sales.ts";
import { allFiles, files, type ShareRow, shares } from "./tables.ts";

type Arranged = { ctx: CreatorCtx; operator: OperatorCtx; share: ShareRow };
type Writer = (of: Arranged) => Promise<unknown>;

const sell: Writer = async ({ share }) => makePurchase(share, (await makeBuyer()).id);

const remove: Writer = ({ ctx, share }) => deleteShare(ctx, { slug: share.slug, buyers: "keep" });

const takeItDown: Writer = ({ operator, share: { id: shareId } }) =>
	takeDown(operator, { shareId, category: "copyright", text: "A reason.", legalOrder: false });

async function liftIt({ operator, share }: Arranged) {
	const own = eq(sanctions.creatorId, share.creatorId);
	const [sanction] = await testCtx().db.select().from(sanctions).where(own);
	await liftSanction(operator, { id: sanction?.id ?? "", text: "" });
}

async function bundleIt({ ctx, share }: Arranged) {
	const other = await makeShare(ctx.user.id);
	const parts = [share.slug, other.slug];
	await createBundle(ctx, createBundleInput.parse({ title: "Both", price: "9.00", parts }));
}

async function removeOne({ ctx, share }: Arranged) {
	const [file] = await ctx.db.select().from(files).where(eq(files.shareId, share.id));
	if (!file) throw new Error("no file");
	const id = ctx.id();
	await ctx.db.insert(allFiles).values({ ...file, id, objectKey: id, position: 1 });
	await removeFiles(ctx, { slug: share.slug, fileIds: [id] });
}

async function publishIt({ ctx, share }: Arranged) {
	const slot = { creatorId: ctx.user.id, uploadId: ctx.id(), month: "2026-01" };
	await publish(ctx, share.id, { slot, bytes: 1, files: [] });
}

/** A writer with what precedes it. */
const WRITERS: readonly [string, Writer, (readonly Writer[])?, Partial<ShareRow>?][] = [
	["an edit", ({ ctx, share }) => editShare(ctx, { slug: share.slug, title: "New" })],
	["a publication", publishIt, [], { status: "uploading", publishedAt: null }],
	["the end of all sales", ({ ctx }) => stopSalesOfCreator(ctx, ctx.user.id)],
	["a bundle that contains it", bundleIt],
	["a removal of files", removeOne],
	["another currency", ({ ctx }) => setupCurrency(ctx, { currency: "eur" })],
	["a take-down", takeItDown],
	["a lifted take-down", liftIt, [takeItDown]],
	["a deletion", remove],
	["a deletion that keeps it for buyers", remove, [sell]],
	["a take-down while it is kept for buyers", takeItDown, [sell, remove]],
	["its erasure", ({ ctx, share }) => eraseShare(ctx, share.id), [sell, remove]],
];

it.each(WRITERS)(
	"%s raises the revision of a share",
	async (_, write, before = [], fields = {}) => {
		const { ctx } = await makeCreator({ emailVerifiedAt: 1 });
		const operator = { ...(await makeCreator()).ctx, operator: { isFresh: true } } as const;
		const share = await makeShare(ctx.user.id, fields);
		const arranged = { ctx, operator, share };
		for (const earlier of before) await earlier(arranged);
		const revision = async () => {
			const [row] = await ctx.db.select().from(shares).where(eq(shares.id, share.id));
			return row?.revision ?? Number.NaN;
		};
		// Ahead of the clock, so that only a writer that knows the former revision gets beyond it.
		await ctx.db
			.update(shares)
			.set({ revision: ctx.now() * 2 })
			.where(eq(shares.id, share.id));
		const former = await revision();
		await write(arranged);
		expect(await revision()).toBeGreaterThan(former);
	},
);
