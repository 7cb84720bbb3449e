import { join } from "node:path";
import { settingsFolder } from "./folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** Kept between commands. A token is sent only to its own server. */
export type Settings = {
	/** the origin of the last sign-in */
	server: string | null;
	tokens: Record<string, string>;
	/** cookies of receipts opened here, by the server's origin */
	buyers: Record<string, string>;
};

const settingsFile = (): string => join(settingsFolder(), "config.json");

export async function readSettings(): Promise<Settings> {
	const value = await readPrivateFile(settingsFile());
	return {
		server: typeof value?.server === "string" ? value.server : null,
		tokens: textsIn(value?.tokens),
		buyers: textsIn(value?.buyers),
	};
}

function textsIn(value: unknown): Record<string, string> {
	if (typeof value !== "object" || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).filter(
			(entry): entry is [string, string] => typeof entry[1] === "string",
		),
	);
}

/** Also makes the server the default. */
export async function keepToken(origin: string, token: string): Promise<void> {
	const settings = await readSettings();
	const tokens = { ...settings.tokens, [origin]: token };
	await writePrivateFile(settingsFile(), { ...settings, server: origin, tokens });
}

export async function forgetToken(origin: string): Promise<void> {
	const settings = await readSettings();
	const { [origin]: _, ...tokens } = settings.tokens;
	await writePrivateFile(settingsFile(), { ...settings, tokens });
}

export async function keepBuyer(origin: string, cookie: string): Promise<void> {
	const settings = await readSettings();
	const buyers = { ...settings.buyers, [origin]: cookie };
	await writePrivateFile(settingsFile(), { ...settings, buyers });
}
