/**
 * Amounts of money. Everywhere they are whole hundredths of a currency's unit, called cents whatever it calls them: cards
 * are charged in no smaller parts, since of currencies with three decimals the provider takes amounts that end in 0 only.
 */

const LARGEST = 99_999_999;

/** What holds of a currency. */
type CurrencyRule = {
	/** prices are multiples of this, in cents: 100 where there are whole units only */
	readonly step: 1 | 100;
	/** what a card is charged at least, in cents */
	readonly byCard: number;
};

const inCents = (byCard: number): CurrencyRule => ({ step: 1, byCard });
/** Without decimals, or with those that the provider takes only as 0. */
const inWhole = (byCard: number): CurrencyRule => ({ step: 100, byCard });

/**
 * The currencies that creators can price in (ISO 4217, lower case). Decimals, special cases and the least that a card is
 * charged are as on https://docs.stripe.com/currencies (read 2026-11-26). That least holds in the currency that the
 * provider settles in, too: where the published one is worth less than 50 US cents, ours is higher.
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

/** An amount with its currency. */
export type Money = {
	/** a decimal string */
	amount: string;
	/** ISO 4217, lower case */
	currency: Currency;
};

declare const settled: unique symbol;
/**
 * Cents of the currency that the provider settled a sale in. They are a type of their own, and no number, so that the
 * compiler refuses to add them to cents of the sale's currency, or to compare the two.
 */
export type SettledCents = { readonly [settled]: true };

/** Cents as those of the currency of settlement. */
export const asSettled = (cents: number) => cents as unknown as SettledCents;

/** The number of them, for what is told together with their currency. */
export const numberOf = (cents: SettledCents) => cents as unknown as number;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];

/** Whether a code is that of a currency that creators can price in. */
export const isCurrency = (code: string): code is Currency => code in CURRENCIES;

/** What Pro costs, and what a creator prices in who has chosen nothing else. */
export const DEFAULT_CURRENCY: Currency = "usd";

/** What is paid in Cash App. */
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

/** The currency of a country (ISO 3166) if it is one to price in, else US dollars. */
export function currencyOfCountry(country: string): Currency {
	const shared = CURRENCY_CODES.find((code) => OF_COUNTRIES[code]?.split(" ").includes(country));
	// Of the others, the code begins with the country's.
	const own = CURRENCY_CODES.find((code) => code.startsWith(country.toLowerCase()));
	return shared ?? own ?? DEFAULT_CURRENCY;
}

/** The least that a card is charged, in cents. */
export const leastByCard = (currency: Currency): number => CURRENCIES[currency].byCard;

/** The least that a price can be, in cents. */
export const leastPrice = (currency: Currency): number => CURRENCIES[currency].step;

/** Cents rounded half up to what the currency has. */
export function roundedTo(cents: number, currency: Currency): number {
	const { step } = CURRENCIES[currency];
	return Math.floor((2 * cents + step) / (2 * step)) * step;
}

/**
 * `cents × part ÷ whole`, rounded half up once, to what the currency has; all of it where there is no whole. BigInt,
 * since doubles hold neither large products nor quotients exactly.
 */
export function portionIn(currency: Currency, cents: number, part: number, whole: number): number {
	if (whole === 0) return cents;
	const { step } = CURRENCIES[currency];
	const divisor = BigInt(whole) * BigInt(step);
	return Number((2n * BigInt(cents) * BigInt(part) + divisor) / (2n * divisor)) * step;
}

const NO_DECIMALS = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const THREE_DECIMALS = "bhd jod kwd omr tnd".split(" ");

/** The highest price, in cents: the provider takes eight digits. */
export function highestPrice(currency: Currency): number {
	if (NO_DECIMALS.includes(currency)) return LARGEST * 100;
	const { step } = CURRENCIES[currency];
	const most = THREE_DECIMALS.includes(currency) ? LARGEST / 10 : LARGEST;
	return Math.floor(most / step) * step;
}

/** Cents from an amount of the provider, in the smallest unit of any currency. */
export function fromProvider(amount: number, currency: string): number {
	if (NO_DECIMALS.includes(currency)) return amount * 100;
	return THREE_DECIMALS.includes(currency) ? Math.round(amount / 10) : amount;
}

/** Cents rounded half up to an amount that the provider has in any currency. */
export function roundedForProvider(cents: number, currency: string): number {
	return NO_DECIMALS.includes(currency) ? Math.round(cents / 100) * 100 : Math.round(cents);
}

/** The provider's amount, in the smallest unit of the currency, for cents that it has. */
export function toProvider(cents: number, currency: string): number {
	if (NO_DECIMALS.includes(currency)) return cents / 100;
	return THREE_DECIMALS.includes(currency) ? cents * 10 : cents;
}
