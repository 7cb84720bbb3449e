import { type Currency, DIRECT_CURRENCY } from "../../../contract/money.ts";

const PAYPAL = "paypal.me";
/** See https://developer.paypal.com/docs/reports/reference/paypal-supported-currencies/ */
const AT_PAYPAL =
	"aud brl cad czk dkk eur hkd huf ils jpy myr mxn twd nzd nok php pln gbp sgd sek chf thb usd".split(
		" ",
	);

/** Names of the sites that links may lead to; another host is shown as it is. */
const PROVIDERS: Record<string, string> = {
	[PAYPAL]: "PayPal",
	"revolut.me": "Revolut",
	"wise.com": "Wise",
};

export type DirectSettings = { cashAppHandle: string | null; directLink: string | null };

/** How a creator is paid directly in a currency: exactly one of handle and link is set. */
export type DirectWay = {
	/** `Cash App`, or the name of the link's site */
	readonly directBy: string;
	readonly cashAppHandle: string | null;
	/** https, at a host that the operator allows */
	readonly directLink: string | null;
};

/** An https address without credentials, port, fragment, or anything that needs escaping. */
const LINK = /^https:\/\/(?:www\.)?([a-z0-9.-]+)(\/[\w.~@%+=&?/-]+)$/i;

/** The host without `www.`. */
const hostOf = (link: string): string | undefined => LINK.exec(link)?.[1]?.toLowerCase();

/** Returns the payment method's name for a link's host; null stands for Cash App. */
export const directName = (host: string | null): string =>
	host === null ? "Cash App" : (PROVIDERS[host] ?? host);

/** Returns the direct way that paid a purchase; null for other purchases. */
export const directByOf = ({
	route,
	directHost: host,
}: {
	route: "card" | "direct" | "free";
	directHost: string | null;
}): string | null => (route === "direct" ? directName(host) : null);

/** Returns the host of a payment link; null for Cash App. */
export const directHost = ({ directLink }: Pick<DirectWay, "directLink">): string | null =>
	hostOf(directLink ?? "") ?? null;

/** Returns why a creator may not use a link: it is malformed, or leads to none of `hosts`. */
export function linkProblem(text: string, hosts: readonly string[]): "form" | "site" | null {
	const host = hostOf(text);
	if (host === undefined) return "form";
	return hosts.includes(host) ? null : "site";
}

/** Returns the creator's link while the operator allows its host. */
export function currentLink(
	settings: { directLink: string | null } | null | undefined,
	hosts: readonly string[],
): string | null {
	const link = settings?.directLink ?? null;
	return link !== null && linkProblem(link, hosts) === null ? link : null;
}

export const hostsFor = (hosts: readonly string[], currency: Currency): string[] =>
	hosts.filter((host) => host !== PAYPAL || AT_PAYPAL.includes(currency));

export const linkTakes = (link: string | null, currency: Currency): boolean =>
	link !== null && hostsFor([hostOf(link) ?? ""], currency).length > 0;

/** Returns how a creator is paid directly in a currency, Cash App first; null if that isn't possible. */
export function directWay(
	settings: DirectSettings | null | undefined,
	currency: Currency,
	hosts: readonly string[],
): DirectWay | null {
	const cashAppHandle = currency === DIRECT_CURRENCY ? (settings?.cashAppHandle ?? null) : null;
	const link = cashAppHandle === null ? currentLink(settings, hosts) : null;
	const directLink = linkTakes(link, currency) ? link : null;
	if (cashAppHandle === null && directLink === null) return null;
	return { directBy: directName(directHost({ directLink })), cashAppHandle, directLink };
}
