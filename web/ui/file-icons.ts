import type { FileIcon } from "../../worker/contract/files/file-type.ts";
import type { IconShapes } from "./icon.tsx";
import { Box } from "./icons/box.ts";
import { File } from "./icons/file.ts";
import { FileArchive } from "./icons/file-archive.ts";
import { FileCode } from "./icons/file-code.ts";
import { FileText } from "./icons/file-text.ts";
import { Film } from "./icons/film.ts";
import { Image } from "./icons/image.ts";
import { Music } from "./icons/music.ts";
import { PenTool } from "./icons/pen-tool.ts";
import { SlidersHorizontal } from "./icons/sliders-horizontal.ts";
import { Type } from "./icons/type.ts";

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
