import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages, staleRenditions } from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { repeatable } from "../../platform/retrying.ts";
import { nextRevision, unlessChanged } from "../../platform/storage/revisions.ts";
import {
	canBeParts,
	checkParts,
	isInNoBundle,
	NOT_FOR_BUNDLES,
	requireInNoBundle,
	setParts,
} from "./bundle-parts.ts";
import { priceFault } from "./contract/pricing.ts";
import { PRICE_FIELDS } from "./contract/share-fields.ts";
import { type editShareInput, FREE_BY_LINK } from "./contract/shares.ts";
import { fetchOwnShare } from "./fetch-own-share.ts";
import {
	canBeSamples,
	checkFiles,
	checkPageOrder,
	checkSamples,
	hasFiles,
	setFilePreviews,
	setPageOrder,
} from "./file-previews.ts";
import { licenceEdit, licenceText } from "./licence.ts";
import { columnsOf } from "./share-columns.ts";
import { shareUpdated } from "./share-events.ts";
import { passwordColumns } from "./share-password.ts";
import { maxSalesOf, pricingColumns, titleKey } from "./share-row.ts";
import { type ShareRow, shares } from "./tables.ts";

const NEVER = Number.MAX_SAFE_INTEGER;

/** True if nobody has begun to pay, or if downloads end no earlier than before. */
function endsNoEarlier({ expiresAt, endsAccess }: Partial<ShareRow>): SQL {
	const endOf = (ends: SQL, at: SQL) =>
		sql`(case when ${ends} then coalesce(${at}, ${NEVER}) else ${NEVER} end)`;
	const before = endOf(sql`shares.ends_access`, sql`shares.expires_at`);
	const after = endOf(
		endsAccess === undefined ? sql`shares.ends_access` : sql`${endsAccess ? 1 : 0}`,
		expiresAt === undefined ? sql`shares.expires_at` : sql`${expiresAt}`,
	);
	return sql`(shares.checkout_begun_at is null or ${after} >= ${before})`;
}

type Edit = z.output<typeof editShareInput> & { slug: string };

/** A change of these updates `changedAt`, and the picture for link previews. */
const SHOWN = [
	...(["title", "description", "licence", "images", "files", "coverFileId", "order"] as const),
	...(["samples", "samplesMarked", "parts", "ownedParts"] as const),
];

/** Decide which previews are needed. */
const REPREVIEWING = ["images", "files", "samples", "samplesMarked"] as const;

/** Decide which pictures are shown to whom. */
const REPICTURING = [
	...REPREVIEWING,
	...(["coverFileId", "opensAt", "expiresAt", "endsAccess", "password"] as const),
];

/** Must be evaluated before the change. New parts, a new order and files always count as a change. */
function differing(
	columns: Partial<ShareRow>,
	{ licence, parts, order, files }: Omit<Edit, "slug">,
): SQL {
	const table = getTableColumns(shares);
	const names = Object.keys(columns) as (keyof ShareRow)[]; // it has no others
	return sql.join(
		[
			...names.map((name) => sql`${table[name]} is not ${sql.param(columns[name], table[name])}`),
			...(licence === undefined ? [] : [sql`${licenceText()} is not ${licence || null}`]),
			sql`${parts || order || files ? 1 : 0}`,
		],
		sql` or `,
	);
}

const hasCover = (shareId: string, coverFileId: string): SQL =>
	sql`exists (select 1 from files where id = ${coverFileId}
		and share_id = ${shareId} union all select 1 from renditions
		where file_id = ${coverFileId} and share_id = ${shareId} and kind = 'cover')`;

async function checkCover(ctx: CreatorCtx, shareId: string, coverFileId: string): Promise<void> {
	const [found] = await ctx.db.all(sql`select 1 where ${hasCover(shareId, coverFileId)}`);
	if (found) return;
	throw invalidField("coverFileId", "This share has no such file.");
}

function editedPricing(share: ShareRow, edit: Omit<Edit, "slug">) {
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
	if (pricing !== share.pricing) return columns;
	// Another edit may be changing the rest.
	const changed = Object.entries(columns).filter(([name]) => name in given);
	return Object.fromEntries(changed) as Partial<typeof columns>;
}

