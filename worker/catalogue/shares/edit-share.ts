import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages, staleRenditions } from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { withFreshRow } from "../../platform/storage/fresh-row.ts";
import { nextRevision, unlessRaised } from "../../platform/storage/revisions.ts";
import {
	bundleTitle,
	checkParts,
	inBundle,
	NOT_FOR_BUNDLES,
	readParts,
	setParts,
} from "./bundle-parts.ts";
import { priceFault } from "./contract/pricing.ts";
import { PRICE_FIELDS } from "./contract/share-fields.ts";
import { type editShareInput, FREE_BY_LINK } from "./contract/shares.ts";
import { isOwnShare, notYours } from "./fetch-own-share.ts";
import { setFileFields } from "./file-columns.ts";
import {
	checkFiles,
	checkPageOrder,
	checkSamples,
	type EditedFile,
	setPageOrder,
} from "./file-previews.ts";
import { licenceEdit, licenceText } from "./licence.ts";
import { columnsOf } from "./share-columns.ts";
import { shareUpdated } from "./share-events.ts";
import { passwordColumns } from "./share-password.ts";
import { checkSingles, maxSalesOf, pricingColumns, titleKey } from "./share-row.ts";
import { type ShareRow, shares } from "./tables.ts";

/** True if nobody has begun to pay, or if downloads end no earlier than before. */
function endsNoEarlier(share: ShareRow, { expiresAt, endsAccess }: Partial<ShareRow>): boolean {
	const endOf = (row: Pick<ShareRow, "expiresAt" | "endsAccess">) =>
		row.endsAccess ? (row.expiresAt ?? Infinity) : Infinity;
	const after = {
		expiresAt: expiresAt === undefined ? share.expiresAt : expiresAt,
		endsAccess: endsAccess ?? share.endsAccess,
	};
	return share.checkoutBegunAt === null || endOf(after) >= endOf(share);
}

type Changes = z.output<typeof editShareInput>;
type Edit = Changes & { slug: string };

/** A change of these updates `changedAt`, and the picture for link previews. */
const SHOWN = [
	...(["title", "description", "licence", "images", "files", "coverFileId", "order"] as const),
	...(["samples", "samplesMarked", "parts", "ownedParts"] as const),
];

/** Decide which previews are needed. */
const REPREVIEWING = ["images", "files", "samples", "samplesMarked", "singles"] as const;

/** Decide which pictures are shown to whom. */
const REPICTURING = [
	...REPREVIEWING,
	...(["coverFileId", "opensAt", "expiresAt", "endsAccess", "password"] as const),
];

/** The share, and the rows that this edit's rules need. */
async function fetchOwnShareForEdit(ctx: CreatorCtx, slug: string, edit: Changes) {
	const cover = edit.coverFileId ?? null;
	const needsFiles = edit.order || edit.files || edit.samples || cover;
	const [[row], parts] = await Promise.all([
		ctx.db
			.select({
				share: shares,
				licence: licenceText().as("licence"),
				bundle: bundleTitle.as("bundle"),
				hasCover: sql<number>`exists (select 1 from renditions where file_id = ${cover}
					and share_id = shares.id and kind = 'cover')`.as("has_cover"),
				files: sql<string>`${
					needsFiles
						? sql`(select json_group_array(json_object('id', files.id, 'mimeType', files.mime_type))
							from files where files.share_id = shares.id)`
						: sql`'[]'`
				}`.as("share_files"),
			})
			.from(shares)
			.where(isOwnShare(ctx, slug)),
		edit.parts ? readParts(ctx, edit.parts) : [],
	]);
	if (!row) throw notYours();
	const files = JSON.parse(row.files) as EditedFile[]; // as selected above
	return { ...row, files, parts, revision: row.share.revision };
}

type Read = Awaited<ReturnType<typeof fetchOwnShareForEdit>>;

