/**
 * Set by `npm run verify -- full`: tests then cover variants of a size, a language or a format, and
 * longer paths whose pieces shorter tests check.
 */
export const DOES_ALL_ROUNDS = process.env.ALL_ROUNDS === "true";
