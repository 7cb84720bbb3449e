import ipaddr from "ipaddr.js";
import type { AttemptLimit } from "./attempts.ts";

export type Network = {
	/** such as `2001:db8::/56` */
	readonly id: string;
	/** how many times the smallest network's limit applies */
	readonly times: number;
};

/**
 * One customer may have an IPv6 /64, /56 or /48; an IPv4 /24 has up to 256 customers. So every size is counted, and
 * larger ones get a higher limit.
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

/** Smallest network first; only the address if it isn't one, such as `local`. */
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

/** The part that one customer certainly controls. */
export const networkOf = (address: string): string => networksOf(address)[0].id;

/** `of` names the target of the attempts, if it matters. */
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
