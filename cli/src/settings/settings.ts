import { join } from "node:path";
import { settingsFolder } from "./folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** What is kept between two commands. Tokens belong to the server that gave them, and are sent to no other. */
export type Settings = {
	/** the origin of the server that was signed in to last; null before */
	server: string | null;
	/** by the server's origin */
	tokens: Record<string, string>;
};

const settingsFile = (): string => join(settingsFolder(), "config.json");

/** Reads the settings; empty ones before the first sign-in. */
export async function readSettings(): Promise<Settings> {
	const value = await readPrivateFile(settingsFile());
	const tokens: Record<string, string> = {};
	const found: unknown = value?.tokens;
	if (typeof found === "object" && found !== null)
		for (const [origin, token] of Object.entries(found))
			if (typeof token === "string") tokens[origin] = token;
	return { server: typeof value?.server === "string" ? value.server : null, tokens };
}

/** Keeps a token of a server, which becomes the one that commands without `--server` call. */
export async function keepToken(origin: string, token: string): Promise<void> {
	const settings = await readSettings();
	await writePrivateFile(settingsFile(), {
		server: origin,
		tokens: { ...settings.tokens, [origin]: token },
	});
}

/** Forgets the token of a server. */
export async function forgetToken(origin: string): Promise<void> {
	const { server, tokens } = await readSettings();
	const { [origin]: _, ...others } = tokens;
	await writePrivateFile(settingsFile(), { server, tokens: others });
}
