import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canInstallPackages, installPackages } from "../local/chromium.ts";
import { PlainError, waitFor } from "../local/processes.ts";
import { TestUser } from "./browser.ts";
import { endToEndTest } from "./end-to-end-test.ts";
import { WebDriverSession } from "./webdriver.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";

/**
 * Installs WebKitGTK's driver and a virtual display where they are missing; throws where that is
 * impossible.
 */
export async function ensureWebKit(): Promise<void> {
	const isThere = () => existsSync(DRIVER) && existsSync(XVFB);
	if (isThere()) return;
	console.log("Installing WebKitGTK …");
	if (canInstallPackages()) await installPackages(["webkit2gtk-driver", "xvfb"]);
	if (!isThere())
		throw new PlainError(
			"WebKitGTK's driver was not found: install the packages webkit2gtk-driver and xvfb.",
		);
}

/** Starts a virtual display; returns its name once it accepts connections. */
async function startDisplay(): Promise<{ display: string; process: ChildProcess }> {
	const child = spawn(
		XVFB,
		["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
		{
			stdio: ["ignore", "ignore", "ignore", "pipe"],
		},
	);
	const number = await new Promise<string>((resolve, reject) => {
		child.stdio[3]?.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
		child.once("exit", (code) => reject(new Error(`Xvfb ended (exit ${code}).`)));
	});
	return { display: `:${number}`, process: child };
}

/** Runs the end-to-end test in WebKitGTK's own minimal browser. False when a file differs. */
export async function webkitTest(origin: string, driverPort: number): Promise<boolean> {
	const home = mkdtempSync(join(tmpdir(), "tillbox-webkit-"));
	const downloads = join(home, "Downloads");
	mkdirSync(join(home, ".config"));
	mkdirSync(downloads);
	// Where the browser saves files without asking.
	writeFileSync(join(home, ".config", "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
	const { display, process: screen } = await startDisplay();
	const driver = spawn(DRIVER, [`--port=${driverPort}`], {
		stdio: ["ignore", "inherit", "inherit"],
		env: {
			PATH: process.env.PATH,
			DISPLAY: display,
			HOME: home,
			LANG: "C.UTF-8",
			// Software rendering; there is no session bus and no graphics card.
			WEBKIT_DISABLE_DMABUF_RENDERER: "1",
			LIBGL_ALWAYS_SOFTWARE: "1",
			GIO_USE_VFS: "local",
			NO_AT_BRIDGE: "1",
		},
	});
	const base = `http://localhost:${driverPort}`;
	const sessions: WebDriverSession[] = [];
	try {
		await waitFor(`${base}/status`, 20_000);
		return await endToEndTest(
			{
				name: "WebKitGTK",
				downloads,
				async newUser() {
					await sessions.pop()?.end();
					const session = await WebDriverSession.begin(base, {});
					sessions.push(session);
					return new TestUser(session) as TestUser<unknown>;
				},
			},
			origin,
		);
	} finally {
		for (const session of sessions) await session.end().catch(() => undefined);
		driver.kill("SIGTERM");
		screen.kill("SIGTERM");
		rmSync(home, { recursive: true, force: true, maxRetries: 5 });
	}
}
