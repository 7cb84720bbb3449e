import { fitName, splitExtension, visibleName } from "../safe-names.ts";
import { trimEndCharacters } from "../trim-end-characters.ts";

/** A file name for saving: no path, no quotes, no invisible characters; never empty. */
function savedName(name: string): string {
	const visible = visibleName(name)
		.replace(/[/\\:]/g, "_")
		.replace(/["<>|?*]/g, "");
	const trimmed = trimEndCharacters(visible, ". ");
	const [stem, extension] = splitExtension(trimmed);
	// Only dots are no name, but what follows them says what opens the file.
	if (/^[. ]*$/.test(stem)) return `download${extension}`;
	const cleaned = trimmed.replace(/^[. ]+/, "");
	return cleaned === "" ? "download" : fitName(cleaned);
}

/** RFC 8187: everything outside attr-char is percent-encoded. */
function extendedValue(name: string): string {
	return encodeURIComponent(name).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/** ASCII for clients that don't know `filename*`; "%" is dropped because some decode it. */
function asciiName(name: string): string {
	const ascii = name
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^\x20-\x7e]|[%;]/gu, "_");
	return /^_*(?:\.\w*)?$/.test(ascii) ? `download${splitExtension(ascii)[1]}` : ascii;
}

/**
 * Returns the `Content-Disposition` of a download by RFC 6266. `name` is untrusted: the result is one
 * header line that names a file without a path.
 */
export function attachment(name: string): string {
	const saved = savedName(name);
	const ascii = asciiName(saved);
	const plain = `attachment; filename="${ascii}"`;
	return ascii === saved ? plain : `${plain}; filename*=UTF-8''${extendedValue(saved)}`;
}
