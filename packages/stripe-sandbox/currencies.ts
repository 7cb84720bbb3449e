import { invalidRequest } from "./errors.ts";

/** Amounts in the minor unit. */
export interface Currency {
	/** A real rate changes by the minute; `settings.rates` replaces this one. */
	perDollar: number;
	/** Decimals of the minor unit; 2 by default. https://docs.stripe.com/currencies#zero-decimal */
	decimals?: 0 | 3;
	/** Amounts are multiples of it, 1 by default. https://docs.stripe.com/currencies#special-cases */
	step?: 10 | 100;
	/** Absent if no account settles in it. */
	settlement?: {
		/** The smallest charge. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
		minimum: number;
		/** The fixed part of the fee for a card. https://stripe.com/pricing, of the currency's country */
		fee: number;
	};
}

const CURRENCIES: Record<string, Currency> = {
	usd: { perDollar: 1, settlement: { minimum: 50, fee: 30 } },
	eur: { perDollar: 0.9, settlement: { minimum: 50, fee: 25 } },
	gbp: { perDollar: 0.75, settlement: { minimum: 30, fee: 20 } },
	cad: { perDollar: 1.4, settlement: { minimum: 50, fee: 30 } },
	aud: { perDollar: 1.5, settlement: { minimum: 50, fee: 30 } },
	nzd: { perDollar: 1.7, settlement: { minimum: 50, fee: 30 } },
	chf: { perDollar: 0.8, settlement: { minimum: 50, fee: 30 } },
	sek: { perDollar: 9.5, settlement: { minimum: 300, fee: 180 } },
	nok: { perDollar: 10, settlement: { minimum: 300, fee: 200 } },
	dkk: { perDollar: 6.7, settlement: { minimum: 250, fee: 180 } },
	pln: { perDollar: 3.7, settlement: { minimum: 200, fee: 100 } },
	czk: { perDollar: 21, settlement: { minimum: 1500, fee: 650 } },
	ron: { perDollar: 4.5, settlement: { minimum: 200, fee: 100 } },
	huf: { perDollar: 340, settlement: { minimum: 17_500, fee: 8500 } },
	jpy: { perDollar: 150, decimals: 0, settlement: { minimum: 50, fee: 0 } },
	sgd: { perDollar: 1.3, settlement: { minimum: 50, fee: 50 } },
	hkd: { perDollar: 7.8, settlement: { minimum: 400, fee: 235 } },
	mxn: { perDollar: 18.5, settlement: { minimum: 1000, fee: 300 } },
	brl: { perDollar: 5.4, settlement: { minimum: 50, fee: 39 } },
	inr: { perDollar: 88, settlement: { minimum: 50, fee: 0 } },
	thb: { perDollar: 32.5, settlement: { minimum: 1000, fee: 1000 } },
	myr: { perDollar: 4.2, settlement: { minimum: 200, fee: 100 } },
	aed: { perDollar: 3.67, settlement: { minimum: 200, fee: 100 } },
	krw: { perDollar: 1400, decimals: 0 },
	twd: { perDollar: 32 },
	zar: { perDollar: 17.5 },
	ils: { perDollar: 3.3 },
	php: { perDollar: 58 },
	sar: { perDollar: 3.75 },
	kes: { perDollar: 129 },
	isk: { perDollar: 125, step: 100 },
	ugx: { perDollar: 3600, step: 100 },
	clp: { perDollar: 950, decimals: 0 },
	vnd: { perDollar: 26_000, decimals: 0 },
	// No real account settles in it; the simulation's does, to compare three-decimal sales without an exchange.
	kwd: { perDollar: 0.31, decimals: 3, step: 10, settlement: { minimum: 150, fee: 90 } },
	bhd: { perDollar: 0.376, decimals: 3, step: 10 },
	jod: { perDollar: 0.709, decimals: 3, step: 10 },
	omr: { perDollar: 0.385, decimals: 3, step: 10 },
	tnd: { perDollar: 2.9, decimals: 3, step: 10 },
};

/** Throws for an unknown code; codes are lower case. */
export function requireCurrency(code: string, param = "currency"): Currency {
	const currency = CURRENCIES[code];
	if (currency !== undefined) return currency;
	throw invalidRequest(
		`Invalid currency: ${code}. The sandbox supports these currencies: ${Object.keys(CURRENCIES).join(", ")}`,
		{ param },
	);
}

export function requireSettlement(
	code: string,
	param = "currency",
): NonNullable<Currency["settlement"]> {
	const { settlement } = requireCurrency(code, param);
	if (settlement !== undefined) return settlement;
	throw invalidRequest(`No account settles in ${code}.`, { param });
}

/** 2 for unknown currencies. */
export function decimalsOf(code: string): number {
	return CURRENCIES[code]?.decimals ?? 2;
}
