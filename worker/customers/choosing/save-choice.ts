import { eq, sql } from "drizzle-orm";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { liveVersionOf, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { requireHolds, requireRow } from "../../platform/storage/ending-batch.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { newToken } from "../../platform/tokens/tokens.ts";
import { closedTo } from "../../purchases/entitlements/access-sql.ts";
import { refuseClosed } from "../../purchases/entitlements/authorise.ts";
import { readChosenFiles } from "./chosen-files.ts";
import type { ChoiceInput, OwnChoice } from "./contract.ts";
import { choiceSentMail } from "./mails.ts";
import { choices, choosers } from "./tables.ts";

/** Keeps strangers from filling a share's table. */
const MAX_CHOOSERS = 500;

/** A share and the hash of this browser's token for it; null without one. */
type Target = { readonly slug: string; readonly tokenHash: string | null };

/** The share, and the browser's row in it. Throws why the share isn't shown to this visitor. */
async function findTarget(ctx: Ctx, { slug, tokenHash }: Target) {
	const [found] = await ctx.db
		.select({
			share: shares,
			creator: {
				email: users.email,
				locale: users.locale,
				emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
			},
			chooser: choosers,
			closed: closedTo(ctx).as("closed_to"),
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.leftJoin(
			choosers,
			sql`${choosers.shareId} = ${shares.id} and ${choosers.tokenHash} = ${tokenHash}`,
		)
		.where(eq(shares.slug, slug));
	if (found?.share.status === "taken_down") throw takenDown(found.share);
	if (found?.share.status !== "published") throw failure("share.not_found");
	refuseClosed(found);
	return found;
}

/** Throws `share.not_found`, `share.taken_down`, and why a share is closed to this visitor. */
export async function readOwnChoice(ctx: Ctx, target: Target): Promise<OwnChoice> {
	const { chooser } = await findTarget(ctx, target);
	if (!chooser) return { choice: null };
	const rows = await readChosenFiles(ctx, eq(choosers.id, chooser.id));
	return {
		choice: {
			name: chooser.name,
			sentAt: chooser.sentAt === null ? null : new Date(chooser.sentAt).toISOString(),
			files: rows.map(({ chooserId: _, ...file }) => file),
		},
	};
}

const GIVEN = { shareId: sql`given.share_id`, position: sql`given.position` };

/** Leaves out files that the share no longer has. The order makes equal choices equal texts. */
async function liveFiles(ctx: Ctx, shareId: string, given: ChoiceInput["files"]) {
	const ids = JSON.stringify(given.map(({ id }) => id));
	const live = await ctx.db
		.select({ given: sql<string>`given.id`, id: liveVersionOf(GIVEN).as("live_id") })
		.from(sql`all_files given`)
		.where(sql`given.id in (select value from json_each(${ids})) and given.share_id = ${shareId}`);
	const idOf = new Map(live.map((file) => [file.given, file.id]));
	const named = given.flatMap((file) => {
		const id = idOf.get(file.id);
		const says = file.chosen || file.comment !== null;
		return id && says ? [[id, { ...file, id }] as const] : [];
	});
	return [...new Map(named).values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Replaces this browser's choice; of two at the same time, the later stands. Changing a sent choice takes the sending
 * back. The creator gets one mail for each sending. Returns a token if the browser is new to the share. Throws
 * `share.changed` if the creator has closed the round or asks for fewer, `rate.limited`, and what `readOwnChoice`
 * throws.
 */
export async function saveChoice(
	ctx: Ctx,
	{ name, files: given, send, ...target }: Target & ChoiceInput,
): Promise<{ sentAt: string | null; token: string | null }> {
	const { share, creator, chooser } = await findTarget(ctx, target);
	const { choosing } = share;
	if (!choosing?.open) throw failure("share.changed");
	const listed = await liveFiles(ctx, share.id, given);
	const chosen = listed.filter((file) => file.chosen).length;
	// Where single files are sold, the client pays for the others.
	const most = share.singles === null ? choosing.count : null;
	if (send && most !== null && chosen > most) throw failure("share.changed");
	const token = chooser ? null : await newToken(ctx);
	if (token)
		await consumeAttempt(
			ctx,
			networkLimits(
				ctx.address,
				{ name: "choose", ...ctx.config.LIMIT_CLAIM_NETWORK },
				share.creatorId,
			),
		);
	const id = chooser?.id ?? ctx.id();
	const now = ctx.now();
	const rows = sql`json_each(${JSON.stringify(listed)})`;
	const changes = sql`((select json_group_array(json_array(file_id, chosen, comment))
			from (select * from choices where chooser_id = ${id} order by file_id))
		is not (select json_group_array(json_array(value->>'id', value->>'chosen', value->>'comment')) from ${rows}))`;
	const isNewlySent = sql`exists (select 1 from choosers where id = ${id} and (sent_at is null or ${changes}))`;
	const mail = choiceSentMail(ctx, {
		...creator,
		share,
		name,
		chosen,
		count: Math.max(chosen, choosing.count ?? share.fileCount),
	});
	const { saved } = await namedBatch(ctx.db, {
		room: token
			? requireHolds(
					ctx,
					sql`(select count(*) from choosers where share_id = ${share.id}) < ${MAX_CHOOSERS}`,
					"rate.limited",
				)
			: // The creator may have deleted it.
				requireRow(ctx, { table: choosers, where: eq(choosers.id, id) }, "share.changed"),
		begun: token
			? ctx.db
					.insert(choosers)
					.values({ id, shareId: share.id, name, tokenHash: token.hash, createdAt: now })
			: null,
		// Both conditions read the rows that the next statements replace.
		mailed: send ? queueMailWhen(ctx, mail, isNewlySent) : null,
		saved: ctx.db
			.update(choosers)
			.set({
				name,
				sentAt: send
					? sql`iif(sent_at is null or ${changes}, ${now}, sent_at)`
					: sql`iif(${changes}, null, sent_at)`,
			})
			.where(eq(choosers.id, id))
			.returning({ sentAt: choosers.sentAt }),
		emptied: ctx.db.delete(choices).where(eq(choices.chooserId, id)),
		chosen: insertWhen(
			ctx.db,
			choices,
			{
				chooserId: id,
				fileId: sql`value->>'id'`,
				chosen: sql`value->>'chosen'`,
				comment: sql`value->>'comment'`,
			},
			sql`true`,
			rows,
		),
	});
	const sentAt = saved[0]?.sentAt ?? null;
	return {
		sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
		token: token?.text ?? null,
	};
}
