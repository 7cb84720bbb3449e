import { count, desc, eq, sql } from "drizzle-orm";
import { waitsForOld } from "../../accounts/address-change/pending-change.ts";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { passkeys, sessions } from "../../accounts/tables.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import { users } from "../../core/tables.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { sumsByCurrency } from "../../purchases/entitlements/totals-sql.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { offersOn } from "../acts.tsx";
import {
	type ConsolePage,
	history,
	link,
	money,
	properties,
	table,
	tag,
	time,
} from "../console-page.tsx";
import { casesSection, decisionsSection } from "./decisions.tsx";

const MOST = 50;
/** This many take-downs for copyright make a repeat infringer. */
const REPEAT_INFRINGER = 3;

export async function creatorPage(ctx: OperatorCtx, { id }: { id: string }): Promise<ConsolePage> {
	const [[user], [payout], owned, sold, decided, about, [open], [keys], [change], acts, balances] =
		await ctx.replica.batch([
			ctx.replica.select().from(users).where(eq(users.id, id)),
			ctx.replica.select().from(payoutMethods).where(eq(payoutMethods.userId, id)),
			ctx.replica
				.select()
				.from(shares)
				.where(eq(shares.creatorId, id))
				.orderBy(desc(shares.createdAt))
				.limit(MOST),
			ctx.replica
				.select()
				.from(purchases)
				.where(eq(purchases.creatorId, id))
				.orderBy(desc(purchases.createdAt))
				.limit(MOST),
			ctx.replica
				.select()
				.from(sanctions)
				.where(eq(sanctions.creatorId, id))
				.orderBy(desc(sanctions.imposedAt))
				.limit(MOST),
			ctx.replica.select().from(cases).where(eq(cases.creatorId, id)).limit(MOST),
			ctx.replica.select({ n: count() }).from(sessions).where(eq(sessions.userId, id)),
			ctx.replica.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, id)),
			ctx.replica
				.select({ email: sql<string>`${tokens.payload}->>'email'` })
				.from(tokens)
				.where(waitsForOld(ctx, id)),
			ctx.replica
				.select()
				.from(auditLog)
				.where(eq(auditLog.creatorId, id))
				.orderBy(desc(auditLog.id))
				.limit(MOST),
			sumsByCurrency(ctx.replica, sql`${id}`),
		]);
	if (!user) throw failure("creator.not_found");
	const offer = offersOn(ctx, `/operator/creators/${id}`);
	const inForce = decided.filter(({ liftedAt }) => liftedAt === null);
	const infringements = inForce.filter(
		({ kind, category }) => kind === "take_down" && category === "copyright",
	).length;
	const balance = (account: "held" | "connected") =>
		balances.map((one) => money(one[`${account}Cents`], one.currency)).join(", ");
	const factors = [
		user.totpConfirmedAt !== null && "authenticator app",
		keys && keys.n > 0 && `passkeys: ${keys.n}`,
	].filter(Boolean);
	return {
		title: user.email,
		heading: user.displayName ?? user.email,
		intro: [
			"Creator ",
			tag(user.deletedAt ? "deleted" : user.suspendedAt ? "suspended" : "active"),
		],
		warning:
			infringements >= REPEAT_INFRINGER &&
			`Repeat infringer: ${infringements} take-downs for copyright are in force. Consider a suspension.`,
		sections: [
			{
				heading: "Shares",
				body: table(
					["Created", "Title", "Price", "State"],
					owned.map((share) => [
						time(share.createdAt),
						link(`/operator/shares/${share.id}`, share.title),
						money(share.priceCents, share.currency),
						tag(share.status),
					]),
				),
			},
			{
				heading: "Purchases",
				body: table(
					["Begun", "Reference", "Price", "State"],
					sold.map((sale) => [
						time(sale.createdAt),
						link(`/operator/purchases/${sale.id}`, sale.reference),
						money(sale.priceCents, sale.currency),
						tag(sale.state),
					]),
				),
			},
			casesSection(about),
			history(acts),
		],
		aside: [
			{
				heading: "Account",
				body: properties([
					["Address", user.email],
					["Confirmed", user.emailVerifiedAt === null ? "not yet" : time(user.emailVerifiedAt)],
					["Since", time(user.createdAt)],
					["Plan", user.plan],
					["Language", user.locale],
					["Currency", user.currency.toUpperCase()],
					["Second factor", factors.join(", ") || "none"],
					["Sessions", open?.n],
					["Held by the platform", balance("held")],
					["At the connected account", balance("connected")],
					["Cash App", payout?.cashAppHandle],
					["Payment link", payout?.directLink],
					["Connected account", payout?.stripeAccountId],
					["Copyright take-downs", infringements],
					["Id", id],
				]),
			},
			...decisionsSection(inForce, offer),
			{
				heading: "Act",
				body: [
					user.suspendedAt === null &&
						user.deletedAt === null &&
						offer("/creators/:id/suspend", id),
					offer("/creators/:id/end-sessions", id),
					offer("/creators/:id/reset-second-factor", id),
					change &&
						offer("/creators/:id/agree-to-address", id, {
							fields: { email: { value: change.email } },
						}),
				],
			},
		],
	};
}
