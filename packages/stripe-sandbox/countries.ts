import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";

const EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");
const CURRENCIES: Record<string, string> = {
	...Object.fromEntries(EURO.map((country) => [country, "eur"])),

	US: "usd",
	CA: "cad",
	GB: "gbp",
	CH: "chf",
	LI: "chf",
	NO: "nok",
	SE: "sek",
	DK: "dkk",

	CZ: "czk",
	HU: "huf",
	PL: "pln",
	RO: "ron",
	AU: "aud",
	NZ: "nzd",
	JP: "jpy",
	SG: "sgd",
	HK: "hkd",
	MX: "mxn",
	BR: "brl",
	TH: "thb",
	MY: "myr",
	AE: "aed",
	GI: "gbp",
};
const EEA = [...EURO, "LI", "NO", "SE", "DK", "CZ", "HU", "PL", "RO"];
/** Regions between which money is transferred to accounts with the full agreement. */
const REGIONS = [["US"], ["CA"], ["GB"], ["CH"], EEA];

const regionOf = (country: string) => REGIONS.find((region) => region.includes(country));

export function currencyOf(country: string): string {
	return CURRENCIES[country] ?? "usd";
}

export function checkAccountTerms(call: Call, country: string, agreement: string): void {
	if (agreement === "recipient")
		throw invalidRequest(
			`The recipient ToS agreement is not supported for platforms in ${call.sandbox.settings.country} creating accounts in ${country}.`,
			{ param: "tos_acceptance[service_agreement]" },
		);
	if (CURRENCIES[country] === undefined)
		throw invalidRequest(`${country} is not currently supported by Stripe.`, {
			code: "country_unsupported",
			param: "country",
		});
}

export function requireReachable(call: Call, account: Stripe.Account, param: string): void {
	const own = call.sandbox.settings.country;
	const country = account.country ?? own;
	const [ownRegion, region] = [regionOf(own), regionOf(country)];
	if (country === own || (region && region === ownRegion)) return;
	if (param !== "destination")
		throw invalidRequest(
			`Cannot create a destination charge for connected accounts in ${country} because funds would be settled on the platform and the connected account is outside the platform's region. You may use the \`on_behalf_of\` parameter to have the charge settle in the connected account's country.`,
			{ param },
		);
	if (region && ownRegion) return;
	throw invalidRequest(
		`Funds can't be sent to accounts located in ${country} because it's restricted outside of your platform's region.`,
		{ param },
	);
}
