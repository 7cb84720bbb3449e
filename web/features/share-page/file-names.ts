/** In capitals; "" if missing or long. */
export function extensionOf(name: string): string {
	return /\.([^.\s]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? "";
}
