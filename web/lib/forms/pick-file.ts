/**
 * Opens the file dialog for one file; null when it is closed without one. Must be called from a click
 * handler. `accept` limits what the dialog offers, as the attribute of file inputs does.
 */
export function pickFile(accept = ""): Promise<File | null> {
	return new Promise((resolve) => {
		const input = document.createElement("input");
		input.type = "file";
		input.accept = accept;
		input.onchange = () => resolve(input.files?.[0] ?? null);
		input.oncancel = () => resolve(null);
		input.click();
	});
}
