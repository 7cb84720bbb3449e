/**
 * Countries whose consumers may withdraw from a distance contract: the EU, the EEA, the United Kingdom, and the parts of
 * France and Finland with codes of their own. `EL`, `UK` and `XI` are tax authorities' codes for Greece, the
 * United Kingdom and Northern Ireland.
 */
const COUNTRIES: ReadonlySet<string> = new Set(
	(
		"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
		"IS LI NO GB EL UK XI AX GF GP MF MQ RE YT"
	).split(" "),
);

/** Returns false for an unknown country. */
export const givesWithdrawal = (country: string | null): boolean =>
	country !== null && COUNTRIES.has(country);