/** New parts, a new order and files always count as a change. */
function changesAnything(
	{ share, licence }: Read,
	columns: Partial<ShareRow>,
	edit: Changes,
): boolean {
	if (edit.parts || edit.order || edit.files) return true;
	if (edit.licence !== undefined && licence !== (edit.licence || null)) return true;
	const names = Object.keys(columns) as (keyof ShareRow)[]; // it has no others
	return names.some((name) => JSON.stringify(columns[name]) !== JSON.stringify(share[name]));
}

function editedPricing(share: ShareRow, edit: Changes) {
	const pricing = edit.pricing ?? share.pricing;
	const given = columnsOf(Object.fromEntries(PRICE_FIELDS.map((name) => [name, edit[name]])));
	if (pricing === "free" && edit.saleMode === "link") throw invalidField("pricing", FREE_BY_LINK);
	if (Object.keys(given).length === 0) return null;
	const before = pricing === "free" ? { ...share, priceCents: 0 } : share;
	const columns = pricingColumns({ ...before, ...given });
	const fault = priceFault(columns);
	if (fault) throw invalidField(fault.field, fault.message);
	const { priceCents: price, suggestedCents: suggestedPrice } = columns;
	requireMoney(share.currency, { price, suggestedPrice });
	return columns;
}

function checkKind({ ownedParts }: ShareRow, edit: Changes): void {
	const faults =
		ownedParts === null
			? { parts: edit.parts, ownedParts: edit.ownedParts }
			: {
					singles: edit.singles,
					choosing: edit.choosing,
					saleMode: edit.saleMode === "link",
					pricing: edit.pricing === "free",
					endsAccess: edit.endsAccess,
					images: edit.images,
					coverFileId: edit.coverFileId,
					order: edit.order,
					files: edit.files,
					samples: edit.samples,
					samplesMarked: edit.samplesMarked !== undefined,
				};
	const [field] = Object.entries(faults).find(([, isFault]) => isFault) ?? [];
	if (field === undefined) return;
	throw invalidField(field, ownedParts === null ? "Only bundles have this." : NOT_FOR_BUNDLES);
}

/** Throws the first rule's error that the edit breaks. */
function checkEdit(
	ctx: CreatorCtx,
	{ share, bundle, files, parts, hasCover }: Read,
	edit: Changes,
) {
	const saleMode = edit.saleMode ?? share.saleMode;
	const limit = edit.maxSales ?? null;
	checkKind(share, edit);
	if (saleMode === "link" && limit !== null && limit !== 1)
		throw invalidField("maxSales", "A link is sold once; the number of sales can't be changed.");
	if (saleMode === "link" && edit.listed)
		throw invalidField(
			"listed",
			"A share for one client can't be listed: its link opens the files.",
		);
	const given = columnsOf(edit);
	const pricing = edit.pricing ?? share.pricing;
	checkSingles({ ...share, ...given, saleMode, pricing }, share.currency);
	const { opensAt, expiresAt } = { ...share, ...given };
	if ((edit.opensAt || edit.expiresAt) && opensAt && expiresAt && opensAt >= expiresAt)
		throw edit.opensAt
			? invalidField("opensAt", "It must open before it ends.")
			: invalidField("expiresAt", "It must end after it opens.");
	if (edit.order) checkPageOrder(files, edit.order);
	if (edit.parts) checkParts(ctx, edit.parts, parts, share.currency);
	const isLimited = share.ownedParts === null && (saleMode === "link" || limit !== null);
	if (isLimited && bundle !== null) throw inBundle(bundle);
	if (edit.files) checkFiles(files, edit.files);
	const { coverFileId: cover } = edit;
	if (cover && !hasCover && !files.some(({ id }) => id === cover))
		throw invalidField("coverFileId", "This share has no such file.");
	if (edit.samples) checkSamples(files, edit.samples);
	const switches = saleMode !== share.saleMode && share.checkoutBegunAt !== null;
	const ends = edit.expiresAt !== undefined || edit.endsAccess !== undefined;
	if (switches || (ends && !endsNoEarlier(share, given))) throw failure("share.has_sales");
}

