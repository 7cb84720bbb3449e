import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { failure } from "./errors.ts";
import { findFault, retryAfter } from "./faults.ts";

const kind = (error: unknown) => findFault(error)?.fault ?? null;

describe("findFault", () => {
	it.each([
		"D1_ERROR: Network connection lost.",
		"D1_ERROR: D1 DB reset because its code was updated.",
		"D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
		"D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
		"D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
		"D1_ERROR: internal error; reference = 8t1u3n7k2",
		"put: We encountered an internal error. Please try again. (10001)",
		"get: Service is temporarily unavailable. (10043)",
	])("takes for transient: %s", (message) => {
		expect(kind(new Error(message))).toBe("transient");
		expect(kind(new DrizzleQueryError("select 1", [], new Error(message)))).toBe("transient");
		expect(kind(failure("storage.unavailable", { cause: new Error(message) }))).toBe("transient");
	});

	it.each([
		"D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
		"D1_ERROR: D1 DB is overloaded. Too many requests queued.",
		"D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
		"D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
		"D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
		"Durable Object is overloaded. Too many requests for the same object within a 10 second window.",
		"put: Reduce your rate of simultaneous writes to the same object. (10058)",
	])("takes for an overload: %s", (message) => {
		expect(kind(new Error(message))).toBe("overloaded");
	});

	it("goes by the properties of a Durable Object's error", () => {
		const error = (properties: object) => Object.assign(new Error("internal error"), properties);
		expect(kind(error({ retryable: true }))).toBe("transient");
		expect(kind(error({ retryable: true, overloaded: true }))).toBe("overloaded");
		expect(kind(error({ retryable: false, remote: true }))).toBeNull();
	});

	it.each([
		"D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT",
		"D1_ERROR: no such table: things: SQLITE_ERROR",
		"completeMultipartUpload: The specified multipart upload does not exist. (10024)",
		"the file weighs 110001 bytes",
	])("takes for neither: %s", (message) => {
		expect(kind(new Error(message))).toBeNull();
	});

	it("survives causes in a circle and values that are no errors", () => {
		const error = new Error("round");
		error.cause = error;
		expect([kind(error), kind("Network connection lost."), kind(undefined)]).toEqual([
			null,
			null,
			null,
		]);
	});
});

it("a client is asked to wait for longer after an overload than after a passing fault", () => {
	const after = (message: string) => retryAfter(new Error(message));
	expect(after("Network connection lost.")).toBe(1);
	expect(after("D1 DB is overloaded. Too many requests queued.")).toBe(5);
	expect(after("anything else")).toBe(10);
});
