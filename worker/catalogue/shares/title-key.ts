/** Returns a title for searching and sorting, without case and accents; SQLite can't do that. */
export function titleKey(title: string): string {
	return title
		.normalize("NFD")
		.replace(/\p{Diacritic}/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ø", "o");
}
