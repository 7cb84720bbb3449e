/** Unlike /[. ]+$/, which takes quadratic time for a long run that is not at the end. */
export function trimEndCharacters(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}
