import { replaceScrypt } from "../fakes/quick-scrypt.ts";

/**
 * The product's Worker for the browser tests, which create hundreds of accounts: as deployed, except that a
 * password's hash is derived at the least cost. The test in Firefox uses the full one.
 */

replaceScrypt();

export * from "../../index.ts";
export { default } from "../../index.ts";
