import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import { requireVerified, whileAuthorized } from "../../accounts/requirements.ts";
import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { webhookEndpoints, webhookMessages } from "../../core/webhook-events/tables.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { requireHolds } from "../../platform/storage/ending-batch.ts";
import { withFreshRow } from "../../platform/storage/fresh-row.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { nextRevision, unlessSame } from "../../platform/storage/revisions.ts";
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

const actOf = (act: "webhook.added" | "webhook.secret_changed", id: string, url: string) => ({
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
	await namedBatch(ctx.db, {
		room: requireHolds(
			ctx,
			sql`(select count(*) from webhook_endpoints where user_id = ${ctx.user.id}
				and expires_at is null) < ${MAX_ENDPOINTS}`,
			"webhook.too_many",
		),
		act: recordOwnAct(ctx, ctx.user.id, actOf("webhook.added", id, url)),
		mail: queueMail(ctx, endpointChangedMail(ctx, { ...ctx.user, url, endpointChange: "added" })),
		added: ctx.db.insert(webhookEndpoints).values(row),
		authorized: whileAuthorized(ctx),
	});
	flushOutbox(ctx);
	return { ...present(row, ctx.now()), secret };
}

function resumeMessages(ctx: CreatorCtx, id: string, startsOver: boolean) {
	return ctx.db
		.update(webhookMessages)
		.set({ dueAt: ctx.now(), ...(startsOver && { attempts: 0 }) })
		.where(
			sql`endpoint_id = ${id} and delivered_at is null and failed_at is null
				and due_at is null`,
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
	const now = ctx.now();
	const { edited, mail } = await withFreshRow(
		ctx,
		() => fetchOwnEndpoint(ctx, id),
		async (before) => {
			const url =
				given === undefined || given === before.url ? before.url : await checkedUrl(ctx, given);
			const isMoved = url !== before.url;
			const startsOver =
				enabled === true &&
				before.offReason !== null &&
				(before.resumedAt ?? 0) <= now - RESUME_EVERY_MS;
			const act = {
				act: "webhook.moved",
				subjectId: id,
				details: { subject: url, from: before.url },
			} as const;
			const moved = { ...ctx.user, url, endpointChange: "moved" } as const;
			return {
				guard: unlessSame(ctx, webhookEndpoints, before, ["revision"]),
				act: isMoved ? recordOwnAct(ctx, ctx.user.id, act) : null,
				mail: isMoved ? queueMail(ctx, endpointChangedMail(ctx, moved)) : null,
				edited: ctx.db
					.update(webhookEndpoints)
					.set({
						...nextRevision(ctx, webhookEndpoints),
						url,
						description,
						events,
						...(enabled === false && { offReason: before.offReason ?? "creator" }),
						...(enabled && { offReason: null }),
						...(startsOver && { resumedAt: now }),
					})
					.where(isOwn(ctx, id))
					.returning(),
				paused: enabled === false ? pauseMessages(ctx, id) : null,
				resumed: enabled ? resumeMessages(ctx, id, startsOver) : null,
				authorized: whileAuthorized(ctx),
			};
		},
	);
	const [row] = edited;
	if (!row) throw notFound();
	if (mail) flushOutbox(ctx);
	if (enabled) ctx.changes.toDeliver.add(ctx.user.id);
	return presentRevised(row, ctx.now());
}

/** Former secrets sign for another day, also that of a concurrent rotation that came first. Throws `not_found`. */
export async function rotateSecret(
	ctx: CreatorCtx,
	id: string,
): Promise<WebhookEndpointWithSecret> {
	const { secret, stored } = await newSecret(ctx, id);
	const now = ctx.now();
	const { rotated } = await withFreshRow(
		ctx,
		() => fetchOwnEndpoint(ctx, id),
		(before) => {
			const { url } = before;
			const mail = { ...ctx.user, url, endpointChange: "secretChanged" } as const;
			return {
				guard: unlessSame(ctx, webhookEndpoints, before, ["secret", "url"]),
				act: recordOwnAct(ctx, ctx.user.id, actOf("webhook.secret_changed", id, url)),
				mail: queueMail(ctx, endpointChangedMail(ctx, mail)),
				rotated: ctx.db
					.update(webhookEndpoints)
					.set({ secret: stored, ...withFormerSecret(before, { now, until: now + OVERLAP_MS }) })
					.where(isOwn(ctx, id))
					.returning(),
			};
		},
	);
	const [row] = rotated;
	if (!row) throw notFound();
	flushOutbox(ctx);
	return { ...present(row, ctx.now()), secret };
}

/** Also deletes the log and undelivered messages. Throws `not_found`. */
export async function deleteEndpoint(ctx: CreatorCtx, id: string): Promise<void> {
	// So that nothing is added or sent in the meantime.
	await withFreshRow(
		ctx,
		() => fetchOwnEndpoint(ctx, id),
		(before) => ({
			guard: unlessSame(ctx, webhookEndpoints, before, ["revision"]),
			off: ctx.db
				.update(webhookEndpoints)
				.set({ offReason: before.offReason ?? "creator", ...nextRevision(ctx, webhookEndpoints) })
				.where(isOwn(ctx, id)),
			paused: pauseMessages(ctx, id),
		}),
	);
	await deleteMessages(ctx, id);
	const removed = {
		act: "webhook.removed",
		subjectId: id,
		details: sql`json_object('subject', ${webhookEndpoints.url})`,
	} as const;
	await ctx.db.batch([
		// Once, by the first of concurrent deletions.
		recordOwnAct(ctx, ctx.user.id, removed, isOwn(ctx, id), sql`${webhookEndpoints}`),
		...deleteEndpointStatements(ctx, eq(webhookEndpoints.id, id)),
	]);
}
