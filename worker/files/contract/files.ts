import { KIB, MAIN_FOLDER } from "../../contract/constants.ts";
import type { FileIcon } from "./file-type.ts";

const MAIN_ICONS: ReadonlySet<FileIcon> = new Set(["archive", "video", "audio", "document"]);

/** Main files are what a buyer pays for; other folders support them. */
export function isMainFile({
	originalName,
	icon,
}: {
	originalName: string;
	icon: FileIcon;
}): boolean {
	if (icon === "image") return /final|master|main|cover/i.test(originalName);
	return MAIN_ICONS.has(icon);
}

/** Formats a size with one decimal, base 1024; zero is '0 Bytes'. */
export function formatSize(bytes: number, locale = "en"): string {
	if (bytes === 0) return "0 Bytes";
	const units = ["Bytes", "KB", "MB", "GB", "TB"];
	const unit = Math.min(Math.floor(Math.log(bytes) / Math.log(KIB)), units.length - 1);
	const value = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
	return `${value.format(bytes / KIB ** unit)} ${units[unit]}`;
}

/** Trims a folder path's segments; empty and missing mean Main Files. */
export function normaliseFolderPath(path: string | undefined | null): string {
	const segments = (path ?? "")
		.normalize("NFC")
		.split(/[/\\]/)
		.map((segment) => segment.trim())
		.filter(Boolean);
	return segments.length === 0 ? MAIN_FOLDER : segments.join("/");
}
