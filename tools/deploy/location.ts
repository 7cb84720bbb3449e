export const LOCATIONS: readonly string[] = ["wnam", "enam", "weur", "eeur", "apac", "oc"];

const WEST_AMERICA =
	/^America\/(Los_Angeles|Vancouver|Tijuana|Phoenix|Denver|Edmonton|Boise|Hermosillo|Anchorage|Juneau)/;
const EAST_EUROPE =
	/^Europe\/(Athens|Bucharest|Chisinau|Helsinki|Istanbul|Kiev|Kyiv|Minsk|Moscow|Riga|Sofia|Tallinn|Vilnius|Warsaw)/;

/** The east of North America if a time zone says nothing. */
export function guessedLocation(timeZone: string): string {
	if (WEST_AMERICA.test(timeZone)) return "wnam";
	if (EAST_EUROPE.test(timeZone)) return "eeur";
	if (/^(Europe|Africa|Atlantic)\//.test(timeZone)) return "weur";
	if (/^(Asia|Indian)\//.test(timeZone)) return "apac";
	if (/^(Australia|Pacific)\//.test(timeZone)) return "oc";
	return "enam";
}
