import {
	Box,
	File,
	FileArchive,
	FileCode,
	FileText,
	Film,
	Image,
	type LucideIcon,
	Music,
	PenTool,
	SlidersHorizontal,
	Type,
} from "lucide-react";
import type { FileIcon } from "../../worker/contract/file-type.ts";

/** The icons of files, by the names that the contract gives them. */
export const FILE_ICONS: Record<FileIcon, LucideIcon> = {
	image: Image,
	video: Film,
	audio: Music,
	document: FileText,
	archive: FileArchive,
	font: Type,
	model: Box,
	design: PenTool,
	preset: SlidersHorizontal,
	code: FileCode,
	generic: File,
};
