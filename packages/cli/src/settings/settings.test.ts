import {
	chmodSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settingsFolder } from "./folder.ts";
import { writePrivateFile } from "./private-file.ts";
import { serverOrigin } from "./server-address.ts";
import { forgetToken, keepToken, readSettings } from "./settings.ts";

describe("the folder of the settings", () => {
	it("follows the platform's conventions", () => {
		const folder = (platform: NodeJS.Platform, env = {}) =>
			settingsFolder(env, platform, "/home/a");
		expect(folder("linux")).toBe("/home/a/.config/tillbox");
		expect(folder("linux", { XDG_CONFIG_HOME: "/else" })).toBe("/else/tillbox");
		expect(folder("linux", { XDG_CONFIG_HOME: "relative" })).toBe("/home/a/.config/tillbox");
		expect(folder("darwin")).toBe("/home/a/Library/Application Support/tillbox");
		expect(folder("win32", { APPDATA: "/roaming" })).toBe("/roaming/tillbox");
	});
});

describe("settings", () => {
	let home = "";
	beforeEach(() => {
		home = mkdtempSync(join(tmpdir(), "cli-settings-"));
		vi.stubEnv("XDG_CONFIG_HOME", home);
	});
	afterEach(() => {
		vi.unstubAllEnvs();
		rmSync(home, { recursive: true, force: true });
	});
	const file = () => join(home, "tillbox", "config.json");

	// G97
	it("keeps a token for each server, in a file that only its owner can read", async () => {
		expect(await readSettings()).toEqual({ server: null, tokens: {}, buyers: {} });
		await keepToken("https://a.example", "tbx_one");
		await keepToken("https://b.example", "tbx_two");
		expect(await readSettings()).toEqual({
			server: "https://b.example",
			tokens: { "https://a.example": "tbx_one", "https://b.example": "tbx_two" },
			buyers: {},
		});
		expect(statSync(file()).mode & 0o777).toBe(0o600);
		expect(statSync(join(home, "tillbox")).mode & 0o777).toBe(0o700);
		await forgetToken("https://b.example");
		expect((await readSettings()).tokens).toEqual({ "https://a.example": "tbx_one" });
		expect(readdirSync(join(home, "tillbox"))).toEqual(["config.json"]);
	});

	it("makes settings private again that others could read", async () => {
		await keepToken("https://a.example", "tbx_one");
		chmodSync(file(), 0o644);
		await readSettings();
		expect(statSync(file()).mode & 0o777).toBe(0o600);
	});

	it("keeps the settings when new ones can't be written", async () => {
		await keepToken("https://a.example", "tbx_one");
		const before = readFileSync(file(), "utf8");
		const endless: Record<string, unknown> = {};
		endless.self = endless;
		await expect(writePrivateFile(file(), endless)).rejects.toThrow(/circular/);
		expect(readFileSync(file(), "utf8")).toBe(before);
		expect(readdirSync(join(home, "tillbox"))).toEqual(["config.json"]);
	});

	it("names damaged settings without showing them", async () => {
		await keepToken("https://a.example", "tbx_one");
		writeFileSync(file(), '{"tokens": "tbx_secret');
		await expect(readSettings()).rejects.toThrow(`${file()} isn't a valid settings file.`);
	});
});

describe("a server's address", () => {
	it("reduces a server's address to its origin", () => {
		expect(serverOrigin("tillbox.example")).toBe("https://tillbox.example");
		expect(serverOrigin("https://tillbox.example/dashboard")).toBe("https://tillbox.example");
		expect(serverOrigin("http://localhost:8787")).toBe("http://localhost:8787");
		expect(serverOrigin("http://127.0.0.1:8787")).toBe("http://127.0.0.1:8787");
	});

	it.each([
		"http://tillbox.example",
		"http://localhost.evil.example",
		"ftp://tillbox.example",
		"https://a:b@tillbox.example",
		"https://",
		"a b",
		"notaurl",
	])("refuses the server's address %s", (address) => {
		expect(() => serverOrigin(address)).toThrow();
	});
});
