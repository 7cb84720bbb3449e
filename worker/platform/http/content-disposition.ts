import { fitName, splitExtension, visibleName } from "../safe-names.ts";
import { trimEndCharacters } from "../trim-end-characters.ts";

/** Never empty, without a path, quotes or invisible characters. */
function savedName(name: string): string {
	const visible = visibleName(name)
		.replace(/[/\\:]/g, "_")
		.replace(/["<>|?*]/g, "");
	const trimmed = trimEndCharacters(visible, ". ");
	const [stem, extension] = splitExtension(trimmed);
	// The extension still selects the program that opens the file.
	if (/^[. ]*$/.test(stem)) return `download${extension}`;
	const cleaned = trimmed.replace(/^[. ]+/, "");
	return cleaned === "" ? "download" : fitName(cleaned);
}

/** RFC 8187 */
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

/** RFC 6266. `name` is untrusted. */
export function attachment(name: string): string {
	const saved = savedName(name);
	const ascii = asciiName(saved);
	const plain = `attachment; filename="${ascii}"`;
	return ascii === saved ? plain : `${plain}; filename*=UTF-8''${extendedValue(saved)}`;
}
