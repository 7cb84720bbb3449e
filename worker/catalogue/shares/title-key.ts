/**
 * Returns a title for searching and sorting: in lower case and without accents, so that "tromso" finds "Tromsø" and
 * "cafe" finds "Café". SQLite can't do that, so shares store it in a column.
 */
export function titleKey(title: string): string {
	return title
		.normalize("NFD")
		.replace(/\p{Diacritic}/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ø", "o");
}
