/**
 * Every amount is in hundredths of a currency's unit, called cents here for any currency. The provider accepts
 * nothing smaller: amounts in currencies with three decimals must end in 0.
 */

const LARGEST = 99_999_999;

type CurrencyRule = {
	/** prices are multiples of this, in cents: 100 for whole units only */
	readonly step: 1 | 100;
	/** the least that a card is charged, in cents */
	readonly byCard: number;
};

const inCents = (byCard: number): CurrencyRule => ({ step: 1, byCard });
/** Without decimals, or with decimals that the provider only accepts as 0. */
const inWhole = (byCard: number): CurrencyRule => ({ step: 100, byCard });

/**
 * The currencies that creators can price in (ISO 4217, lower case), with decimals and card minimums from
 * https://docs.stripe.com/currencies (read 2026-11-26). The minimum must also hold in the settlement currency, so
 * ours is higher if the published one is worth less than 50 US cents.
 */
export const CURRENCIES = {
	usd: inCents(50),
	eur: inCents(50),
	gbp: inCents(50),
	aud: inCents(100),
	bhd: inCents(30),
	brl: inCents(400),
	cad: inCents(100),
	chf: inCents(50),
	czk: inCents(1500),
	dkk: inCents(500),
	hkd: inCents(500),
	huf: inWhole(25_000),
	ils: inCents(300),
	inr: inCents(6000),
	isk: inWhole(10_000),
	jod: inCents(50),
	jpy: inWhole(10_000),
	kes: inCents(10_000),
	krw: inWhole(100_000),
	kwd: inCents(30),
	mxn: inCents(1500),
	myr: inCents(300),
	nok: inCents(700),
	nzd: inCents(100),
	php: inCents(4000),
	pln: inCents(300),
	ron: inCents(300),
	sar: inCents(300),
	sek: inCents(700),
	sgd: inCents(100),
	thb: inCents(2500),
	twd: inWhole(2000),
	ugx: inWhole(300_000),
	zar: inCents(1500),
} satisfies Record<string, CurrencyRule>;
export type Currency = keyof typeof CURRENCIES;

/** An amount in its currency. */
export type Money = {
	/** a decimal string */
	amount: string;
	currency: Currency;
};

declare const settled: unique symbol;
/**
 * Cents of the currency that the provider settled a sale in. Not a number, so that the compiler refuses to mix
 * them with cents of the sale's currency.
 */
export type SettledCents = { readonly [settled]: true };

export const asSettled = (cents: number) => cents as unknown as SettledCents;

/** For output together with their currency. */
export const numberOf = (cents: SettledCents) => cents as unknown as number;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];

export const isCurrency = (code: string): code is Currency => code in CURRENCIES;

/** The currency of Pro, and the default of creators. */
export const DEFAULT_CURRENCY: Currency = "usd";

export const DIRECT_CURRENCY: Currency = "usd";

const EURO =
	"AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT";
const OF_COUNTRIES: Partial<Record<Currency, string>> = {
	eur: EURO,
	gbp: "GB GG IM JE GI",
	aud: "AU NR TV KI",
	chf: "CH LI",
	dkk: "DK FO GL",
	nok: "NO SJ",
	nzd: "NZ CK NU TK",
};

/** Returns a country's (ISO 3166) currency if creators can price in it, else US dollars. */
export function currencyOfCountry(country: string): Currency {
	const shared = CURRENCY_CODES.find((code) => OF_COUNTRIES[code]?.split(" ").includes(country));
	// Codes of the other currencies begin with their country's.
	const own = CURRENCY_CODES.find((code) => code.startsWith(country.toLowerCase()));
	return shared ?? own ?? DEFAULT_CURRENCY;
}

export const leastByCard = (currency: Currency): number => CURRENCIES[currency].byCard;

export const leastPrice = (currency: Currency): number => CURRENCIES[currency].step;

/** Rounds cents half up to the currency's unit. */
export function roundedTo(cents: number, currency: Currency): number {
	const { step } = CURRENCIES[currency];
	return Math.floor((2 * cents + step) / (2 * step)) * step;
}

/**
 * Returns `cents × part ÷ whole`, rounded half up once to the currency's unit; `cents` if `whole` is 0. Uses BigInt,
 * since doubles are inexact for large products and quotients.
 */
export function portionIn(currency: Currency, cents: number, part: number, whole: number): number {
	if (whole === 0) return cents;
	const { step } = CURRENCIES[currency];
	const divisor = BigInt(whole) * BigInt(step);
	return Number((2n * BigInt(cents) * BigInt(part) + divisor) / (2n * divisor)) * step;
}

const NO_DECIMALS = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const THREE_DECIMALS = "bhd jod kwd omr tnd".split(" ");

/** In cents: the provider accepts eight digits. */
export function highestPrice(currency: Currency): number {
	if (NO_DECIMALS.includes(currency)) return LARGEST * 100;
	const { step } = CURRENCIES[currency];
	const most = THREE_DECIMALS.includes(currency) ? LARGEST / 10 : LARGEST;
	return Math.floor(most / step) * step;
}

/** Returns cents of a provider's amount, which is in the smallest unit of the currency. */
export function fromProvider(amount: number, currency: string): number {
	if (NO_DECIMALS.includes(currency)) return amount * 100;
	return THREE_DECIMALS.includes(currency) ? Math.round(amount / 10) : amount;
}

/** Rounds cents half up to an amount that the provider accepts. */
export function roundedForProvider(cents: number, currency: string): number {
	return NO_DECIMALS.includes(currency) ? Math.round(cents / 100) * 100 : Math.round(cents);
}

/** Returns the provider's amount, in the smallest unit of the currency. */
export function toProvider(cents: number, currency: string): number {
	if (NO_DECIMALS.includes(currency)) return cents / 100;
	return THREE_DECIMALS.includes(currency) ? cents * 10 : cents;
}
