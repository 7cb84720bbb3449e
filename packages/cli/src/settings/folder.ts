import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** Follows the platform's conventions. */
export function settingsFolder(
	env: Env = process.env,
	platform: NodeJS.Platform = process.platform,
	home: string = env.HOME || homedir(),
): string {
	const chosen = env.XDG_CONFIG_HOME;
	// By the specification, a relative path must be ignored.
	if (chosen && isAbsolute(chosen)) return join(chosen, "tillbox");
	if (platform === "win32") return join(env.APPDATA || join(home, "AppData", "Roaming"), "tillbox");
	if (platform === "darwin") return join(home, "Library", "Application Support", "tillbox");
	return join(home, ".config", "tillbox");
}
