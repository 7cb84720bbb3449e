import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { sellRain } from "./support/money.ts";
import { test } from "./support/profiles.ts";
import { newToken } from "./support/tokens.ts";

const run = promisify(execFile);

async function output(args: string[], site: string | undefined, token: string): Promise<string> {
	const env = { ...process.env, TILLBOX_SERVER: String(site), TILLBOX_TOKEN: token };
	const { stdout } = await run(process.execPath, args, { env });
	return stdout.trim();
}

test("the five lines of the client's README read the first sale of a fresh token", async ({
	request,
	newRequest,
	baseURL,
}) => {
	const { token } = await newToken(request, ["sales:read"]);
	const [, program = ""] =
		/```js\n([\s\S]*?)```/.exec(readFileSync("packages/client/README.md", "utf8")) ?? [];
	expect(program.trim().split("\n").length).toBeLessThanOrEqual(5);
	const read = () => output(["--input-type=module", "--eval", program], baseURL, token);
	expect(await read()).toBe("Nothing was sold yet.");
	await sellRain(request, newRequest);
	expect(await read()).toBe("Rain, recorded: 7.50 USD");
});

test("the client makes one share despite a lost response, reads pages, and reports refusals", async ({
	request,
	baseURL,
}) => {
	const { token } = await newToken(request, ["shares:read", "shares:write", "sales:read"]);
	const folder = mkdtempSync(join(tmpdir(), "tillbox-sell-"));
	const file = join(folder, "presets.zip");
	// More than one part.
	writeFileSync(file, Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(9 * 1024 * 1024)]));
	const sold = await output(["examples/sell-a-file/sell-a-file.mjs", file, "9.99"], baseURL, token);
	rmSync(folder, { recursive: true });
	expect(sold).toMatch(new RegExp(`^${baseURL}/share/[A-Za-z0-9_-]+$`));
	const printed = await output(["packages/client/test/against-product.ts"], baseURL, token);
	expect(JSON.parse(printed)).toEqual({
		requests: 2,
		keys: 1,
		titles: ["Rain", "presets.zip"],
		sales: [],
		lines: 1,
		price: "5.50",
		refusals: [
			{ status: 403, code: "access_token.scope_missing", fields: [], named: true },
			{ status: 400, code: "request.invalid", fields: ["price"], named: true },
		],
	});
});
