import { expect, test } from "vitest";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { consumeAttempt } from "./attempts.ts";
import { networkLimits, networkOf, networksOf } from "./networks.ts";

test.each([
	["203.0.113.9", ["203.0.113.9/32", "203.0.113.0/24"]],
	["::ffff:203.0.113.9", ["203.0.113.9/32", "203.0.113.0/24"]],
	["2001:db8:1:2fe:4:5:6:7", ["2001:db8:1:2fe::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
	["2001:db8:1:2fe::9", ["2001:db8:1:2fe::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
	["2001:db8::9", ["2001:db8::/64", "2001:db8::/56", "2001:db8::/48"]],
	["::1", ["::/64", "::/56", "::/48"]],
	["local", ["local"]],
])("the networks of %s", (address, networks) => {
	expect(networksOf(address).map(({ id }) => id)).toEqual(networks);
	expect(networkOf(address)).toBe(networks[0]);
});

/** How many successive attempts, one per address, pass. */
async function passing(addresses: readonly string[], of = ""): Promise<number> {
	const limit = {
		name: `networks-${testCtx().id()}`,
		free: 4,
		firstWaitMs: 60_000,
		maxWaitMs: 60_000,
		resetAfterMs: 60_000,
	};
	const ctx = testCtx({ now: () => 1_000_000 });
	let passed = 0;
	for (const address of addresses)
		passed += await consumeAttempt(ctx, networkLimits(address, limit, of)).then(
			() => 1,
			() => 0,
		);
	return passed;
}

const times = (count: number, address: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => address(at));

// The attempt after the free ones passes too, and begins the wait.
// G74
test.each([
	["one /64", 5, times(40, (at) => `2001:db8:1:1::${at.toString(16)}`)],
	["one /56, each from a /64 of its own", 9, times(40, (at) => `2001:db8:1:${at.toString(16)}::1`)],
	[
		"one /48, each from a /56 of its own",
		13,
		times(40, (at) => `2001:db8:1:${at.toString(16)}00::1`),
	],
	["one address of IPv4", 5, times(40, () => "203.0.113.9")],
	["one /24 of IPv4, each from an address of its own", 17, times(40, (at) => `203.0.113.${at}`)],
	["networks that have nothing in common", 40, times(40, (at) => `2001:db8:${at.toString(16)}::1`)],
])("from %s come %i attempts", async (_, most, addresses) => {
	expect(await passing(addresses)).toBe(most);
});
