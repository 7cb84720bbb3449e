import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { testCtx } from "../test/fixtures/test-app.ts";
import { failure } from "./errors.ts";
import { serializeError } from "./log.ts";

const EMAIL = "ada.byron@example.test";
const HASH = "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg";

async function failedQuery(): Promise<unknown> {
	const query = sql`select missing from users where email = ${EMAIL} and id = ${HASH}`;
	return testCtx()
		.db.run(query)
		.catch((error: unknown) => error);
}

describe("serialising an error for the log", () => {
	it("contains the failed statement and the stack, without the bound values", async () => {
		const error = await failedQuery();
		// Without the value in the error, the test would prove nothing.
		expect(String(error)).toContain(EMAIL);
		for (const met of [error, failure("storage.unavailable", { cause: error })]) {
			const line = JSON.stringify(serializeError(met));
			expect(line).toContain("select missing from users");
			expect(line).toContain("log.test.ts");
			expect(line).not.toContain(EMAIL);
			expect(line).not.toContain(HASH);
		}
		expect(serializeError(error)).toMatchObject({
			cause: expect.stringContaining("no such column"),
		});
	});

	// G108
	it("removes addresses that a provider's message quotes", () => {
		const quoted = new Error(`Invalid email address: ${EMAIL}`, { cause: new Error(`<${EMAIL}>`) });
		for (const met of [quoted, `refused "${EMAIL}"`]) {
			const line = JSON.stringify(serializeError(met));
			expect(line).not.toContain(EMAIL);
			expect(line).toContain("[address]");
		}
	});
});
