import { and, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Stripe } from "stripe";
import { requireVerified } from "../../accounts/requirements.ts";
import { CHOOSE_COUNTRY, NO_PAYOUTS } from "../../contract/countries.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { staleCreatorPages } from "../../core/stale-pages.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { log, serializeError } from "../../platform/log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { payoutMethods } from "../tables.ts";
import type { OnboardingLink, PayoutCountries } from "./contract.ts";
import { disconnectedMail, disconnectedOperatorMail } from "./mails.ts";
import { payoutCountries } from "./payout-countries.ts";
import {
	acceptsPayments,
	createAccount,
	fetchAccount,
	onboardingUrl,
	platformAccount,
} from "./provider-accounts.ts";
import { reconcilePayouts } from "./reconcile-payouts.ts";

const CLOSED = "Stripe has closed your account. Choose your country to connect a new one.";

const IN_USE =
	"Your Stripe account has had sales, so its country can't be changed here. Write to us.";

function isInUse(userId: string, account: string): SQL {
	return sql`(exists (select 1 from purchases where creator_id = ${userId} and destination_account = ${account})
		or exists (select 1 from payout_transfers where creator_id = ${userId} and account = ${account}))`;
}

/** Throws `request.invalid` for an account that is in use. */
async function isElsewhere(ctx: CreatorCtx, account: string, country: string): Promise<boolean> {
	const found = await fetchAccount(ctx, account);
	if (!found || found.country === country) return false;
	const [used] = await ctx.db.all(sql`select 1 where ${isInUse(ctx.user.id, account)}`);
	if (used) throw invalidField("country", IN_USE);
	return true;
}

/** Throws `provider.unavailable`. */
export async function reachedCountries(ctx: Ctx): Promise<PayoutCountries> {
	const { country, currency } = await platformAccount(ctx);
	return { ...payoutCountries(country), settlesIn: currency };
}

/**
 * Replaces an account that the provider has closed, and an unused one in another country, since an account's country
 * can't change. Throws `account.email_unverified`, `provider.unavailable`, and `request.invalid` for a missing or
 * unreachable country or an account in use.
 */
export async function setupCardPayouts(
	ctx: CreatorCtx,
	{ country }: { country?: string | undefined },
): Promise<OnboardingLink> {
	await requireVerified(ctx);
	const { id, email } = ctx.user;
	const find = async () => {
		const [known] = await ctx.db.select().from(payoutMethods).where(eq(payoutMethods.userId, id));
		return known?.stripeAccountId ?? null;
	};
	const former = await find();
	const isMoved = former && country ? await isElsewhere(ctx, former, country) : false;
	const known = former && !isMoved && (await onboardingUrl(ctx, former));
	if (known) return { url: known };
	if (!country) throw invalidField("country", former === null ? CHOOSE_COUNTRY : CLOSED);
	const { country: own, currency: platformCurrency } = await platformAccount(ctx);
	const { atOnce, byTransfer } = payoutCountries(own);
	const isAbroad = byTransfer.includes(country);
	if (!isAbroad && !atOnce.includes(country)) throw invalidField("country", NO_PAYOUTS);
	const made = await createAccount(ctx, { id, email, country, former });
	const account = {
		stripeAccountId: made,
		chargesEnabled: false,
		isAbroad,
		platformCurrency,
		updatedAt: ctx.now(),
	};
	await ctx.db.batch([
		ctx.db
			.insert(payoutMethods)
			.values({ userId: id, ...account })
			.onConflictDoUpdate({
				target: payoutMethods.userId,
				set: account,
				setWhere: and(
					sql`payout_methods.stripe_account_id is ${former}`,
					former !== null && isMoved ? sql`not ${isInUse(id, former)}` : undefined,
				),
			}),
		recordOwnAct(ctx, id, { act: "payout.card_changed" }),
	]);
	// A concurrent call may have created one first.
	const url = await onboardingUrl(ctx, (await find()) ?? made);
	if (url === null) throw failure("provider.unavailable");
	return { url };
}

