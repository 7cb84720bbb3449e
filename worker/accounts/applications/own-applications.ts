import { and, count, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { namesProduct } from "../../pages/storefront/contract/handles.ts";
import { failure } from "../../platform/errors.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { requireHolds, requireRow } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, isOpenToken } from "../../platform/tokens/tokens.ts";
import { SECRET_PREFIX } from "../access-tokens/contract.ts";
import { newTokenText } from "../access-tokens/token-text.ts";
import { cleanName } from "../names.ts";
import { requireVerified } from "../requirements.ts";
import { accessTokens, applications } from "../tables.ts";
import type { ApplicationRow } from "./client.ts";
import {
	type ApplicationInfo,
	type ApplicationList,
	MAX_APPLICATIONS,
	type NewApplication,
	type newApplicationInput,
} from "./contract/applications.ts";
import { endingAccess } from "./end-access.ts";

const iso = (at: number) => new Date(at).toISOString();

const present = ({ id, name, address, redirectUris, ...row }: ApplicationRow): ApplicationInfo => ({
	id,
	name,
	address: address ?? "",
	redirectUris,
	isConfidential: row.secretHash !== null,
	createdAt: iso(row.createdAt),
});

export async function listApplications(ctx: CreatorCtx): Promise<ApplicationList> {
	const [own, connected] = await ctx.replica.batch([
		ctx.replica
			.select()
			.from(applications)
			.where(eq(applications.creatorId, ctx.user.id))
			.orderBy(desc(applications.createdAt)),
		// One row per grant, since one refresh token of each is unused.
		ctx.replica
			.select({
				id: applications.id,
				name: applications.name,
				address: applications.address,
				payload: tokens.payload,
				connectedAt: accessTokens.createdAt,
				lastUsedAt: accessTokens.lastUsedAt,
			})
			.from(accessTokens)
			.innerJoin(applications, eq(applications.id, accessTokens.applicationId))
			.innerJoin(
				tokens,
				and(eq(tokens.subject, accessTokens.id), isOpenToken(ctx, TOKENS.refreshToken)),
			)
			.where(eq(accessTokens.userId, ctx.user.id))
			.orderBy(desc(accessTokens.createdAt)),
	]);
	const byApplication = Map.groupBy(connected, ({ id }) => id);
	return {
		own: own.map(present),
		connected: Array.from(byApplication.values(), (grants) => {
			const [{ id, name, address }] = grants as [(typeof grants)[number]];
			const used = grants.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
			return {
				id,
				name,
				address,
				scopes: [
					...new Set(
						grants.flatMap(({ payload }) => TOKENS.refreshToken.payload.parse(payload).scopes),
					),
				],
				connectedAt: iso(Math.min(...grants.map(({ connectedAt }) => connectedAt))),
				lastUsedAt: used.length > 0 ? iso(Math.max(...used)) : null,
			};
		}),
	};
}

/** Spares the joiners and the emoji selector, which scripts and emoji need. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

const hostOf = (address: string) =>
	address.toLowerCase().split(/[/:]+/)[1]?.replace(/\.$/, "") ?? "";

/** Returns messages for a name or site that imitates the product's. */
export function pretence(
	{ config }: Ctx,
	{ name, address }: { name: string; address: string | null },
): { name?: string; address?: string } {
	const own = hostOf(config.APP_ORIGIN);
	const host = hostOf(address ?? "");
	return {
		...(namesProduct(name, config.APP_NAME) && { name: "This name is reserved" }),
		...((host === own || host.endsWith(`.${own}`)) && {
			address: "Enter the address of your own site",
		}),
	};
}

export async function newApplication(
	ctx: Ctx,
	{
		isConfidential,
		name,
		...fields
	}: Pick<ApplicationRow, "creatorId" | "name" | "address" | "redirectUris"> & {
		isConfidential: boolean;
	},
): Promise<{ row: ApplicationRow; secret: string | null }> {
	const secret = isConfidential ? newTokenText(SECRET_PREFIX) : null;
	const row = {
		...fields,
		id: ctx.id(),
		name: cleanName(name.replace(INVISIBLE, "")) ?? "Application",
		secretHash: secret === null ? null : await sha256(secret),
		createdAt: ctx.now(),
	};
	return { row, secret };
}

/** Throws `account.email_unverified`, `application.too_many`, `request.invalid` for one that pretends to be ours. */
export async function createApplication(
	ctx: CreatorCtx,
	input: z.output<typeof newApplicationInput>,
): Promise<NewApplication> {
	await requireVerified(ctx);
	const fields = pretence(ctx, input);
	const [message] = Object.values(fields);
	if (message !== undefined) throw failure("request.invalid", { message, fields });
	const { row, secret } = await newApplication(ctx, { ...input, creatorId: ctx.user.id });
	const has = ctx.db
		.select({ n: count() })
		.from(applications)
		.where(eq(applications.creatorId, ctx.user.id));
	const details = { subject: row.name };
	await namedBatch(ctx.db, {
		room: requireHolds(ctx, sql`(${has}) < ${MAX_APPLICATIONS}`, "application.too_many"),
		act: recordOwnAct(ctx, ctx.user.id, { act: "application.added", subjectId: row.id, details }),
		added: ctx.db.insert(applications).values(row),
	});
	return { ...present(row), secret };
}

/** Ends its access to accounts. */
export async function deleteApplication(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	const own = and(eq(applications.id, id), eq(applications.creatorId, ctx.user.id));
	const details = sql`json_object('subject', ${applications.name})`;
	const removed = { act: "application.removed", subjectId: id, details } as const;
	await namedBatch(ctx.db, {
		found: requireRow(
			ctx,
			{ table: applications, where: own },
			"not_found",
			"application.not_found",
		),
		act: recordOwnAct(ctx, ctx.user.id, removed, own, sql`${applications}`),
		...endingAccess(ctx, eq(accessTokens.applicationId, id), "system"),
		deleted: ctx.db.delete(applications).where(own),
	});
}

export async function disconnectApplication(
	ctx: CreatorCtx,
	{ id }: { id: string },
): Promise<void> {
	const isOf = and(eq(accessTokens.applicationId, id), eq(accessTokens.userId, ctx.user.id));
	const { ended, unused } = await namedBatch(ctx.db, {
		...endingAccess(ctx, isOf, "creator"),
		unused: deleteTokens(
			ctx,
			[TOKENS.authorizationCode],
			and(eq(tokens.subject, id), eq(tokens.ownerId, ctx.user.id)),
		).returning({ hash: tokens.hash }),
	});
	if (ended.length + unused.length === 0)
		throw failure("not_found", { reason: "application.not_found" });
}
