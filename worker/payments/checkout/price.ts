import { eq } from "drizzle-orm";
import { currentPlan } from "../../accounts/plans/current-plan.ts";
import { countGuess, discountRefusal } from "../../catalogue/discounts/find-discount.ts";
import { RESERVATION_MS } from "../../catalogue/discounts/uses-sql.ts";
import { moneyFault, priceWith } from "../../catalogue/shares/contract/pricing.ts";
import { currencyFormat } from "../../contract/currency-format.ts";
import { priceOf } from "../../contract/fields.ts";
import { type Currency, DIRECT_CURRENCY, leastByCard } from "../../contract/money.ts";
import { feeOf, usualProcessingFee } from "../../contract/plans.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { purchaseParts } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { currentLink, linkTakes } from "../direct/contract/direct-way.ts";
import type { Offer } from "./offer.ts";
import type { Wanted } from "./wanted.ts";

type Route = PurchaseRow["route"];

type Payable = Pick<Offer, "payout"> & { readonly share: Pick<Offer["share"], "currency"> };

export function isPayableByCard({ payout, share }: Payable, priceCents: number): boolean {
	return priceCents >= leastByCard(share.currency) && payout?.acceptsCards !== false;
}

/** Throws `payment.nothing_to_pay` or `share.no_payment_route`. */
export function requirePayableByCard(ctx: Ctx, offer: Payable, priceCents: number): void {
	if (isPayableByCard(offer, priceCents)) return;
	if (priceCents === 0) throw failure("payment.nothing_to_pay");
	const isRefused = offer.payout?.acceptsCards === false;
	if (mayBePaidDirectly(ctx, offer.payout, offer.share.currency))
		throw failure("share.no_payment_route", {
			reason: isRefused ? "payment.cards_refused" : "payment.below_card_minimum",
		});
	throw failure("share.no_payment_route", isRefused ? {} : { reason: "payment.too_low" });
}

export function mayBePaidDirectly(ctx: Ctx, payout: Offer["payout"], currency: Currency): boolean {
	const link = currentLink(payout, ctx.config.DIRECT_LINK_HOSTS);
	return currency === DIRECT_CURRENCY || linkTakes(link, currency);
}

/**
 * Counts guessed codes. Throws `discount.refused`, `rate.limited` after too many guesses, `request.invalid` for an
 * amount that the currency doesn't have, and `payment.amount_too_low` with the minimum.
 */
export async function agreedPrice(ctx: Ctx, offer: Offer, wanted: Wanted): Promise<AgreedPrice> {
	if (wanted.asked) {
		if (offer.discountBlocked) throw failure("rate.limited");
		const reason = discountRefusal(offer.discount, ctx.now());
		if (reason === "discount.unknown") await countGuess(ctx);
		if (reason) throw failure("discount.refused", { reason });
	}
	const { currency } = offer.share;
	requireMoney(currency, { amount: wanted.chosenCents });
	const price = priceOfOffer(offer, wanted);
	if (price) return price;
	const least = priceOf(leastOf(offer));
	throw failure("payment.amount_too_low", {
		message: `The creator asks for at least ${currencyFormat("en", currency).format(Number(least))}.`,
		details: { least, currency },
	});
}

const leastOf = ({ share, discount }: Offer) => priceWith(share, discount?.row ?? null).leastCents;

/** Like `agreedPrice`, for a usable code; null for an invalid amount. */
export function priceOfOffer(offer: Offer, wanted: Wanted): AgreedPrice | null {
	const { share, discount } = offer;
	const leastCents = leastOf(offer);
	const chosenCents = chosenFor(offer, wanted);
	if (chosenCents !== null && (chosenCents < leastCents || moneyFault(chosenCents, share.currency)))
		return null;
	const priceCents = chosenCents ?? leastCents;
	return {
		priceCents,
		chosenCents,
		// A buyer who chooses to pay more gets no discount.
		listCents: discount && priceCents < share.priceCents ? share.priceCents : null,
		discountId: discount?.row.id ?? null,
		discountCode: discount?.row.code ?? null,
	};
}

function chosenFor({ share }: Offer, { chosenCents }: Wanted): number | null {
	return share.pricing === "chosen" ? (chosenCents ?? 0) : null;
}

/**
 * Valid for `lifeMs`, even if the price changes; with a code, while the attempt reserves a use; for a bundle, while it
 * would open the same parts.
 */
export async function isCurrent(
	ctx: Ctx,
	attempt: PurchaseRow,
	{ offer, wanted, lifeMs }: { offer: Offer; wanted: Wanted; lifeMs: number },
): Promise<boolean> {
	if (attempt.discountCode !== (wanted.asked?.code ?? null)) return false;
	if (attempt.chosenCents !== chosenFor(offer, wanted)) return false;
	if (attempt.checkoutId !== wanted.checkout) return false;
	if (attempt.currency !== offer.share.currency) return false;
	if (attempt.licenceId !== offer.share.licenceId) return false;
	if (offer.bundle && !(await opensOnly(ctx, attempt.id, offer.bundle.opens))) return false;
	const age = ctx.now() - attempt.createdAt;
	if (attempt.discountId !== null) return age <= RESERVATION_MS;
	const { priceCents } = offer.share;
	const isSame =
		attempt.chosenCents === null
			? attempt.priceCents === priceCents
			: attempt.priceCents >= priceCents;
	return isSame || age <= lifeMs;
}

async function opensOnly(ctx: Ctx, id: string, parts: readonly string[]): Promise<boolean> {
	const rows = await ctx.db
		.select({ shareId: purchaseParts.shareId })
		.from(purchaseParts)
		.where(eq(purchaseParts.purchaseId, id));
	return rows.length === parts.length && rows.every(({ shareId }) => parts.includes(shareId));
}

export type AgreedPrice = Pick<
	PurchaseRow,
	"priceCents" | "chosenCents" | "listCents" | "discountId" | "discountCode"
>;

export function quote(ctx: Ctx, offer: Offer, route: Route, price: AgreedPrice) {
	const { creator, payout, balanceCents, share } = offer;
	const { priceCents } = price;
	const { currency } = share;
	const plan = currentPlan(creator, ctx.now());
	const card = route === "card";
	const feeBps = card ? plan.cardFeeBps : plan.directFeeBps;
	const creatorBears = card && ctx.config.PROCESSING_FEE_BORNE_BY === "creator";
	// The platform holds money of creators with a debt (after a dispute, for instance) or an account abroad, and money
	// to be exchanged.
	const toCreatorDirectly =
		card &&
		payout?.chargesEnabled &&
		!payout.isAbroad &&
		payout.platformCurrency === currency &&
		balanceCents >= 0;
	return {
		...price,
		currency,
		feeBps,
		platformFeeCents: feeOf(priceCents, feeBps, currency),
		processingFeeCents: creatorBears ? usualProcessingFee(priceCents, currency) : 0,
		destinationAccount: toCreatorDirectly ? payout.stripeAccountId : null,
	};
}

export function discountOf({ discountCode, listCents }: PurchaseRow) {
	return discountCode === null || listCents === null
		? null
		: { code: discountCode, listPrice: priceOf(listCents) };
}
