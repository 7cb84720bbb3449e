import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { requireVerified, whileAuthorized } from "../../accounts/requirements.ts";
import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { webhookEndpoints, webhookMessages } from "../../core/webhook-events/tables.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { nextRevision, unlessChanged } from "../../platform/storage/revisions.ts";
import {
	type editEndpointInput,
	MAX_ENDPOINTS,
	type newEndpointInput,
	type WebhookEndpoint,
	type WebhookEndpointWithSecret,
} from "./contract/webhooks.ts";
import { deleteEndpointStatements, deleteMessages } from "./delete-endpoints.ts";
import { endpointChangedMail } from "./mails.ts";
import { resolveTarget } from "./resolve.ts";
import { newSecret, withFormerSecret } from "./secrets.ts";
import { pauseMessages } from "./switch-off.ts";
import { requireTarget } from "./target.ts";

type Row = typeof webhookEndpoints.$inferSelect;

/** ms for which a former secret also signs */
const OVERLAP_MS = DAY_MS;
/** ms after which waiting messages may get all of their attempts again */
const RESUME_EVERY_MS = HOUR_MS;
const LOOKUP_MS = 5_000;

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function present(row: Row, now: number): WebhookEndpoint {
	const { id, url, description, events, offReason, previousUntil } = row;
	return {
		id,
		url: url ?? "",
		description,
		events,
		offReason,
		enabled: offReason === null,
		createdAt: new Date(row.createdAt).toISOString(),
		previousSecretUntil: previousUntil !== null && previousUntil > now ? iso(previousUntil) : null,
		lastSuccessAt: iso(row.lastSuccessAt),
		lastFailureAt: iso(row.lastFailureAt),
	};
}

const presentRevised = (row: Row, now: number) => ({
	...present(row, now),
	revision: row.revision,
});

/** Excludes listeners. */
const isOwn = ({ user }: CreatorCtx, id: string) =>
	and(
		eq(webhookEndpoints.id, id),
		eq(webhookEndpoints.userId, user.id),
		isNull(webhookEndpoints.expiresAt),
	);

const notFound = () => failure("not_found", { reason: "webhook.endpoint_not_found" });

export async function fetchOwnEndpoint(
	ctx: CreatorCtx,
	id: string,
): Promise<Row & { url: string }> {
	const [row] = await ctx.db.select().from(webhookEndpoints).where(isOwn(ctx, id));
	if (!row || row.url === null) throw notFound();
	return { ...row, url: row.url };
}

export async function listEndpoints(ctx: CreatorCtx): Promise<WebhookEndpoint[]> {
	const rows = await ctx.replica
		.select()
		.from(webhookEndpoints)
		.where(and(eq(webhookEndpoints.userId, ctx.user.id), isNull(webhookEndpoints.expiresAt)))
		.orderBy(asc(webhookEndpoints.createdAt));
	return rows.map((row) => present(row, ctx.now()));
}

export async function showEndpoint(ctx: CreatorCtx, id: string) {
	const [row] = await ctx.replica.select().from(webhookEndpoints).where(isOwn(ctx, id));
	if (!row) throw notFound();
	return presentRevised(row, ctx.now());
}

/** Throws `request.invalid` if the address can't receive messages as it resolves now. */
async function checkedUrl(ctx: CreatorCtx, text: string): Promise<string> {
	const url = requireTarget(ctx.config, text);
	const resolution = await resolveTarget(ctx, url, AbortSignal.timeout(LOOKUP_MS)).catch(
		() => "unresolved" as const,
	);
	if (resolution === "unresolved")
		throw invalidField("url", "This name could not be found. Check it and try again.");
	if (resolution === "forbidden_address")
		throw invalidField("url", "This name points to a private address.");
	return url.href;
}

const actOf = (
	act: "webhook.added" | "webhook.removed" | "webhook.secret_changed",
	id: string,
	url: string,
) => ({
	act,
	subjectId: id,
	details: { subject: url },
});

/**
 * Returns the secret, which is not shown again. Throws `account.email_unverified`, `request.invalid`,
 * `webhook.too_many`.
 */
export async function createEndpoint(
	ctx: CreatorCtx,
	{ url: given, events, description }: z.output<typeof newEndpointInput>,
): Promise<WebhookEndpointWithSecret> {
	await requireVerified(ctx);
	const url = await checkedUrl(ctx, given);
	const id = ctx.id();
	const { secret, stored } = await newSecret(ctx, id);
	const row: Row = {
		id,
		userId: ctx.user.id,
		url,
		description,
		events,
		secret: stored,
		previousSecret: null,
		previousUntil: null,
		createdAt: ctx.now(),
		offReason: null,
		resumedAt: null,
		expiresAt: null,
		lastSuccessAt: null,
		lastFailureAt: null,
		revision: 0,
	};
	const fits = sql`(select count(*) from webhook_endpoints where user_id = ${ctx.user.id}
		and expires_at is null) < ${MAX_ENDPOINTS}`;
	const [, , added] = await ctx.db.batch([
		recordOwnAct(ctx, ctx.user.id, actOf("webhook.added", id, url), fits),
		queueMailWhen(
			ctx,
			endpointChangedMail(ctx, { ...ctx.user, url, endpointChange: "added" }),
			fits,
		),
		insertWhen(ctx.db, webhookEndpoints, row, fits).returning({ id: webhookEndpoints.id }),
		whileAuthorized(ctx),
	]);
	if (added.length === 0) throw failure("webhook.too_many");
	flushOutbox(ctx);
	return { ...present(row, ctx.now()), secret };
}

