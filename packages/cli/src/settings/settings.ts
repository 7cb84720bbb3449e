import { join } from "node:path";
import { settingsFolder } from "./folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** What is kept between two commands. Tokens belong to the server that gave them, and are sent to no other. */
export type Settings = {
	/** the origin of the server that was signed in to last; null before */
	server: string | null;
	/** by the server's origin */
	tokens: Record<string, string>;
	/** what makes this machine a holder of purchases whose receipts were opened here, by the server's origin */
	buyers: Record<string, string>;
};

const settingsFile = (): string => join(settingsFolder(), "config.json");

/** Reads the settings; empty ones before the first sign-in. */
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

/** Keeps a token of a server, which becomes the one that commands without `--server` call. */
export async function keepToken(origin: string, token: string): Promise<void> {
	const settings = await readSettings();
	const tokens = { ...settings.tokens, [origin]: token };
	await writePrivateFile(settingsFile(), { ...settings, server: origin, tokens });
}

/** Forgets the token of a server. */
export async function forgetToken(origin: string): Promise<void> {
	const settings = await readSettings();
	const { [origin]: _, ...tokens } = settings.tokens;
	await writePrivateFile(settingsFile(), { ...settings, tokens });
}

/** Keeps the cookie by which a server knows this machine as a buyer. */
export async function keepBuyer(origin: string, cookie: string): Promise<void> {
	const settings = await readSettings();
	const buyers = { ...settings.buyers, [origin]: cookie };
	await writePrivateFile(settingsFile(), { ...settings, buyers });
}
