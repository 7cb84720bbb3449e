// By itself, since every page formats amounts and few need the currencies' rules.

/** In cents; for amounts of responses, which are always decimal strings, and may be negative. */
export const shownCents = (amount: string): number => Math.round(Number(amount) * 100);
