import { replaceScrypt } from "../fakes/quick-scrypt.ts";

/*
 * The product's Worker for the browser tests, which make hundreds of accounts: everything as it is deployed,
 * except that a password's hash is derived at the least cost. The test in Firefox meets the full one.
 */

replaceScrypt();

export * from "../../index.ts";
export { default } from "../../index.ts";
