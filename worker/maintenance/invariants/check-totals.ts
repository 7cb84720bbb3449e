import { asc, gt, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { totals } from "../../purchases/entitlements/tables.ts";
import { countedTotals } from "../../purchases/entitlements/totals-sql.ts";
import type { Finding } from "./findings.ts";

const CREATORS_AT_ONCE = 50;
const FIGURES = [
	"sales",
	"earned_cents",
	"net_cents",
	"views",
	"platform_cents",
	"connected_cents",
	"outside_cents",
] as const;

type Difference = { creator_id: string; share_id: string; day: string } & Record<
	(typeof FIGURES)[number],
	number
>;

const columns = (expression: (figure: string) => string) =>
	sql.raw(FIGURES.map(expression).join(", "));

const listed = (ids: readonly string[]) =>
	sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Compares running totals of the next creators with their sources. */
export async function checkTotals(
	ctx: Pick<Ctx, "db">,
	after: string,
): Promise<{ findings: Finding[]; next: string | null }> {
	const creators = await ctx.db
		.select({ id: users.id })
		.from(users)
		.where(gt(users.id, after))
		.orderBy(asc(users.id))
		.limit(CREATORS_AT_ONCE);
	const ids = listed(creators.map(({ id }) => id));
	const different = sql.raw(FIGURES.map((figure) => `sum(${figure}) <> 0`).join(" or "));
	const rows: Difference[] = await ctx.db.all(sql`select creator_id, share_id, day,
			${columns((figure) => `sum(${figure}) as ${figure}`)}
		from (${countedTotals(ids)}
			union all
			select creator_id, share_id, day, ${columns((figure) => `-${figure}`)} from ${totals}
			where creator_id in ${ids})
		group by 1, 2, 3 having ${different}`);
	return {
		findings: rows.map((row) => ({
			problem: "totals",
			creatorId: row.creator_id,
			...(row.share_id && { shareId: row.share_id }),
			...(row.day && { day: row.day }),
			expected: "what the purchases, the ledger and the views sum up to",
			found: FIGURES.filter((figure) => row[figure] !== 0)
				.map((figure) => `${figure} off by ${-row[figure]}`)
				.join(", "),
		})),
		next: creators.length < CREATORS_AT_ONCE ? null : (creators.at(-1)?.id ?? null),
	};
}

/** Works in one transaction. */
export async function recountTotals(
	ctx: Pick<Ctx, "db">,
	creatorIds: readonly string[],
): Promise<void> {
	const ids = listed(creatorIds);
	await ctx.db.batch([
		ctx.db.delete(totals).where(sql`creator_id in ${ids}`),
		ctx.db.insert(totals).select(sql`select creator_id, share_id, day,
				${columns((figure) => `sum(${figure})`)}
			from (${countedTotals(ids)}) group by 1, 2, 3`),
	]);
}
