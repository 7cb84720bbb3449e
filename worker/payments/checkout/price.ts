import { eq } from "drizzle-orm";
import { currentPlan } from "../../accounts/plans/current-plan.ts";
import { discountRefusal } from "../../catalogue/discounts/find-discount.ts";
import { RESERVATION_MS } from "../../catalogue/discounts/uses-sql.ts";
import { moneyFault, priceWith } from "../../catalogue/shares/contract/pricing.ts";
import { reductionFor } from "../../catalogue/shares/contract/reduction.ts";
import { currencyFormat } from "../../contract/currency-format.ts";
import { priceOf } from "../../contract/fields.ts";
import { type Currency, DIRECT_CURRENCY, leastByCard } from "../../contract/money.ts";
import { feeOf, usualProcessingFee } from "../../contract/plans.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { purchaseLines, purchaseParts } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { currentLink, linkTakes } from "../direct/contract/direct-way.ts";
import { type Offer, type OfferRequest, orderIn } from "./offer.ts";

type Route = PurchaseRow["route"];

/** Returns the error for a price that can't be paid by card, or null. */
export function cardRefusal(ctx: Ctx, { payout, share }: Offer, priceCents: number) {
	const isRefused = payout?.acceptsCards === false;
	if (priceCents >= leastByCard(share.currency) && !isRefused) return null;
	if (priceCents === 0) return failure("payment.nothing_to_pay");
	if (mayBePaidDirectly(ctx, payout, share.currency))
		return failure("share.no_payment_route", {
			reason: isRefused ? "payment.cards_refused" : "payment.below_card_minimum",
		});
	return failure("share.no_payment_route", isRefused ? {} : { reason: "payment.too_low" });
}

export function mayBePaidDirectly(ctx: Ctx, payout: Offer["payout"], currency: Currency): boolean {
	const link = currentLink(payout, ctx.config.DIRECT_LINK_HOSTS);
	return currency === DIRECT_CURRENCY || linkTakes(link, currency);
}

export type AgreedPrice = Pick<
	PurchaseRow,
	"priceCents" | "chosenCents" | "listCents" | "discountId" | "discountCode"
>;

/** Returns an error for a code that is refused, or an amount that is too low or that the currency doesn't have. */
export function agreedPrice(ctx: Ctx, offer: Offer, request: OfferRequest): AgreedPrice | ApiError {
	const { share, discount } = offer;
	const { currency } = share;
	const reason = request.asked && discountRefusal(discount, ctx.now());
	if (request.asked && offer.discountBlocked) return failure("rate.limited");
	if (reason) return failure("discount.refused", { reason });
	const fault = moneyFault(request.chosenCents ?? 0, currency);
	if (fault) return invalidField("amount", fault);
	const order = orderIn(offer);
	const reduction = discount?.row ?? null;
	const { leastCents } = priceWith(
		share,
		order
			? reductionFor({ ...order, isOfFiles: order.lines !== null }, reduction, currency)
			: reduction,
	);
	const chosenCents = chosenFor(offer, request);
	const priceCents = chosenCents ?? leastCents;
	if (priceCents < leastCents) {
		const least = priceOf(leastCents);
		return failure("payment.amount_too_low", {
			message: `The creator asks for at least ${currencyFormat("en", currency).format(Number(least))}.`,
			details: { least, currency },
		});
	}
	return {
		priceCents,
		chosenCents,
		// A buyer who chooses to pay more gets no discount.
		listCents: discount && priceCents < share.priceCents ? share.priceCents : null,
		discountId: discount?.row.id ?? null,
		discountCode: discount?.row.code ?? null,
	};
}

function chosenFor({ share }: Offer, { chosenCents }: OfferRequest): number | null {
	return share.pricing === "chosen" ? (chosenCents ?? 0) : null;
}

/**
 * Valid for `lifeMs`, even if the price changes; with a code, while the attempt reserves a use; for a bundle, while it
 * would open the same parts; where single files are sold, for the same files at the same price.
 */
export async function isCurrent(
	ctx: Ctx,
	attempt: PurchaseRow,
	{ offer, request, lifeMs }: { offer: Offer; request: OfferRequest; lifeMs: number },
): Promise<boolean> {
	if (attempt.discountCode !== (request.asked?.code ?? null)) return false;
	if (attempt.chosenCents !== chosenFor(offer, request)) return false;
	if (attempt.checkoutId !== request.checkout) return false;
	if (attempt.currency !== offer.share.currency) return false;
	if (attempt.licenceId !== offer.share.licenceId) return false;
	if (offer.bundle && !(await opensOnly(ctx, attempt.id, offer.bundle.opens))) return false;
	if ((offer.singles || attempt.ofLines) && !(await isSameOrder(ctx, attempt, offer, request)))
		return false;
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

async function isSameOrder(
	ctx: Ctx,
	attempt: PurchaseRow,
	offer: Offer,
	request: OfferRequest,
): Promise<boolean> {
	const order = orderIn(offer);
	const price = agreedPrice(ctx, offer, request);
	if (price instanceof ApiError || attempt.priceCents !== price.priceCents) return false;
	return attempt.freeFiles === order?.freeFiles && hasSameFiles(ctx, attempt, offer);
}

/** At any price. */
export async function hasSameFiles(
	ctx: Ctx,
	{ id, ofLines }: PurchaseRow,
	offer: Offer,
): Promise<boolean> {
	const lines = orderIn(offer)?.lines ?? null;
	if (lines === null) return !ofLines;
	const rows = await ctx.db
		.select({ fileId: purchaseLines.fileId, edition: purchaseLines.edition })
		.from(purchaseLines)
		.where(eq(purchaseLines.purchaseId, id));
	const wanted = new Set(lines.map(({ fileId, edition }) => `${fileId} ${edition}`));
	return (
		rows.length === wanted.size &&
		rows.every(({ fileId, edition }) => wanted.has(`${fileId} ${edition}`))
	);
}

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

export function discountOf({
	discountCode,
	listCents,
}: Pick<PurchaseRow, "discountCode" | "listCents">) {
	return discountCode === null || listCents === null
		? null
		: { code: discountCode, listPrice: priceOf(listCents) };
}
