import { expect, describe as group, it } from "vitest";
import { ApiFailure } from "../../../web/lib/server/failure.ts";
import { CliFailure, describe, EXIT, usageFailure } from "./failures.ts";

const failed = (status: number, code: string, details: Record<string, unknown> = {}) =>
	// Any code of the server's table.
	new ApiFailure(status, { code: code as "not_found", message: "No.", requestId: "r1", details });

group("exit codes", () => {
	it.each([
		[401, "auth.required", EXIT.denied],
		[403, "access_token.scope_missing", EXIT.denied],
		[402, "payment.required", EXIT.denied],
		[403, "upload.limit_reached", EXIT.conflict],
		[403, "storage.quota_exceeded", EXIT.conflict],
		[404, "share.not_found", EXIT.notFound],
		[410, "share.taken_down", EXIT.notFound],
		[409, "discount.taken", EXIT.conflict],
		[400, "request.invalid", EXIT.usage],
		[415, "file.type_not_accepted", EXIT.usage],
		[0, "network", EXIT.network],
		[429, "rate.limited", EXIT.network],
		[503, "uploads.paused", EXIT.network],
		[500, "internal.error", EXIT.unexpected],
	])("exits after %i %s with %i", (status, code, exitCode) => {
		expect(describe(failed(status, code))).toMatchObject({ exitCode, code, requestId: "r1" });
	});

	it.each([
		["the permission shares:write", { scope: "shares:write" }],
		["more permissions", {}],
		["more permissions", { scope: "" }],
	])("suggests a token with %s", (wanted, details) => {
		expect(describe(failed(403, "access_token.scope_missing", details)).hints).toEqual([
			`Sign in again with \`tillbox login\`, or use a token with ${wanted}.`,
		]);
	});

	it("distinguishes failures of the file system from unexpected ones", () => {
		const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
		expect(describe(missing)).toMatchObject({ exitCode: EXIT.file, code: "ENOENT" });
		expect(describe(new TypeError("x is undefined"))).toMatchObject({
			exitCode: EXIT.unexpected,
			code: "unexpected",
		});
		expect(describe(usageFailure("No.", ["Try this."]))).toMatchObject({
			exitCode: EXIT.usage,
			hints: ["Try this."],
		});
		expect(
			describe(new CliFailure("cancelled", EXIT.cancelled, "Nothing was done.")),
		).toMatchObject({ exitCode: 7, code: "cancelled" });
	});
});
