import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { ALL_FILES } from "../../purchases/entitlements/tables.ts";
import type { FileFigures } from "./contract.ts";

/**
 * The files of a share that sells single ones or asks to choose, the most sold first. Lines that were added to one of
 * all files don't count as sold.
 */
export const selectFileFigures = (
	{ replica }: Ctx,
	creatorId: SQL<string | null>,
	slug: string | undefined,
	most: number,
) =>
	replica
		.select({
			id: sql<string>`files.id`.as("id"),
			name: sql<string>`files.original_name`.as("name"),
			folderPath: sql<string>`files.folder_path`.as("folder_path"),
			seen: sql<number>`coalesce(file_counts.seen, 0)`.as("seen"),
			hearts: sql<number>`coalesce(file_counts.hearts, 0)`.as("hearts"),
			sold: sql<number>`(select count(*) from purchase_lines
				join purchases on purchases.id = purchase_lines.purchase_id
				where purchase_lines.file_id = files.id and purchase_lines.refunded_at is null
					and purchases.state = 'paid'
					and not exists (select 1 from purchase_lines of_all where of_all.purchase_id = purchases.id
						and of_all.file_id = ${ALL_FILES} and of_all.edition = purchase_lines.edition))`.as(
				"sold",
			),
		} satisfies Record<keyof FileFigures, SQL.Aliased>)
		.from(
			sql`shares join files on files.share_id = shares.id
				left join file_counts on file_counts.file_id = files.id`,
		)
		.where(
			sql`shares.slug = ${slug ?? ""} and shares.creator_id = ${creatorId}
				and (shares.singles is not null or shares.choosing is not null)`,
		)
		.orderBy(sql`sold desc, hearts desc, seen desc, files.original_name`)
		.limit(most);
