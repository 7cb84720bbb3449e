import { and, eq, ne } from "drizzle-orm";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { shares } from "./tables.ts";

/** Throws `share.exists` with the other share's id if `write` violates the unique index of external ids. */
export async function givingExternalId<Result>(
	ctx: CreatorCtx,
	externalId: string | null | undefined,
	write: () => Promise<Result>,
): Promise<Result> {
	try {
		return await write();
	} catch (error) {
		if (!externalId || !isUniqueViolation(error)) throw error;
		const [other] = await ctx.db
			.select({ shareId: shares.slug })
			.from(shares)
			.where(
				and(
					eq(shares.creatorId, ctx.user.id),
					eq(shares.externalId, externalId),
					ne(shares.status, "deleted"),
				),
			);
		throw other ? failure("share.exists", { details: other }) : error;
	}
}
