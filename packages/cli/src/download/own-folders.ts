import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CliFailure, EXIT } from "../failures.ts";
import { settingsFolder } from "../settings/folder.ts";
import { readPrivateFile, writePrivateFile } from "../settings/private-file.ts";

type Made = { origin: string; shareId: string; folder: string };

const recordOf = ({ origin, shareId, folder }: Made): string => {
	const name = createHash("sha256")
		.update(JSON.stringify([origin, shareId, folder]))
		.digest("hex");
	return join(settingsFolder(), "downloads", `${name}.json`);
};

/**
 * Makes the folder (absolute path) of a share's title, or reuses that of the same share. Throws if another folder
 * or file has the name: a seller's title must not put files into a buyer's folder.
 */
export async function makeOwnFolder(made: Made): Promise<void> {
	try {
		await mkdir(made.folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		if (await readPrivateFile(recordOf(made))) return;
		throw new CliFailure(
			"file.exists",
			EXIT.conflict,
			`${made.folder} already exists, and was not created by a download of this share.`,
			{ hints: ["Name the folder to download to with --to FOLDER; it can be this one."] },
		);
	}
	// Without a record, --to still resumes the download.
	await writePrivateFile(recordOf(made), made).catch(() => {});
}