async function editedColumns(ctx: CreatorCtx, { share }: Read, edit: Changes) {
	const saleMode = edit.saleMode ?? share.saleMode;
	const switches = saleMode !== share.saleMode;
	return {
		...columnsOf(edit),
		...editedPricing(share, { ...edit, saleMode }),
		...((edit.maxSales !== undefined || switches) && {
			maxSales: maxSalesOf(saleMode, edit.maxSales ?? null),
		}),
		// Once someone has paid, anyone with the link can download.
		...(switches && saleMode === "link" && { listed: false }),
		...(edit.password !== undefined && (await passwordColumns(ctx, share.id, edit.password))),
	};
}

/** Records what changes of the price and the password say. */
function ownActs(ctx: CreatorCtx, { share }: Read, columns: Partial<ShareRow>, edit: Changes) {
	const { id: subjectId, title: subject, priceCents: fromCents } = share;
	const { priceCents: toCents } = columns;
	const hasPassword = edit.password !== null;
	const isRepriced = toCents !== undefined && toCents !== fromCents;
	const isRelocked = edit.password !== undefined && (hasPassword || share.passwordHash !== null);
	const price = {
		act: "share.price_changed" as const,
		subjectId,
		details: { subject, fromCents, toCents },
	};
	const password = {
		act: "share.password_changed" as const,
		subjectId,
		details: { subject, hasPassword },
	};
	return [...(isRepriced ? [price] : []), ...(isRelocked ? [password] : [])].map((act) =>
		recordOwnAct(ctx, ctx.user.id, act),
	);
}

/**
 * Changes only given fields, so that concurrent edits of others survive. Buyers who have begun to pay keep their
 * quote.
 */
export async function editShare(ctx: CreatorCtx, { slug, ...edit }: Edit): Promise<ShareRow> {
	const { edited } = await withFreshRow(
		ctx,
		() => fetchOwnShareForEdit(ctx, slug, edit),
		async (read) => {
			const { share, parts } = read;
			checkEdit(ctx, read, edit);
			const columns = await editedColumns(ctx, read, edit);
			const licence = licenceEdit(ctx, share.id, edit.licence);
			// Must precede the change: the event's data are the old row's with the new columns.
			const announced = changesAnything(read, columns, edit)
				? shareUpdated(ctx, share, columns, sql`shares.id = ${share.id}`)
				: null;
			const isShown = SHOWN.some((field) => edit[field] !== undefined);
			const repictures = REPICTURING.some((field) => edit[field] !== undefined);
			return {
				guard: unlessRaised(
					ctx,
					shares,
					[share, ...parts],
					// The first checkout leaves the `ETag` as it is.
					sql`(${shares.id} <> ${share.id} or ${shares.checkoutBegunAt} is ${share.checkoutBegunAt})`,
				),
				acts: ownActs(ctx, read, columns, edit),
				announced,
				edited: ctx.db
					.update(shares)
					.set({
						...columns,
						...licence.columns,
						...nextRevision(ctx, shares),
						...(edit.title !== undefined && { titleKey: titleKey(edit.title) }),
						...(isShown && { changedAt: ctx.now() }),
					})
					.where(eq(shares.id, share.id))
					.returning(),
				licence: licence.statements,
				parts: edit.parts ? setParts(ctx, share.id, edit.parts) : [],
				order: edit.order ? [setPageOrder(ctx, share.id, edit.order)] : [],
				files: edit.files ? [setFileFields(ctx, share.id, edit.files)] : [],
				stalePages: stalePages(ctx, eq(shares.id, share.id)),
				staleRenditions: repictures ? [staleRenditions(ctx, eq(shares.id, share.id))] : [],
			};
		},
	);
	const [row] = edited;
	if (!row) throw notYours();
	if (REPREVIEWING.some((field) => edit[field] !== undefined))
		await ctx.handlers.noteMissingPreviews(ctx, row.id);
	return row;
}