/** Transfers held money once the account accepts it. Notifies creator and operator if it was disconnected. */
export async function onAccountEvent(
	ctx: Ctx,
	event: Stripe.Event,
	record: BatchItem<"sqlite">,
): Promise<boolean> {
	const isDisconnected = event.type === "account.application.deauthorized";
	if (!isDisconnected && event.type !== "account.updated") return false;
	const id = isDisconnected ? event.account : event.data.object.id;
	const [owner] = await ctx.db
		.select({ id: users.id, email: users.email, locale: users.locale, deletedAt: users.deletedAt })
		.from(payoutMethods)
		.innerJoin(users, eq(users.id, payoutMethods.userId))
		.where(eq(payoutMethods.stripeAccountId, id ?? ""));
	if (!id || !owner) return false;
	const { email, locale, deletedAt } = owner;
	const about = { eventId: event.id, userId: owner.id };
	const isDeleted = deletedAt !== null;
	const mails = [
		...(isDeleted ? [] : [disconnectedMail(ctx, { ...about, email, locale })]),
		disconnectedOperatorMail(ctx, { ...about, creatorEmail: isDeleted ? null : email }),
	].map((mail) => queueMail(ctx, mail));
	await refreshAccount(ctx, owner.id, id, [...(isDisconnected ? mails : []), record]);
	return true;
}

async function refreshAccount(
	ctx: Ctx,
	userId: string,
	account: string,
	extraStatements: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
	const found = await fetchAccount(ctx, account);
	const chargesEnabled = found !== null && acceptsPayments(found);
	const differs = sql`exists (select 1 from payout_methods known where known.user_id = ${userId}
		and known.stripe_account_id = ${account} and known.charges_enabled <> ${chargesEnabled ? 1 : 0})`;
	const { changed } = await namedBatch(ctx.db, {
		stale: staleCreatorPages(ctx, userId, differs),
		changed: ctx.db
			.update(payoutMethods)
			.set({ chargesEnabled, updatedAt: ctx.now() })
			.where(
				and(
					eq(payoutMethods.userId, userId),
					eq(payoutMethods.stripeAccountId, account),
					ne(payoutMethods.chargesEnabled, chargesEnabled),
				),
			)
			.returning(),
		// Also if unchanged, so that the cron continues with other accounts.
		refreshed: ctx.db
			.update(payoutMethods)
			.set({ updatedAt: ctx.now() })
			.where(eq(payoutMethods.userId, userId)),
		extra: extraStatements,
	});
	if (chargesEnabled && changed.length > 0) await reconcilePayouts(ctx, { creatorId: userId });
}

/** For a creator who returns from the provider's page before the event arrives. Fails silently. */
export async function refreshOwnAccount(ctx: CreatorCtx): Promise<void> {
	const [method] = await ctx.db
		.select()
		.from(payoutMethods)
		.where(and(eq(payoutMethods.userId, ctx.user.id), eq(payoutMethods.chargesEnabled, false)));
	if (method) await tryToRefresh(ctx, method.userId, method.stripeAccountId);
}

async function tryToRefresh(ctx: Ctx, userId: string, account: string | null): Promise<void> {
	if (account === null) return;
	try {
		await refreshAccount(ctx, userId, account);
	} catch (error) {
		log("warn", "account.not_refreshed", serializeError(error));
	}
}

/**
 * Least recently refreshed first: events about connected accounts may be lost, and the platform's list of events
 * lacks them.
 */
export async function refreshWaitingAccounts(ctx: Ctx): Promise<void> {
	const waiting = await ctx.db
		.select({ userId: payoutMethods.userId, account: payoutMethods.stripeAccountId })
		.from(payoutMethods)
		.where(
			sql`stripe_account_id is not null and not charges_enabled
				and ${lte(payoutMethods.updatedAt, ctx.now())}`,
		)
		.orderBy(payoutMethods.updatedAt)
		.limit(20);
	for (const { userId, account } of waiting) await tryToRefresh(ctx, userId, account);
}