/** With all attempts if the endpoint was `resumedAt` this moment. */
function resumeMessages(ctx: CreatorCtx, id: string) {
	return ctx.db
		.update(webhookMessages)
		.set({
			nextAttemptAt: ctx.now(),
			attempts: sql`case when exists (select 1 from webhook_endpoints
				where webhook_endpoints.id = ${id} and resumed_at = ${ctx.now()})
				then 0 else ${webhookMessages.attempts} end`,
		})
		.where(
			sql`endpoint_id = ${id} and delivered_at is null and failed_at is null
				and next_attempt_at is null and exists (select 1 from webhook_endpoints
					where webhook_endpoints.id = ${id} and off_reason is null)`,
		);
}

/**
 * Enabling an endpoint sends its waiting messages; their attempts start over at most once an hour. Throws
 * `not_found`, `request.invalid`.
 */
export async function editEndpoint(
	ctx: CreatorCtx,
	id: string,
	{ url: given, events, description, enabled }: z.output<typeof editEndpointInput>,
) {
	const before = await fetchOwnEndpoint(ctx, id);
	const url =
		given === undefined || given === before.url ? undefined : await checkedUrl(ctx, given);
	const off: SQL = enabled === false ? sql`coalesce(off_reason, 'creator')` : sql`null`;
	const moves =
		url === undefined
			? sql`0`
			: sql`exists (select 1 from ${webhookEndpoints} where ${isOwn(ctx, id)}
				and ${webhookEndpoints.url} <> ${url})`;
	const [, , , [row]] = await ctx.db.batch([
		unlessChanged(ctx, webhookEndpoints, isOwn(ctx, id)),
		recordOwnAct(
			ctx,
			ctx.user.id,
			{ act: "webhook.moved", subjectId: id, details: { subject: url, from: before.url } },
			moves,
		),
		queueMailWhen(
			ctx,
			endpointChangedMail(ctx, { ...ctx.user, url: url ?? before.url, endpointChange: "moved" }),
			moves,
		),
		ctx.db
			.update(webhookEndpoints)
			.set({
				...nextRevision(ctx, webhookEndpoints),
				description: description ?? sql`${webhookEndpoints.description}`,
				...(url !== undefined && { url }),
				...(events && { events }),
				...(enabled !== undefined && { offReason: off as SQL<Row["offReason"]> }),
				...(enabled && {
					resumedAt: sql`case when off_reason is not null
						and coalesce(resumed_at, 0) <= ${ctx.now() - RESUME_EVERY_MS}
						then ${ctx.now()} else resumed_at end`,
				}),
			})
			.where(isOwn(ctx, id))
			.returning(),
		...(enabled === false ? [pauseMessages(ctx, id)] : []),
		...(enabled === true ? [resumeMessages(ctx, id)] : []),
		whileAuthorized(ctx),
	]);
	if (!row) throw notFound();
	if (url !== undefined) flushOutbox(ctx);
	if (enabled) ctx.changes.toDeliver.add(ctx.user.id);
	return presentRevised(row, ctx.now());
}

/** Former secrets sign for another day. Throws `not_found`. */
export async function rotateSecret(
	ctx: CreatorCtx,
	id: string,
): Promise<WebhookEndpointWithSecret> {
	const before = await fetchOwnEndpoint(ctx, id);
	const { url } = before;
	const { secret, stored } = await newSecret(ctx, id);
	const now = ctx.now();
	const isBefore = and(isOwn(ctx, id), eq(webhookEndpoints.secret, before.secret));
	const isThere = sql`exists (select 1 from ${webhookEndpoints} where ${isBefore})`;
	const [, , [row]] = await ctx.db.batch([
		recordOwnAct(ctx, ctx.user.id, actOf("webhook.secret_changed", id, url), isThere),
		queueMailWhen(
			ctx,
			endpointChangedMail(ctx, { ...ctx.user, url, endpointChange: "secretChanged" }),
			isThere,
		),
		ctx.db
			.update(webhookEndpoints)
			.set({ secret: stored, ...withFormerSecret(before, { now, until: now + OVERLAP_MS }) })
			.where(isBefore)
			.returning(),
	]);
	// A concurrent rotation came first; its secret becomes a former one.
	if (!row) return rotateSecret(ctx, id);
	flushOutbox(ctx);
	return { ...present(row, ctx.now()), secret };
}

/** Also deletes the log and undelivered messages. Throws `not_found`. */
export async function deleteEndpoint(ctx: CreatorCtx, id: string): Promise<void> {
	const { url } = await fetchOwnEndpoint(ctx, id);
	// So that nothing is added or sent in the meantime.
	await ctx.db.batch([
		unlessChanged(ctx, webhookEndpoints, isOwn(ctx, id)),
		ctx.db
			.update(webhookEndpoints)
			.set({
				offReason: sql`coalesce(off_reason, 'creator')` as SQL<Row["offReason"]>,
				...nextRevision(ctx, webhookEndpoints),
			})
			.where(isOwn(ctx, id)),
		pauseMessages(ctx, id),
	]);
	await deleteMessages(ctx, id);
	await ctx.db.batch([
		recordOwnAct(
			ctx,
			ctx.user.id,
			actOf("webhook.removed", id, url),
			sql`exists (select 1 from ${webhookEndpoints} where ${isOwn(ctx, id)})`,
		),
		...deleteEndpointStatements(ctx, eq(webhookEndpoints.id, id)),
	]);
}
