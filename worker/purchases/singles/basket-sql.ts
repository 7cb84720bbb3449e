import { type SQL, sql } from "drizzle-orm";
import { RESERVATION_MS } from "../../catalogue/discounts/uses-sql.ts";
import {
	EDITIONS,
	type Edition,
	LESSER_EDITIONS,
	type LesserEdition,
} from "../../catalogue/shares/contract/editions.ts";
import type { ShareRow } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { isInForce } from "../entitlements/access-sql.ts";
import { ownBuyer } from "../entitlements/buyer.ts";
import { ALL_FILES } from "../entitlements/tables.ts";
import type { Items } from "./contract.ts";

/** Everything that the price of single files depends on, for one buyer of a share. */
export type BasketState = {
	/** for this share, less refunds */
	readonly paidCents: number;
	/** free files that the buyer has had, and those left for everybody */
	readonly free: { readonly had: number; readonly left: number };
	/** bought files that the share still has, and `ALL_FILES` */
	readonly held: readonly (readonly [fileId: string, edition: Edition])[];
	/** the asked files that are sold one by one, each with its lesser edition */
	readonly asked: readonly (readonly [fileId: string, lesser: LesserEdition | null])[];
	/** all with a lesser edition that are sold one by one; null if all were neither asked for nor bought */
	readonly all: readonly (readonly [fileId: string, lesser: LesserEdition])[] | null;
};

type Sold = Pick<ShareRow, "id" | "singles">;

/** Given away or promised, for an hour also by others who haven't paid. */
const freeLeft = (ctx: Ctx, { id, singles }: Sold) =>
	singles?.included
		? sql`max(0, ${singles.included} - (select coalesce(sum(given.free_files), 0) from purchases given
			where given.share_id = ${id} and given.free_files > 0
			and (given.state in ('paid', 'disputed', 'processing', 'claimed') or (given.state = 'started'
				and given.created_at > ${ctx.now() - RESERVATION_MS} and given.buyer_id is not ${ownBuyer(ctx)}))))`
		: sql`0`;

/** One comparable value, for `basketOf`. */
export function basketState(ctx: Ctx, share: Sold, items: Items | null): SQL<string> {
	const all = sql.raw(`'${ALL_FILES}'`);
	const asked = items ? EDITIONS.flatMap((edition) => items[edition]) : [];
	const isLesser = sql.raw(`in (${LESSER_EDITIONS.map((edition) => `'${edition}'`).join()})`);
	return sql<string>`(with own as materialized (
		select held.id, held.price_cents - held.refunded_cents as cents, held.free_files as free from buyers
			cross join purchase_holders on purchase_holders.buyer_id = buyers.id
			cross join purchases held on held.id = purchase_holders.purchase_id
		where buyers.token_hash = ${ctx.credentials.buyerHash} and buyers.expires_at > ${ctx.now()}
			and held.share_id = ${share.id} and ${isInForce(sql`held`)}
	), lines as materialized (
		select line.file_id, line.edition
		from own cross join purchase_lines line on line.purchase_id = own.id and line.refunded_at is null
			left join all_files file on file.id = line.file_id
		where line.file_id = ${all} or file.state = 'live' group by line.file_id, line.edition
	)
	select json_object('paidCents', (select coalesce(sum(cents), 0) from own),
		'free', json_object('had', (select coalesce(sum(free), 0) from own), 'left', ${freeLeft(ctx, share)}),
		'held', (select json_group_array(json_array(file_id, edition)) from lines),
		'asked', (select json_group_array(json_array(file.id, (select kind from renditions
				where renditions.file_id = file.id and renditions.kind ${isLesser})))
			from json_each(${JSON.stringify([...new Set(asked)])}) asked cross join all_files file on file.id = asked.value
			where file.share_id = ${share.id} and file.state = 'live' and not file.whole_only),
		'all', case when ${asked.includes(ALL_FILES) ? 1 : 0} or exists (select 1 from lines where file_id = ${all}) then
			(select json_group_array(json_array(file.id, renditions.kind)) from renditions
				cross join all_files file on file.id = renditions.file_id
				where renditions.share_id = ${share.id} and renditions.kind ${isLesser} and file.state = 'live'
					and not file.whole_only) end))`;
}

export const basketOf = (state: string): BasketState => JSON.parse(state) as BasketState;

/** In one query, which a share without single files doesn't need. */
export async function readBasket(
	ctx: Ctx,
	share: Sold,
	items: Items | null,
	from = ctx.db,
): Promise<string> {
	const [row] = await from.all<{ state: string }>(
		sql`select ${basketState(ctx, share, items)} as state`,
	);
	return row?.state ?? "";
}
