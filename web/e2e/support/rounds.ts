/**
 * Whether tests do all that differs in nothing but a size, a language or a format, and the longer ways through what
 * shorter tests check piece by piece: set by `npm run verify -- full`.
 */
export const DOES_ALL_ROUNDS = process.env.ALL_ROUNDS === "true";
