import {
	MAIN_FOLDER,
	MAX_FILE_NAME_LENGTH,
	MAX_FILE_SIZE,
	MAX_FOLDER_PATH_LENGTH,
} from "../../contract/constants.ts";
import type { Plan } from "../../contract/plans.ts";
import {
	isProgram,
	isProgramName,
	matchesFileType,
	typeOf,
} from "../../files/contract/detect-type.ts";
import type { FileFamily } from "../../files/contract/file-type.ts";
import { formatSize, normaliseFolderPath } from "../../files/contract/files.ts";
import { failure } from "../../platform/errors.ts";
import { visibleName } from "../../platform/safe-names.ts";

/** The name is safe to display, the type from our own table. */
export type CheckedFile = {
	originalName: string;
	mimeType: string;
	family: FileFamily;
	folderPath: string;
};

const CONTROL = /\p{Cc}/u;

function refuseName(name: string, why: string) {
	return failure("request.invalid", {
		message: `“${visibleName(name).slice(0, 80)}” ${why}`,
		details: { file: visibleName(name) },
	});
}

function refuseType(name: string) {
	return failure("file.type_not_accepted", {
		message: `“${name}” is not of an accepted type. Put it in a ZIP to share it.`,
		details: { file: name },
	});
}

/** Doesn't advise a ZIP, which would only hide the damage. */
function refuseContent(name: string, isEmpty: boolean) {
	return failure("file.type_not_accepted", {
		reason: isEmpty ? "file.empty" : "file.content_differs",
		message: isEmpty
			? `“${name}” is empty, which no file of its type can be.`
			: `“${name}” is not what its extension says: it is damaged, or its name has the wrong extension.`,
		details: { file: name },
	});
}

function refuseProgram(name: string) {
	return failure("file.type_not_accepted", { reason: "file.program", details: { file: name } });
}

function cleanName(name: string): string {
	if (CONTROL.test(name)) throw refuseName(name, "has control characters in its name.");
	// Some clients send a path.
	const cleaned = visibleName(name.split(/[/\\]/).at(-1) ?? "").trim();
	if (cleaned === "") throw refuseName(name, "has no name that can be shown.");
	if (cleaned.length > MAX_FILE_NAME_LENGTH)
		throw refuseName(cleaned, `has a name of more than ${MAX_FILE_NAME_LENGTH} characters.`);
	return cleaned;
}

/** Cuts the path to its top folder unless the plan has nested folders. */
function cleanFolder(path: string, fileName: string, plan: Pick<Plan, "nestedFolders">): string {
	if (CONTROL.test(path))
		throw refuseName(fileName, "is in a folder with control characters in its name.");
	const segments = normaliseFolderPath(visibleName(path)).split("/");
	if (segments.some((segment) => segment === "." || segment === ".."))
		throw refuseName(fileName, "is in a folder whose path has “.” or “..” in it.");
	const folderPath = plan.nestedFolders ? segments.join("/") : (segments[0] ?? MAIN_FOLDER);
	if (
		folderPath.length > MAX_FOLDER_PATH_LENGTH ||
		segments.some((segment) => segment.length > 255)
	)
		throw refuseName(fileName, "is in a folder whose path is too long.");
	return folderPath;
}

/** Throws `request.invalid` for a name, `file.type_not_accepted` for a type; both name the file. */
export function checkFile(
	file: { name: string; folderPath: string },
	plan: Pick<Plan, "nestedFolders">,
): CheckedFile {
	const originalName = cleanName(file.name);
	if (isProgramName(originalName)) throw refuseProgram(originalName);
	const type = typeOf(originalName);
	if (!type) throw refuseType(originalName);
	const folderPath = cleanFolder(file.folderPath, originalName, plan);
	return { originalName, mimeType: type.mimeType, family: type.family, folderPath };
}

export function checkSize(name: string, size: number): void {
	if (size > MAX_FILE_SIZE)
		throw failure("file.too_large", {
			message: `“${name}” is larger than ${formatSize(MAX_FILE_SIZE)}.`,
			details: { file: name },
		});
}

/** Throws `file.type_not_accepted` if the first bytes belong to a program, or to another family than the extension. */
export function checkContent(
	head: Uint8Array,
	file: Pick<CheckedFile, "originalName" | "family">,
): void {
	if (isProgram(head)) throw refuseProgram(file.originalName);
	if (!matchesFileType(head, { name: file.originalName, family: file.family }))
		throw refuseContent(file.originalName, head.length === 0);
}
