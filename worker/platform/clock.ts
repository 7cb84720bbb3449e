/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Tests replace the clocks of contexts and Durable Objects. */
export const systemClock: Clock = () => Date.now();
