import { type Currency, DIRECT_CURRENCY } from "../money.ts";

const PAYPAL = "paypal.me";
/** What PayPal takes: https://developer.paypal.com/docs/reports/reference/paypal-supported-currencies/ */
const AT_PAYPAL: readonly Currency[] = [
	"aud",
	"brl",
	"cad",
	"czk",
	"dkk",
	"eur",
	"hkd",
	"huf",
	"ils",
	"jpy",
	"myr",
	"mxn",
	"twd",
	"nzd",
	"nok",
	"php",
	"pln",
	"gbp",
	"sgd",
	"sek",
	"chf",
	"thb",
	"usd",
];

/** Names of providers that have links by which money is sent; another host is shown as it is. */
const PROVIDERS: Record<string, string> = {
	[PAYPAL]: "PayPal",
	"revolut.me": "Revolut",
	"wise.com": "Wise",
};

/** What of a creator's settings says how they are paid directly. */
export type DirectSettings = { cashAppHandle: string | null; directLink: string | null };

/** How a creator is paid directly in a currency: one of the two is not null. */
export type DirectWay = {
	/** what it is called: `Cash App`, or the link's provider */
	readonly directBy: string;
	readonly cashAppHandle: string | null;
	/** https, at a host that the operator allows */
	readonly directLink: string | null;
};

/** A link to something at a host: https, no credentials, no port, no fragment, and nothing that needs to be escaped. */
const LINK = /^https:\/\/(?:www\.)?([a-z0-9.-]+)(\/[\w.~@%+=&?/-]+)$/i;

/** The host of a link, without `www.`. */
const hostOf = (link: string): string | undefined => LINK.exec(link)?.[1]?.toLowerCase();

/** Returns the name of what is paid with, by the host that was stored of a link; null stands for Cash App. */
export const directName = (host: string | null): string =>
	host === null ? "Cash App" : (PROVIDERS[host] ?? host);

/** What a purchase was paid with directly; null for other purchases. */
export const directByOf = ({
	route,
	directHost: host,
}: {
	route: "card" | "direct" | "free";
	directHost: string | null;
}): string | null => (route === "direct" ? directName(host) : null);

/** Returns the host of the link by which a payment is made; null where it is made in Cash App. */
export const directHost = ({ directLink }: Pick<DirectWay, "directLink">): string | null =>
	hostOf(directLink ?? "") ?? null;

/** Returns why a text is no link of a creator's: not one to a page, or to none of `hosts` or `www.` before them. */
export function linkProblem(text: string, hosts: readonly string[]): "form" | "site" | null {
	const host = hostOf(text);
	if (host === undefined) return "form";
	return hosts.includes(host) ? null : "site";
}

/** Returns a creator's link while the operator allows its host. */
export function currentLink(
	settings: { directLink: string | null } | null | undefined,
	hosts: readonly string[],
): string | null {
	const link = settings?.directLink ?? null;
	return link !== null && linkProblem(link, hosts) === null ? link : null;
}

/** Returns those of these hosts at which money can be sent in a currency. */
export const hostsFor = (hosts: readonly string[], currency: Currency): string[] =>
	hosts.filter((host) => host !== PAYPAL || AT_PAYPAL.includes(currency));

/** Whether money can be sent in a currency at a link; false without a link. */
export const linkTakes = (link: string | null, currency: Currency): boolean =>
	link !== null && hostsFor([hostOf(link) ?? ""], currency).length > 0;

/**
 * Returns how a creator is paid directly in a currency: by Cash App, which knows one, else by the link, where its site
 * takes the currency; null for not.
 */
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