function checkKind({ ownedParts }: ShareRow, edit: Omit<Edit, "slug">): void {
	const faults =
		ownedParts === null
			? { parts: edit.parts, ownedParts: edit.ownedParts }
			: {
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

/**
 * Changes only given fields, so that concurrent edits of others survive. Buyers with a payment under way keep their
 * quote.
 */
export async function editShare(ctx: CreatorCtx, { slug, ...edit }: Edit): Promise<ShareRow> {
	const share = await fetchOwnShare(ctx, slug);
	const saleMode = edit.saleMode ?? share.saleMode;
	const switches = saleMode !== share.saleMode;
	const limit = edit.maxSales ?? null;
	checkKind(share, edit);
	if (saleMode === "link" && limit !== null && limit !== 1)
		throw invalidField("maxSales", "A link is sold once; the number of sales can't be changed.");
	if (saleMode === "link" && edit.listed)
		throw invalidField(
			"listed",
			"A share for one client can't be listed: its link opens the files.",
		);
	const pricing = editedPricing(share, { ...edit, saleMode });
	const given = columnsOf(edit);
	const { opensAt, expiresAt } = { ...share, ...given };
	if ((edit.opensAt || edit.expiresAt) && opensAt && expiresAt && opensAt >= expiresAt)
		throw edit.opensAt
			? invalidField("opensAt", "It must open before it ends.")
			: invalidField("expiresAt", "It must end after it opens.");
	if (edit.order) await checkPageOrder(ctx, share.id, edit.order);
	if (edit.parts) await checkParts(ctx, edit.parts, share.currency);
	const limits = share.ownedParts === null && (saleMode === "link" || limit !== null);
	if (limits) await requireInNoBundle(ctx, share.id);
	// The checks above hold for this sale mode only.
	const needsMode =
		edit.saleMode === undefined && (edit.maxSales !== undefined || edit.listed === true);
	const ends = edit.expiresAt !== undefined || edit.endsAccess !== undefined;
	// Checked by the statements, since a checkout or another edit may come in between.
	const isAllowed = and(
		sql`shares.id = ${share.id} and shares.status = ${share.status}`,
		edit.saleMode && sql`(shares.sale_mode = ${saleMode} or shares.checkout_begun_at is null)`,
		needsMode ? sql`shares.sale_mode = ${share.saleMode}` : undefined,
		ends ? endsNoEarlier(given) : undefined,
		edit.parts && canBeParts(ctx, edit.parts, share.currency),
		edit.files && hasFiles(edit.files),
		edit.coverFileId ? hasCover(share.id, edit.coverFileId) : undefined,
		edit.samples && canBeSamples(edit.samples),
		limits ? isInNoBundle : undefined,
	);
	const applies = sql`${isAllowed} and shares.pricing = ${share.pricing}`;
	const { password } = edit;
	const licence = licenceEdit(ctx, share.id, edit.licence);
	const columns = {
		...given,
		...pricing,
		...((edit.maxSales !== undefined || switches) && {
			maxSales: maxSalesOf(saleMode, limit),
		}),
		// Once someone has paid, anyone with the link can download.
		...(switches && saleMode === "link" && { listed: false }),
		...(password !== undefined && (await passwordColumns(ctx, share.id, password))),
	};
	const update = ctx.db
		.update(shares)
		.set({
			...columns,
			...licence.columns,
			...nextRevision(ctx, shares),
			...(edit.title !== undefined && { titleKey: titleKey(edit.title) }),
			...(SHOWN.some((field) => edit[field] !== undefined) && { changedAt: ctx.now() }),
		})
		.where(applies)
		.returning();
	const isApplied = sql`${isAllowed} and shares.pricing = ${edit.pricing ?? share.pricing}`;
	const applied = sql`exists (select 1 from shares where ${isApplied})`;
	const price = pricing?.priceCents;
	// Must precede the change: the condition reads the old state.
	const reprices =
		price === undefined
			? sql`0`
			: sql`exists (select 1 from shares where ${applies} and shares.price_cents <> ${price})`;
	const details = { subject: share.title, fromCents: share.priceCents, toCents: price };
	const act = { act: "share.price_changed", subjectId: share.id, details } as const;
	const hadPassword = sql`(${password !== null} or shares.password_hash is not null)`;
	const relocks =
		password === undefined
			? sql`0`
			: sql`exists (select 1 from shares where ${applies} and ${hadPassword})`;
	const passwordAct = {
		act: "share.password_changed",
		subjectId: share.id,
		details: { subject: share.title, hasPassword: password !== null },
	} as const;
	const change = () =>
		ctx.db.batch([
			unlessChanged(ctx, shares, eq(shares.id, share.id)),
			recordOwnAct(ctx, ctx.user.id, act, reprices),
			recordOwnAct(ctx, ctx.user.id, passwordAct, relocks),
			shareUpdated(ctx, share, columns, sql`${applies} and (${differing(columns, edit)})`),
			update,
			...licence.statements,
			...(edit.parts ? setParts(ctx, share.id, edit.parts, applied) : []),
			...(edit.order ? [setPageOrder(ctx, share.id, edit.order, applied)] : []),
			...(edit.files ? setFilePreviews(ctx, share.id, edit.files, applied) : []),
			stalePages(ctx, eq(shares.id, share.id)),
			...(REPICTURING.some((field) => edit[field] !== undefined)
				? [staleRenditions(ctx, eq(shares.id, share.id))]
				: []),
		]);
	// If the answer was lost, a repetition would find this edit's own revision.
	const [, , , , [row]] = await (ctx.revisions ? change() : repeatable(change));
	if (!row) {
		if (limits) await requireInNoBundle(ctx, share.id);
		if (edit.parts) await checkParts(ctx, edit.parts, share.currency);
		if (edit.files) await checkFiles(ctx, share.id, edit.files);
		if (edit.coverFileId) await checkCover(ctx, share.id, edit.coverFileId);
		if (edit.samples) await checkSamples(ctx, share.id, edit.samples);
		if (needsMode) {
			const now = await fetchOwnShare(ctx, slug);
			if (now.saleMode !== share.saleMode) return editShare(ctx, { slug, ...edit });
		}
		throw failure(edit.saleMode === undefined && !ends ? "share.not_found" : "share.has_sales");
	}
	if (REPREVIEWING.some((field) => edit[field] !== undefined))
		await ctx.handlers.noteMissingPreviews(ctx, share.id);
	return row;
}
