import { type SQL, sql } from "drizzle-orm";
import { EDITIONS } from "../../catalogue/shares/contract/editions.ts";
import { ALL_FILES } from "../entitlements/tables.ts";
import type { Bought } from "./contract.ts";

/** For `purchases`, for `boughtIn`; null for the whole share. */
export const boughtFiles = (): SQL<string | null> =>
	sql<string | null>`iif(purchases.of_lines, (select json_object(${sql.raw(
		EDITIONS.map(
			(edition) =>
				`'${edition}', iif(max(line.file_id = '${ALL_FILES}' and line.edition = '${edition}'),
				null, coalesce(sum(line.edition = '${edition}'), 0))`,
		).join(),
	)}) from purchase_lines line where line.purchase_id = purchases.id), null)`;

export const boughtIn = (counts: string | null): Bought | null =>
	counts === null ? null : (JSON.parse(counts) as Bought);
