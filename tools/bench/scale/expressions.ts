export const DAY = 24 * 60 * 60 * 1000;
/** The product's age, over which rows are spread evenly. */
const AGE = 730 * DAY;

/**
 * SQL of row `n`'s id: as long as the product's ids, and unordered, so that indexes look as they do with
 * random ids. The multiplier is odd, so no two ids are equal.
 */
export const id = (kind: string, n: string) =>
	`printf('%08x', ((${n}) * 2654435761) & 4294967295) || '${kind.padEnd(14, "_")}'`;
/** SQL of row `n`'s creation time; every period has some. */
export const at = (n: string, now: number) => `${now} - ((${n}) * 7919 % ${AGE / 1000}) * 1000`;

/** SQL of a value if a condition holds, else null. */
export const when = (condition: string, value: string) =>
	`case when ${condition} then ${value} end`;
