import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { PlainError, run } from "./processes.ts";

/** The first has no window interface, which halves a test's processor time. */
const KNOWN = [
	process.env.CHROMIUM_PATH,
	"/usr/bin/chromium-headless-shell",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export function findChromium(): string | null {
	const own = chromium.executablePath();
	return (
		[...KNOWN, own].find((path) => path !== undefined && path !== "" && existsSync(path)) ?? null
	);
}

export function canInstallPackages(): boolean {
	return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

export async function installPackages(names: readonly string[]): Promise<void> {
	const env = { DEBIAN_FRONTEND: "noninteractive" };
	await run("apt-get", ["update", "-qq"], { env });
	await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], { env });
}

const EMOJI_FONT = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf";

/** The font contains digits and a space, which once replaced those of the text font. Tests also run without it. */
export async function installEmojiFont(): Promise<void> {
	if (existsSync(EMOJI_FONT) || !canInstallPackages()) return;
	await installPackages(["fonts-noto-color-emoji"]).catch(() =>
		console.log("The emoji font could not be installed; the browser tests run without it."),
	);
}

/** Installs one if needed: Debian's package as root, else Playwright's. */
export async function ensureChromium(): Promise<string> {
	const there = findChromium();
	if (there) return there;
	console.log("Installing Chromium for the browser tests …");
	if (canInstallPackages())
		await installPackages(["chromium-headless-shell"]).catch(() => installPackages(["chromium"]));
	else await run("playwright", ["install", "chromium"]);
	const installed = findChromium();
	if (!installed)
		throw new PlainError(
			"No Chromium was found. Install one and name it: CHROMIUM_PATH=/path npm test",
		);
	return installed;
}
