import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { photo, tone } from "../../web/e2e/support/sample-files.ts";
import type { ShareResponse } from "../../worker/contract/catalogue/shares.ts";
import type { TestUser } from "./browser.ts";

const PASSWORD = "zebra8fjord";
const BANK_PAGE_CARD = "4000002760003184";
const DOWNLOAD_MS = 30_000;
const PREVIEWS_MS = 60_000;

/** A browser with several profiles, each with its own cookies, that saves files into a folder. */
export type SmokeBrowser = {
	name: string;
	newUser: () => Promise<TestUser<unknown>>;
	downloads: string;
};

type Cargo = { name: string; path: string; sum: string };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function cargo(folder: string): Cargo[] {
	const made = [
		photo("dusk.png", 1600, 1066),
		tone("tone.wav", 12),
		{ name: "archive.bin.txt", buffer: Buffer.from(randomBytes(5 * 1024 * 1024).toString("hex")) },
	];
	return made.map(({ name, buffer }) => {
		const path = join(folder, name);
		writeFileSync(path, buffer);
		return { name, path, sum: sha256(buffer) };
	});
}

async function signUpAndIn(person: TestUser<unknown>, origin: string): Promise<void> {
	const email = `smoke-${randomBytes(6).toString("hex")}@example.test`;
	await person.open(`${origin}/auth?tab=sign-up`);
	await person.press("tab", "Sign Up");
	await person.fill("Email", email);
	await person.fill("Password", PASSWORD);
	await person.press("button", "Create Account");
	await person.arrive("/");
	await person.press("button", "Log out");
	await person.see("Upload files. Set a price. Share one link.");
	await person.open(`${origin}/auth`);
	await person.fill("Email", email);
	await person.fill("Password", PASSWORD);
	await person.press("button", "Sign In");
	await person.arrive("/");
	// An address may be told before its page is there, which would then replace the next one.
	await person.see("Generate Share Link");
}

async function publish(person: TestUser<unknown>, origin: string, files: readonly Cargo[]) {
	await person.open(`${origin}/upload`);
	await person.choose(files.map(({ path }) => path));
	await person.fill("Title *", "Hills at dusk");
	await person.fill("Price ($) *", "12.50");
	await person.press("button", "Upload & List for Sale");
	await person.see("Files Uploaded Successfully!");
	return person.valueOf("Share Link for Buyers");
}

async function buy(person: TestUser<unknown>, link: string): Promise<void> {
	await person.open(link);
	await person.press("link", "Buy for $12.50");
	await person.fill("Card number", BANK_PAGE_CARD);
	await person.fill("Expiration date", "1234");
	await person.fill("CVC", "123");
	await person.fill("Email", "smoke-buyer@example.test");
	await person.press("button", "Pay $12.50");
	await person.press("button", "Complete");
	await person.see("Purchased");
}

/**
 * The preview of each file as an anonymous visitor gets it: its kind, and the type of its bytes where it
 * plays.
 */
async function previewsOf(link: string): Promise<Record<string, string>> {
	const page: ShareResponse = await (
		await fetch(link.replace("/share/", "/api/file-shares/"))
	).json();
	const entries = page.files.map(async ({ id, originalName, preview }) => {
		if (preview?.kind !== "clip") return [originalName, preview?.kind ?? "none"];
		const clip = await fetch(new URL(`/api/files/${id}/stream`, link));
		return [originalName, `clip, ${clip.headers.get("content-type")}`];
	});
	return Object.fromEntries(await Promise.all(entries));
}

/** The same, once the creator's browser has made them all, which goes on after publishing. */
async function previewsMade(link: string): Promise<Record<string, string>> {
	const end = Date.now() + PREVIEWS_MS;
	for (;;) {
		const previews = await previewsOf(link);
		// A track has its waveform before its clip.
		const isUnderWay = Object.values(previews).some((kind) => /^(?:none|waveform)$/.test(kind));
		if (!isUnderWay || Date.now() > end) return previews;
		await wait(500);
	}
}

async function downloaded(folder: string, { name, sum }: Cargo): Promise<boolean> {
	const path = join(folder, name);
	const end = Date.now() + DOWNLOAD_MS;
	// A browser writes into a file of the same name or beside it until the last byte is there.
	while (Date.now() < end) {
		if (existsSync(path) && sha256(readFileSync(path)) === sum) return true;
		await wait(200);
	}
	return false;
}

/**
 * Registers, signs in again, uploads, publishes, buys with 3-D Secure as another user and downloads.
 * Throws where the browser cannot continue; false when a downloaded file differs.
 */
export async function endToEndTest(browser: SmokeBrowser, origin: string): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "tillbox-smoke-"));
	mkdirSync(browser.downloads, { recursive: true });
	const started = Date.now();
	try {
		const files = cargo(folder);
		const creator = await browser.newUser();
		await signUpAndIn(creator, origin);
		const link = await publish(creator, origin, files);
		const previews = await previewsMade(link);
		const buyer = await browser.newUser();
		await buy(buyer, link);
		const differing: string[] = [];
		for (const file of files) {
			await buyer.press("link", `Download ${file.name}`);
			if (!(await downloaded(browser.downloads, file))) differing.push(file.name);
		}
		const isPassed = differing.length === 0 && previews["tone.wav"] === "clip, audio/mp4";
		console.log(
			`${browser.name}: registered, published, bought with 3-D Secure; ${files.length} files downloaded, ${differing.length} differ ${differing.join(", ")}; previews ${JSON.stringify(previews)} (${Math.round((Date.now() - started) / 1000)} s)`,
		);
		return isPassed;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
