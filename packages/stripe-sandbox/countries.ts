import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import type { Params } from "./params.ts";

const EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");
const CURRENCIES: Record<string, string> = {
	...Object.fromEntries(EURO.map((country) => [country, "eur"])),

	US: "usd",
	CA: "cad",
	GB: "gbp",
	CH: "chf",
	LI: "chf",
	IS: "eur",
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
/** Countries between which money is transferred to accounts with the full agreement. */
const REGION = new Set([
	...EURO,
	"US",
	"CA",
	"GB",
	"CH",
	"LI",
	"IS",
	"NO",
	"SE",
	"DK",
	"CZ",
	"HU",
	"PL",
	"RO",
]);
/** Countries where an account can only be a recipient, of a platform in the United States. */
const RECIPIENTS = (
	"AG AL AM AR AZ BA BD BH BJ BN BO BS BT BW CI CL CO CR DO DZ EC EG ET GA GH GM GT GY ID IL IN JM JO KE KH KR " +
	"KW KZ LA LC LK MA MC MD MG MK MN MO MU MZ NA NE NG OM PA PE PH PK PY QA RS RW SA SM SN SV TN TR TT TW TZ UY " +
	"UZ VN ZA"
).split(" ");

const inRegion = (...countries: string[]) => countries.every((country) => REGION.has(country));

function reachedFrom(country: string): string[] {
	if (country === "US") return [...Object.keys(CURRENCIES), ...RECIPIENTS];
	return REGION.has(country) ? [...REGION] : [country];
}

/** The country's currency, in which an account there has its money. */
export function currencyOf(country: string): string {
	return CURRENCIES[country] ?? "usd";
}

/** `/v1/country_specs/{country}`: to which countries a platform there can transfer. */
export function retrieveCountrySpec(_call: Call, _params: Params, country: string) {
	if (CURRENCIES[country] === undefined) throw unsupported(country);
	return {
		id: country,
		object: "country_spec",
		default_currency: currencyOf(country),
		supported_bank_account_currencies: { [currencyOf(country)]: [country] },
		supported_payment_currencies: [currencyOf(country)],
		supported_payment_methods: ["card", "stripe"],
		supported_transfer_countries: reachedFrom(country),
	};
}

function unsupported(country: string) {
	return invalidRequest(`${country} is not currently supported by Stripe.`, {
		code: "country_unsupported",
		param: "country",
	});
}

/** Throws as Stripe does for an account that the platform can't have in that country, or not on these terms. */
export function checkAccountTerms(
	call: Call,
	{ country, agreement, takesCards }: { country: string; agreement: string; takesCards: boolean },
): void {
	const own = call.sandbox.settings.country;
	const refuse = (message: string, param: string) => invalidRequest(message, { param });
	if (agreement === "recipient") {
		if (takesCards)
			throw refuse(
				"Accounts under the recipient service agreement cannot request the card_payments capability.",
				"capabilities",
			);
		if (country === own || own !== "US")
			throw refuse(
				`The recipient ToS agreement is not supported for platforms in ${own} creating accounts in ${country}.`,
				"tos_acceptance[service_agreement]",
			);
		if (!reachedFrom(own).includes(country)) throw unsupported(country);
	} else if (CURRENCIES[country] === undefined) throw unsupported(country);
}

/** Throws as Stripe does unless the platform can transfer money to the account's country. */
export function requireReachable(call: Call, account: Stripe.Account, param: string): void {
	const own = call.sandbox.settings.country;
	const country = account.country ?? own;
	if (country === own) return;
	if (param !== "destination")
		throw invalidRequest(
			`Cannot create a destination charge for connected accounts in ${country} because funds would be settled on the platform and the connected account is outside the platform's region. You may use the \`on_behalf_of\` parameter to have the charge settle in the connected account's country.`,
			{ param },
		);
	if (account.tos_acceptance?.service_agreement === "recipient" || inRegion(own, country)) return;
	throw invalidRequest(
		`Funds can't be sent to accounts located in ${country} because it's restricted outside of your platform's region.`,
		{ param },
	);
}
