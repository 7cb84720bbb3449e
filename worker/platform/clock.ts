/** Returns the current time in ms since the epoch. */
export type Clock = () => number;

/**
 * The system's clock. Only this reads it: contexts and Durable Objects hold a clock each, which tests
 * replace.
 */
export const systemClock: Clock = () => Date.now();
