import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Currency } from "../../contract/money.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { shardedId } from "../../platform/shard.ts";
import type { PreviewPolicy, SaleMode } from "./contract/share-fields.ts";
import type { createShareInput } from "./contract/shares.ts";
import { canSellSingles, singlesFault } from "./contract/singles.ts";
import { columnsOf } from "./share-columns.ts";
import type { ShareRow, shares } from "./tables.ts";

type NewShare = z.output<typeof createShareInput>;
type ShareInput = Partial<NewShare> &
	Pick<NewShare, "title" | "price"> & {
		id: string;
		/** default: that of new shares */
		currency?: Currency | undefined;
		preview?: PreviewPolicy | undefined;
		/** if not the default */
		coverFileId?: string | undefined;
		samples?: string[] | undefined;
	};
type PricingColumns = Pick<ShareRow, "pricing" | "priceCents" | "suggestedCents" | "asksAddress">;

/** Clears fields that the kind of pricing doesn't use. */
export function pricingColumns({
	pricing,
	priceCents,
	suggestedCents,
	asksAddress,
}: PricingColumns): PricingColumns {
	return {
		pricing,
		priceCents,
		suggestedCents: pricing === "chosen" ? suggestedCents : null,
		asksAddress: pricing !== "free" || asksAddress,
	};
}

/** In link mode a share is sold once. */
export function maxSalesOf(saleMode: SaleMode, maxSales: number | null | undefined): number | null {
	return saleMode === "link" ? 1 : (maxSales ?? null);
}

type SinglesColumns = Pick<ShareRow, "pricing" | "saleMode" | "maxSales"> & {
	singles?: ShareRow["singles"] | undefined;
};

/** Throws if single files can't be sold so. */
export function checkSingles({ singles, ...share }: SinglesColumns, currency: Currency): void {
	if (!singles) return;
	if (!canSellSingles(share))
		throw invalidField(
			"singles",
			"Single files are sold only where the price is fixed, and the number of buyers isn't.",
		);
	const fault = singlesFault(singles, currency);
	if (fault) throw invalidField(fault.field, fault.message);
}

type NewRow = Omit<typeof shares.$inferInsert, "listed" | "currency"> & {
	listed: boolean | SQL;
	currency: Currency | SQL;
};

/** Creators with a page list what they sell, except what is for clients. */
const listedAtFirst = (ctx: CreatorCtx, isForClients: boolean) =>
	!isForClients &&
	sql`exists (select 1 from creator_pages where creator_pages.user_id = ${ctx.user.id})`;

/** Throws like `requireMoney`. */
export function shareRow(ctx: CreatorCtx, input: ShareInput): NewRow {
	const {
		id,
		title,
		price = 0,
		suggestedPrice = null,
		preview,
		saleMode = "each",
		currency,
	} = input;
	requireMoney(currency ?? ctx.user.currency, { price, suggestedPrice });
	const columns = columnsOf(input);
	const maxSales = maxSalesOf(saleMode, input.maxSales);
	const priced = pricingColumns({
		pricing: "fixed",
		suggestedCents: null,
		asksAddress: true,
		...columns,
		priceCents: price,
	});
	const asksClients = Boolean(columns.choosing);
	checkSingles({ ...columns, ...priced, saleMode, maxSales }, currency ?? ctx.user.currency);
	return {
		...columns,
		...priced,
		id,
		slug: shardedId(ctx),
		creatorId: ctx.user.id,
		title,
		titleKey: titleKey(title),
		// Read here because the creator may be changing it.
		currency: currency ?? sql`(select currency from users where id = ${ctx.user.id})`,
		licenceId: input.licence ? ctx.id() : null,
		saleMode,
		maxSales,
		listed: listedAtFirst(ctx, saleMode === "link" || asksClients),
		indexed: !asksClients,
		status: "uploading",
		imagePreview: preview?.images ?? "blur",
		clipPreview: preview?.clip ?? "30",
		createdAt: ctx.now(),
	};
}

/** For searching and sorting without case and accents, which SQLite can't do. */
export function titleKey(title: string): string {
	return title
		.normalize("NFD")
		.replace(/\p{Diacritic}/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ø", "o");
}
