export type Clock = () => number;

/** Contexts and Durable Objects each hold a clock, which tests replace. */
export const systemClock: Clock = () => Date.now();
