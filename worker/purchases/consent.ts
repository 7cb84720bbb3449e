import { and, eq, isNull } from "drizzle-orm";
import { ERRORS } from "../contract/errors.ts";
import type { Ctx } from "../core/context.ts";
import { CONSENT_VERSION, consentText } from "../core/page-texts.ts";
import type { Consent, ConsentAsked, ConsentGiven } from "../customers/withdrawal/contract.ts";
import { failure } from "../platform/errors.ts";
import { purchases } from "./entitlements/tables.ts";
import type { PurchaseRow } from "./find-purchase.ts";
import { givesWithdrawal } from "./withdrawal-countries.ts";

/** True if buyers must agree to lose the right of withdrawal before they pay. */
export const asksConsent = (ctx: Ctx): boolean => givesWithdrawal(ctx.country);

export type ConsentColumns = Pick<PurchaseRow, "consentVersion" | "consentLocale" | "consentAt">;

/** Null for none, and for one to an outdated text. */
export function consentOf(ctx: Ctx, consent: Consent | undefined): ConsentColumns | null {
	if (consent?.version !== CONSENT_VERSION) return null;
	return {
		consentVersion: consent.version,
		consentLocale: consent.locale,
		consentAt: ctx.now(),
	};
}

/** With the text to show. */
export function consentRequired(ctx: Ctx) {
	const consent: ConsentAsked = {
		version: CONSENT_VERSION,
		locale: ctx.locale,
		text: consentText(CONSENT_VERSION, ctx.locale),
	};
	return failure("consent.required", {
		fields: { consent: ERRORS["consent.required"][1] },
		details: { consent },
	});
}

/** The first consent counts. */
export async function recordConsent(
	ctx: Ctx,
	purchase: PurchaseRow,
	consent: ConsentColumns | null,
): Promise<PurchaseRow> {
	if (consent === null || purchase.consentAt !== null) return purchase;
	await ctx.db
		.update(purchases)
		.set(consent)
		.where(and(eq(purchases.id, purchase.id), isNull(purchases.consentAt)));
	return { ...purchase, ...consent };
}

export function presentConsent(purchase: ConsentColumns): ConsentGiven | null {
	const { consentVersion: version, consentLocale: locale, consentAt } = purchase;
	if (version === null || locale === null || consentAt === null) return null;
	const text = consentText(version, locale);
	return { version, locale, text, at: new Date(consentAt).toISOString() };
}
