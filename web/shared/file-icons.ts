import Box from "icons:box";
import File from "icons:file";
import FileArchive from "icons:file-archive";
import FileCode from "icons:file-code";
import FileText from "icons:file-text";
import Film from "icons:film";
import Image from "icons:image";
import Music from "icons:music";
import PenTool from "icons:pen-tool";
import SlidersHorizontal from "icons:sliders-horizontal";
import Type from "icons:type";
import type { FileIcon } from "../../worker/files/contract/file-type.ts";
import type { IconBody } from "../ui/icon.tsx";

export const FILE_ICONS: Record<FileIcon, IconBody> = {
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
