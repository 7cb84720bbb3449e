/** Returns ms since the epoch. */
export type Clock = () => number;

/** The only reader of the system's clock: contexts and Durable Objects hold a clock each, which tests replace. */
export const systemClock: Clock = () => Date.now();
