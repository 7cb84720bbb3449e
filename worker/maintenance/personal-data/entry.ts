import { and, eq, getTableName, lte, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { type Period, periodMs } from "../../contract/retention.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { deleteInSteps, updateInSteps } from "../../platform/storage/in-steps.ts";
import { EXPORT_ROWS, isBeyond, mapPages, pagesOf } from "../../platform/storage/pages.ts";

type Columns = Readonly<Record<string, SQLiteColumn | SQL>>;
type Own = { readonly table: SQLiteTable; readonly where: SQL | undefined };

/** Reads a part of the creator's export; lists without a limit are pages. */
export type Reader = (ctx: CreatorCtx, own: Own) => unknown;

/** `where` selects what is too old; `set` empties columns instead of deleting the row. */
type Rule<Table extends SQLiteTable = SQLiteTable> = {
	readonly periods: readonly Period[];
	readonly where: (ctx: Ctx) => SQL | undefined;
	readonly set?: SQLiteUpdateSetSource<Table>;
};

/** Code for what is more than a condition. */
type Run = { readonly periods: readonly Period[]; readonly run: (ctx: Ctx) => Promise<void> };

type Erasure = (ctx: Ctx, user: { id: string; email: string }) => Promise<unknown>;

type Fields<Table extends SQLiteTable> = {
	readonly whose: "creator" | "buyer" | "nobody";
	/** until the account or share is deleted, with the row that it refers to, for the books; or by rules of a job */
	readonly kept: readonly ("account" | "share" | "books" | "parent" | Rule<Table> | Run)[];
	/** selects what belongs to an account */
	readonly own?: (userId: string) => SQL;
	/** parts of the creator's export by their path in it */
	readonly exports?: Readonly<Record<string, Columns | Reader>>;
	/** the part of the export that says the same */
	readonly shownIn?: string;
	/** what the deletion of the account does to its rows */
	readonly erase?: "rows" | SQLiteUpdateSetSource<Table>;
	/** code that the deletion runs before, such as for objects in the store; it can be repeated */
	readonly eraseBy?: Erasure;
	/** what happens when the owner of a never-confirmed address takes over the account; `true`: as when it is deleted */
	readonly reclaim?: true | "rows" | Erasure;
};

type Statement = BatchItem<"sqlite">;

/** A table's entry in the registry of personal data. */
export type Entry = {
	readonly table: SQLiteTable;
	readonly name: string;
	readonly whose: Fields<SQLiteTable>["whose"];
	readonly ends: readonly string[];
	readonly periods: readonly Period[];
	readonly own: ((userId: string) => SQL) | null;
	readonly shownIn: string | null;
	readonly prune: ((ctx: Ctx) => Promise<void>) | null;
	readonly exports: readonly (readonly [path: string, read: (ctx: CreatorCtx) => unknown])[];
	readonly erase: (ctx: Ctx, userId: string) => Statement[];
	readonly eraseBy: Erasure | null;
	readonly reclaim: (ctx: Ctx, userId: string) => Statement[];
	readonly reclaimBy: Erasure | null;
};

/** Describes a table once; the jobs, the export and the deletion follow it. */
export function entry<Table extends SQLiteTable>(
	table: Table,
	{ whose, kept, own, exports = {}, shownIn, erase, eraseBy, reclaim }: Fields<Table>,
): Entry {
	const rules = kept.filter((one) => typeof one !== "string");
	const ends = kept.filter((one) => typeof one === "string");
	const erasing = (ctx: Ctx, userId: string): Statement[] => {
		if (erase === undefined || !own) return [];
		const where = own(userId);
		if (erase === "rows") return [ctx.db.delete(table).where(where)];
		// TypeScript can't exclude "rows" from a mapped type.
		return [
			ctx.db
				.update(table)
				.set(erase as SQLiteUpdateSetSource<Table>)
				.where(where),
		];
	};
	return {
		table,
		name: getTableName(table),
		whose,
		ends,
		periods: rules.flatMap(({ periods }) => periods),
		own: own ?? null,
		shownIn: shownIn ?? null,
		prune:
			rules.length === 0
				? null
				: async (ctx) => {
						const apply = async (rule: (typeof rules)[number]) => {
							if ("run" in rule) await rule.run(ctx);
							else if (rule.set) await updateInSteps(ctx, table, rule.set, rule.where(ctx));
							else await deleteInSteps(ctx, table, rule.where(ctx));
						};
						// One failing rule must not stop the others.
						const failures: unknown[] = [];
						for (const rule of rules) await apply(rule).catch((error) => failures.push(error));
						if (failures.length > 0) throw failures[0];
					},
		exports: Object.entries(exports).map(([path, part]) => {
			const read = typeof part === "function" ? part : rows(part);
			return [path, (ctx) => read(ctx, { table, where: own?.(ctx.user.id) })];
		}),
		erase: erasing,
		eraseBy: eraseBy ?? null,
		reclaim: (ctx, userId) => {
			if (reclaim === true) return erasing(ctx, userId);
			return reclaim === "rows" && own ? [ctx.db.delete(table).where(own(userId))] : [];
		},
		reclaimBy:
			typeof reclaim === "function" ? reclaim : reclaim === true ? (eraseBy ?? null) : null,
	};
}

/** Selects by the column of the account's id. */
export const by =
	(column: SQLiteColumn) =>
	(userId: string): SQL =>
		eq(column, userId);

/** Selects what belongs to the account's shares. */
export const byShare =
	(column: SQLiteColumn) =>
	(userId: string): SQL =>
		sql`${column} in (select id from shares where creator_id = ${userId})`;

/** Rows older than a period, among those that `among` selects, worded like their partial index. */
export const older = (period: Period, column: SQLiteColumn, among?: SQL) => ({
	periods: [period],
	where: (ctx: Ctx) => and(among, lte(column, ctx.now() - periodMs(period))),
});

/** Rows whose own end has passed; `periods` set it. */
export const ended = (
	column: SQLiteColumn,
	periods: readonly Period[] = [],
	{ among, afterMs = 0 }: { among?: SQL | undefined; afterMs?: number } = {},
) => ({
	periods,
	where: (ctx: Ctx) => and(among, lte(column, ctx.now() - afterMs)),
});

/** ISO 8601; null stays. */
export const iso = (column: SQLiteColumn) =>
	sql<string | null>`${column}`.mapWith((ms: number) => new Date(ms).toISOString());

/** The rows' columns, those of `among` only. */
export const rows =
	(columns: Columns, among?: SQL): Reader =>
	(ctx, { table, where }) =>
		ctx.db
			.select({ ...columns })
			.from(table)
			.where(and(where, among));

/** The one row's columns; null without it. */
export const row =
	(columns: Columns): Reader =>
	async (ctx, { table, where }) => {
		const [found] = await ctx.db
			.select({ ...columns })
			.from(table)
			.where(where);
		return found ?? null;
	};

/** Pages of the rows' columns; `order` is unique, and that of an index. */
export const pages =
	(columns: Columns, order: readonly SQL[]): Reader =>
	(ctx, { table, where }) => {
		const place = sql`json_array(${sql.join([...order], sql`, `)})`.mapWith(JSON.parse);
		const read = pagesOf<{ place: unknown } & Record<string, unknown>>((after) =>
			ctx.db
				.select({ ...columns, place })
				.from(table)
				.where(and(where, isBeyond(">", order, after && (after.place as (string | number)[]))))
				.orderBy(...order)
				.limit(EXPORT_ROWS),
		);
		return mapPages(read, ({ place: _, ...shown }) => shown);
	};
