import { spawn } from "node:child_process";

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
	darwin: ["open"],
	win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export function openBrowser(address: string): void {
	if (!process.stdout.isTTY) return;
	const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
	const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
	child.once("error", () => {});
	child.unref();
}
