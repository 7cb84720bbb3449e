import { replaceScrypt } from "../fakes/quick-scrypt.ts";

/**
 * The deployed Worker with the cheapest password hashes, since the browser tests create hundreds of
 * accounts. The test in Firefox uses the full ones.
 */

replaceScrypt();

export * from "../../index.ts";
export { default } from "../../index.ts";
