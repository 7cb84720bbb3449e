/** Asynchrony, the time, randomness, the database, and features that only a runtime has. */
const IMPURE =
	/\basync\b|\bawait\b|Date\.now|new Date\(\)|\brandom|\bfetch\b|\bSqlStorage\b|\bctx\b|\bHono\b|\bsql\b|^import (?!type )[^;]*from "(?:drizzle-orm|cloudflare:)/m;

export function isPure(code: string): boolean {
	return !IMPURE.test(code.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, ""));
}
