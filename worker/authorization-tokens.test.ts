import { expect, it } from "vitest";
import { SCOPES } from "./contract/access-tokens.ts";
import { tryTokens } from "./test/matrix/tokens.ts";

it("a token may do what docs/authorization.md says for its permissions, on every route, and nothing else", async () => {
	const { cells, wrong } = await tryTokens();
	expect(wrong).toEqual([]);
	expect(cells).toBeGreaterThan(40 * SCOPES.length);
}, 600_000);
