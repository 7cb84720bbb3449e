import { GIB } from "./constants.ts";
import { type Currency, leastByCard, portionIn } from "./money.ts";

export type PlanId = "free" | "pro";

/** A plan's price and limits. */
export type Plan = {
	/** `free` or `pro` */
	readonly id: PlanId;
	/** its name for people */
	readonly name: string;
	/** cents a month; 0 for free */
	readonly priceCents: number;
	/** uploads per calendar month (UTC); -1 for no limit */
	readonly uploadsPerMonth: number;
	/** platform fee on card sales, in basis points (1/100 of a percent) */
	readonly cardFeeBps: number;
	/** platform fee on direct sales, in basis points */
	readonly directFeeBps: number;
	/** folders may contain folders */
	readonly nestedFolders: boolean;
	/** messages to the operator are marked */
	readonly prioritySupport: boolean;
};

export const PLANS: Readonly<Record<PlanId, Plan>> = {
	free: {
		id: "free",
		name: "Free",
		priceCents: 0,
		uploadsPerMonth: 3,
		cardFeeBps: 500,
		directFeeBps: 0,
		nestedFolders: false,
		prioritySupport: false,
	},
	pro: {
		id: "pro",
		name: "Pro",
		priceCents: 1999,
		uploadsPerMonth: -1,
		cardFeeBps: 100,
		directFeeBps: 0,
		nestedFolders: true,
		prioritySupport: true,
	},
};

/** The storage quotas of the installation, in bytes. */
export type StorageLimits = {
	/** on the free plan */
	readonly free: number;
	/** on the Pro plan */
	readonly pro: number;
	/** on any plan, until the address is confirmed */
	readonly unverified: number;
};

export const DEFAULT_STORAGE: StorageLimits = {
	unverified: 2 * GIB,
	free: 20 * GIB,
	pro: 1024 * GIB,
};

/** The provider's usual fee for US cards; the actual fee comes from the provider. */
export const DEFAULT_PROCESSING_FEE = { bps: 290, fixedCents: 30 } as const;

/**
 * Returns the provider's usual fee in cents. Its fixed part is worth the same everywhere: three fifths of the card
 * minimum.
 */
export function usualProcessingFee(priceCents: number, currency: Currency): number {
	const fixed = (leastByCard(currency) * 3) / 5;
	const { bps } = DEFAULT_PROCESSING_FEE;
	return portionIn(currency, priceCents * bps + fixed * 10_000, 1, 10_000);
}

/** Returns a part of a price in cents, rounded half up to the currency's unit. */
export const feeOf = (priceCents: number, bps: number, currency: Currency): number =>
	portionIn(currency, priceCents, bps, 10_000);
