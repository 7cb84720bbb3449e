import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { FILE_FIELDS, uploadedFields } from "./contract/file-fields.ts";
import { PAGE_KINDS } from "./contract/shares.ts";
import { allFiles, files, isLiveIn } from "./tables.ts";

type FileEdit = { hiddenPages?: readonly number[] | undefined };
type Name = keyof typeof FILE_FIELDS;

/** For queries that select from `files`. */
export const FILE_COLUMNS = Object.fromEntries(
	Object.keys(FILE_FIELDS).map((name) => [name, files[name as Name]]),
) as Pick<typeof files, Name>; // it has just these
const ENTRIES = Object.entries<Column>(FILE_COLUMNS);

/** Arguments of a `json_object`, with values as in rows; `file` is the table's name in the query. */
export const fieldPairs = (file: string) =>
	sql.raw(
		ENTRIES.map(([name, { name: column, dataType }]) =>
			dataType === "boolean"
				? `'${name}', json(iif(${file}.${column}, 'true', 'false'))`
				: `'${name}', json(${file}.${column})`,
		).join(),
	);

/** For new files as JSON; `ofReplaced` gives a column of the replaced file, or null. */
export const newFileColumns = (ofReplaced: (column: string) => SQL): Partial<Record<Name, SQL>> =>
	Object.fromEntries(
		Object.entries(uploadedFields({})).map(([name, empty]) => {
			const column: Column = FILE_COLUMNS[name as Name]; // it has no others
			const none = sql.param(empty, column);
			const former = "isInherited" in FILE_FIELDS[name as Name] ? ofReplaced(column.name) : none;
			const given = sql.raw(`value->>'${name}'`);
			return [name, sql`coalesce(nullif(${former}, ${none}), ${given}, ${none})`];
		}),
	);

/** Leaves fields that an edit doesn't name as they are. */
export function setFileFields(ctx: Ctx, shareId: string, edits: readonly FileEdit[]) {
	const stored = edits.map(({ hiddenPages, ...edit }) => ({
		...edit,
		hiddenPages: hiddenPages && PAGE_KINDS.filter((_, at) => hiddenPages.includes(at + 1)),
	}));
	const columns = ENTRIES.map(([name, column]) => [
		name,
		sql.raw(`coalesce(edit.value->>'${name}', ${column.name})`),
	]);
	return ctx.db
		.update(allFiles)
		.set(Object.fromEntries(columns))
		.from(sql`json_each(${JSON.stringify(stored)}) edit`)
		.where(and(isLiveIn(shareId), sql`${allFiles.id} = edit.value->>'id'`));
}
