import ipaddr from "ipaddr.js";
import type { Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { MAX_WEBHOOK_URL_LENGTH } from "./contract/webhooks.ts";

type Config = Pick<Ctx["config"], "APP_ORIGIN" | "WEBHOOK_LOCALHOST">;

const PORTS = ["", "443", "8443"];
/** Domains of private networks, or reserved ones (RFC 6761, RFC 8375, RFC 9476). */
const PRIVATE_DOMAINS = new Set([
	"localhost",
	"localdomain",
	"local",
	"internal",
	"intranet",
	"private",
	"corp",
	"home",
	"lan",
	"arpa",
	"onion",
	"alt",
	"test",
	"example",
	"invalid",
]);
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** RFC 4291; the rest is reserved, local or a way to IPv4 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** They contain an IPv4 address (RFC 5214); the bit says whether it is a global one. */
const ISATAP_GROUPS = [
	[0x0000, 0x5efe],
	[0x0200, 0x5efe],
];

export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text) || text.includes("%")) return false;
	const address = ipaddr.parse(text);
	if (address.range() !== "unicast") return false;
	if (address instanceof ipaddr.IPv4) return ipaddr.IPv4.isValidFourPartDecimal(text);
	const { parts } = address;
	const isIsatap = ISATAP_GROUPS.some(([a, b]) => parts[4] === a && parts[5] === b);
	return address.match(GLOBAL_UNICAST) && !isIsatap;
}

/** On a developer's own machine, if a variable allows that. */
export function isLocal(config: Config, url: URL): boolean {
	return config.WEBHOOK_LOCALHOST && LOCAL_HOSTS.has(url.hostname);
}

/** An English sentence; null if messages can be sent there. */
function faultOf(config: Config, url: URL): string | null {
	if (url.username !== "" || url.password !== "") return "The address can't contain a password.";
	if (isLocal(config, url) && /^https?:$/.test(url.protocol)) return null;
	if (url.protocol !== "https:") return "The address must start with https://";
	if (!PORTS.includes(url.port)) return "Only ports 443 and 8443 are allowed.";
	// The parser has turned numbers of any notation into IPv4.
	if (url.hostname.startsWith("[") || ipaddr.isValid(url.hostname))
		return "Use a domain name, not an IP address.";
	const labels = url.hostname.split(".");
	if (
		labels.length < 2 ||
		labels.some((label) => !/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))
	)
		return "Use a public domain name, such as hooks.example.com.";
	const last = labels.at(-1) ?? "";
	if (PRIVATE_DOMAINS.has(last) || !/[a-z]/.test(last)) return "This isn't a public domain name.";
	// They could trigger others.
	const own = new URL(config.APP_ORIGIN).hostname;
	if (url.hostname === own || url.hostname.endsWith(`.${own}`))
		return "Messages can't be sent to this service itself.";
	return null;
}

/** Doesn't resolve the name. */
export function targetOf(config: Config, text: string): URL | { fault: string } {
	// The parser would drop or replace these.
	const isPlain = text.length <= MAX_WEBHOOK_URL_LENGTH && !/[\s\\\p{Cc}]/u.test(text);
	const url = isPlain ? URL.parse(text) : null;
	if (!url) return { fault: "This isn't an address." };
	const fault = faultOf(config, url);
	if (fault !== null) return { fault };
	url.hash = "";
	return url;
}

export function requireTarget(config: Config, text: string): URL {
	const target = targetOf(config, text);
	if ("fault" in target) throw invalidField("url", target.fault);
	return target;
}
