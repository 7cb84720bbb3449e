import { describe, expect, it } from "vitest";
import { SCOPES } from "../../accounts/access-tokens/contract.ts";
import { arrangeWorld } from "../matrix/matrix.ts";
import { ROUTES_FOR_TOKENS, setsOf, tryTokens } from "../matrix/tokens.ts";

// G85
describe("a token may do what its permissions say, on every route, and nothing else", () => {
	const inWorld = arrangeWorld();

	it.each(ROUTES_FOR_TOKENS)("%s", async (route) => {
		expect(await inWorld((world) => tryTokens(world, route))).toEqual([]);
	});

	it("tries enough tokens", () => {
		const cells = ROUTES_FOR_TOKENS.flatMap(setsOf);
		expect(cells.length).toBeGreaterThan(40 * SCOPES.length);
	});
});
