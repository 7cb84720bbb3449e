/** Accepts what is typed or pasted: "123 456", "Your code: 123456". */
export function codeDigits(text: string): string {
	return text.replace(/\D+/g, "").slice(0, 6);
}
