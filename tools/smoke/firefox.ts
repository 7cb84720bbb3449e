import { existsSync } from "node:fs";
import { canInstallPackages, installPackages } from "../local/chromium.ts";

const KNOWN = [
	process.env.FIREFOX_PATH,
	"/usr/bin/firefox-esr",
	"/usr/bin/firefox",
	"/Applications/Firefox.app/Contents/MacOS/firefox",
];

const findFirefox = () => KNOWN.find((path) => path && existsSync(path)) ?? null;

export async function ensureFirefox(): Promise<{ path: string } | { missing: string }> {
	const there = findFirefox();
	if (there) return { path: there };
	const advice = "Install Firefox, or name it: FIREFOX_PATH=/path npm test";
	if (!canInstallPackages())
		return { missing: `there is no Firefox and no right to install one. ${advice}` };
	console.log("Installing Firefox …");
	try {
		await installPackages(["firefox-esr"]);
	} catch (error) {
		return { missing: `Firefox could not be installed. ${advice}\n${String(error)}` };
	}
	const installed = findFirefox();
	return installed ? { path: installed } : { missing: `the package has no Firefox. ${advice}` };
}
