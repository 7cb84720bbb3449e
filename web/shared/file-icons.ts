import type { FileIcon } from "../../worker/contract/files/file-type.ts";
import type { IconShapes } from "../ui/icon.tsx";
import { Box } from "../ui/icons/box.ts";
import { File } from "../ui/icons/file.ts";
import { FileArchive } from "../ui/icons/file-archive.ts";
import { FileCode } from "../ui/icons/file-code.ts";
import { FileText } from "../ui/icons/file-text.ts";
import { Film } from "../ui/icons/film.ts";
import { Image } from "../ui/icons/image.ts";
import { Music } from "../ui/icons/music.ts";
import { PenTool } from "../ui/icons/pen-tool.ts";
import { SlidersHorizontal } from "../ui/icons/sliders-horizontal.ts";
import { Type } from "../ui/icons/type.ts";

/** The icons of files, by the names that the contract gives them. */
export const FILE_ICONS: Record<FileIcon, IconShapes> = {
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
