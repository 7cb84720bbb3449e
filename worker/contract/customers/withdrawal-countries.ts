/**
 * Where consumers may withdraw from a contract made at a distance: the EU, the EEA, the United Kingdom,
 * and the parts of France and Finland that have codes of their own. `EL`, `UK` and `XI` are spellings
 * that tax authorities use for Greece, the United Kingdom and Northern Ireland.
 */
const COUNTRIES: ReadonlySet<string> = new Set(
	(
		"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
		"IS LI NO GB EL UK XI AX GF GP MF MQ RE YT"
	).split(" "),
);

/** Whether the law of a country gives consumers a right of withdrawal; false for an unknown country. */
export const givesWithdrawal = (country: string | null): boolean =>
	country !== null && COUNTRIES.has(country);
