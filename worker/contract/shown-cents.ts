// By itself, since pages that show amounts need none of the currencies' rules.

/** In cents; for amounts of responses, which are always decimal strings, and may be negative. */
export const shownCents = (amount: string): number => Math.round(Number(amount) * 100);
