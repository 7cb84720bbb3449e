/**
 * Opens the file dialog for one file; null when it is closed without one. Must be called from a click
 * handler.
 */
export function pickFile(): Promise<File | null> {
	return new Promise((resolve) => {
		const input = document.createElement("input");
		input.type = "file";
		input.onchange = () => resolve(input.files?.[0] ?? null);
		input.oncancel = () => resolve(null);
		input.click();
	});
}
