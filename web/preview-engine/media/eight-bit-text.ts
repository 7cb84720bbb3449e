/** Matches a word in letters of one of these alphabets, or a to z. */
const latin = (alphabets: string) =>
	new RegExp(
		`^(?:${alphabets.replaceAll(/\S+/g, "[a-z$&]*").replaceAll(" ", "|")})[°ªº²½™®©]?$`,
		"i",
	);

/** Words by encoding; the first encoding that fits is taken. */
const ENCODINGS: Readonly<Record<string, RegExp>> = {
	"windows-1252": latin(
		"äöüß àâæçèéêëîïôùûüÿœ áéíïñóúü àáâãçéêíóôõúü àèéìíîòóùú åäöøæéèü áæðéíóöøúýþ äõöüšž",
	),
	"windows-1250": latin("áäčďéěíĺľňóôöŕřšťúůüýž ąćęłńóśźż áéíóöőúüű čćđšž ăâîşţ"),
	"windows-1251": /^[а-яёєіїґўљњћџђѓќѕј]+$/i,
	"windows-1253": /^[α-ωάέήίόύώϊϋΐΰ]+$/i,
	// Requires kana: Chinese characters alone are valid in several encodings.
	shift_jis: /^(?=.*[ぁ-ヿ])[ぁ-ヿ々一-龯]+$/,
};
/** Only the first letter is a capital, or all are. */
const CASED = /^\p{Lu}?\P{Lu}*$|^\P{Ll}+$/u;

/** Decodes text that was read as ISO 8859-1 in the encoding that all words fit; undefined for none. */
export function nationalTexts(texts: readonly string[]): (string | undefined)[] {
	const isEightBit = (text: string) => /^[\0-\xff]*$/.test(text) && /[^\0-\x7f]/.test(text);
	const inEncoding = (text: string, encoding: string) => {
		try {
			const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
			return new TextDecoder(encoding, { fatal: true }).decode(bytes);
		} catch {
			return undefined;
		}
	};
	const all = texts.filter(isEightBit).join(" ");
	const fits = ([encoding, word]: [string, RegExp]) =>
		inEncoding(all, encoding)
			?.split(/[\p{P}\p{Z}\p{C}\p{Sc}\p{Sm}\d\s`^]+/u)
			.every((one) => !/[^\0-\x7f]/.test(one) || (word.test(one) && CASED.test(one)));
	const found = Object.entries(ENCODINGS).find(fits)?.[0] ?? "utf-8";
	return texts.map((text) => (isEightBit(text) ? inEncoding(text, found) : text));
}
