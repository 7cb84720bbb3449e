import { node } from "./field.ts";

/** Shows the bank's page in a dialog; resolves when it is done. */
export function showFrame(url: string, origin: string): Promise<void> {
	const dialog = node("dialog", { "aria-label": "3-D Secure" });
	const frame = node("iframe", { src: url, title: "3-D Secure authentication" });
	// Through the style object: a strict CSP forbids style attributes.
	Object.assign(dialog.style, {
		padding: "0",
		border: "0",
		borderRadius: "12px",
		width: "min(30rem, 94vw)",
	});
	Object.assign(frame.style, { border: "0", width: "100%", height: "28rem", display: "block" });
	dialog.append(frame);
	document.body.append(dialog);
	dialog.showModal();
	return new Promise((resolve) => {
		const done = (event: MessageEvent) => {
			if (event.origin !== origin || event.data?.source !== "stripe-sandbox") return;
			window.removeEventListener("message", done);
			dialog.remove();
			resolve();
		};
		window.addEventListener("message", done);
		dialog.addEventListener("cancel", (event) => event.preventDefault());
	});
}
