import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { CliFailure, EXIT } from "../failures.ts";

/** Readable only by this user (file 600, folder 700). Atomic, even after a crash. */
export async function writePrivateFile(path: string, value: unknown): Promise<void> {
	const folder = dirname(path);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await chmod(folder, 0o700);
	const temporary = `${path}.${randomBytes(6).toString("hex")}`;
	try {
		const file = await open(temporary, "wx", 0o600);
		try {
			await file.writeFile(`${JSON.stringify(value, null, "\t")}\n`);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}

/** Null if there is no file. Throws unless it is a JSON object. */
export async function readPrivateFile(path: string): Promise<Record<string, unknown> | null> {
	let text: string;
	try {
		// A file copied from elsewhere may be readable by others.
		if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0)
			await chmod(path, 0o600);
		text = await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
	} catch {
		// The error below doesn't show the content, which includes a token.
	}
	throw new CliFailure("settings.unreadable", EXIT.file, `${path} isn't a valid settings file.`, {
		hints: ["Remove it and sign in again."],
	});
}
