import { type SQL, sql } from "drizzle-orm";
import { ALL_FILES } from "../entitlements/tables.ts";
import type { Bought } from "./contract.ts";

/** For `purchases`, for `boughtIn`; null for the whole share. */
export const boughtFiles = (): SQL<string | null> => sql<
	string | null
>`iif(purchases.of_lines, (select json_object(
	'full', coalesce(sum(line.edition = 'full'), 0),
	'web', iif(max(line.file_id = ${sql.raw(`'${ALL_FILES}'`)}), null, coalesce(sum(line.edition = 'web'), 0)))
	from purchase_lines line where line.purchase_id = purchases.id), null)`;

export const boughtIn = (counts: string | null): Bought | null =>
	counts === null ? null : (JSON.parse(counts) as Bought);
