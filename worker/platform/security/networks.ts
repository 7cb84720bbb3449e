import ipaddr from "ipaddr.js";
import type { AttemptLimit } from "./attempts.ts";

/** A network that an address belongs to. */
export type Network = {
	/** its first address and its size, such as `2001:db8::/56` */
	readonly id: string;
	/** how many times as much as the smallest network it may do */
	readonly times: number;
};

/**
 * One customer may have a /64 of IPv6 as well as a /56 or a /48, which has 65,536 of them; a /24 of IPv4 has up to
 * 256 customers. So every size is counted, and larger ones may do a little more.
 */
const SIZES = {
	ipv4: [
		{ bits: 32, times: 1 },
		{ bits: 24, times: 4 },
	],
	ipv6: [
		{ bits: 64, times: 1 },
		{ bits: 56, times: 2 },
		{ bits: 48, times: 3 },
	],
} as const;

/**
 * Returns the networks that an address belongs to, the smallest first; for what is no address, such as `local`,
 * only itself.
 */
export function networksOf(address: string): [Network, ...Network[]] {
	if (!ipaddr.isValid(address)) return [{ id: address, times: 1 }];
	const parsed = ipaddr.process(address);
	const family = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
	const network = ({ bits, times }: { bits: number; times: number }): Network => ({
		id: `${family.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`,
		times,
	});
	const [smallest, ...larger] = SIZES[parsed.kind()];
	return [network(smallest), ...larger.map(network)];
}

/** Returns the smallest network of an address: the part that one customer controls in any case. */
export const networkOf = (address: string): string => networksOf(address)[0].id;

/** Returns a limit for each network of an address; `of` names what is tried from there, if it matters. */
export function networkLimits(
	address: string,
	{ free, ...limit }: Omit<AttemptLimit, "of">,
	of = "",
): AttemptLimit[] {
	return networksOf(address).map(({ id, times }) => ({
		...limit,
		free: free * times,
		of: `${of}|${id}`,
	}));
}
