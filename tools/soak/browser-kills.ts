import { createHash, randomBytes } from "node:crypto";
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type { MyShare } from "../../worker/contract/catalogue/shares.ts";
import type { OpenUpload } from "../../worker/contract/files/uploads.ts";
import { partBytes, partCount, type SampleFile, sha256Of } from "../bench/sample-bytes.ts";
import { withServedSite } from "../bench/site.ts";
import { IN_FLIGHT } from "../bench/upload-client.ts";
import { ensureChromium } from "../local/chromium.ts";

/** What is dropped on the page, and the SHA-256 its files must have at the end, by name. */
type Cargo = { title: string; path: string; parts: number; sums: Map<string, string> };

const TIMEOUT_MS = { timeout: 45 * 60 * 1000 };

function film(folder: string, size: number): Cargo {
	const sample: SampleFile = { name: "film.mp4", size, seed: 1 };
	const path = join(folder, sample.name);
	writeFileSync(path, "");
	for (let n = 1; n <= partCount(sample); n++) appendFileSync(path, partBytes(sample, n));
	const sums = new Map([[sample.name, sha256Of(sample)]]);
	return { title: "A film", path, parts: partCount(sample), sums };
}

function directory(folder: string, count: number): Cargo {
	const path = join(folder, "Archive");
	const sums = new Map<string, string>();
	for (let n = 0; n < count; n++) {
		const inside = join(path, `Box ${n % 10}`);
		mkdirSync(inside, { recursive: true });
		const name = `note-${n}.txt`;
		const bytes = Buffer.from(randomBytes(10_000 + n).toString("hex"));
		writeFileSync(join(inside, name), bytes);
		sums.set(name, createHash("sha256").update(bytes).digest("hex"));
	}
	return { title: "An archive", path, parts: count, sums };
}

/** Kills every process of the browser at once, like a crash or a power loss. */
function killBrowser(profile: string): void {
	for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
		try {
			if (readFileSync(join("/proc", pid, "cmdline"), "utf8").includes(profile))
				process.kill(Number(pid), "SIGKILL");
		} catch {
			// ended meanwhile
		}
	}
}

/** Drops a file or a directory from the disk, as from the desktop. */
async function dropFromDisk(page: Page, path: string): Promise<void> {
	const target = page.getByText("Drop files or folders here").or(page.getByText(/^Drop .* here/));
	const box = await target.first().boundingBox();
	if (!box) throw new Error("There is no area to drop on");
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	const devtools = await page.context().newCDPSession(page);
	const data = { items: [], files: [path], dragOperationsMask: 1 };
	for (const type of ["dragEnter", "dragOver", "drop"] as const)
		await devtools.send("Input.dispatchDragEvent", { type, x, y, data });
	await devtools.detach();
}

function watchParts(page: Page): Set<unknown> {
	const sent = new Set();
	page.on("request", (request) => {
		if (/\/parts\/\d+$/.test(new URL(request.url()).pathname)) sent.add(request);
	});
	return sent;
}

/** Resolves once half of the upload's bytes are stored. */
async function halfWay(context: BrowserContext, origin: string): Promise<void> {
	for (;;) {
		const response = await context.request.get(`${origin}/api/uploads`);
		const [upload]: OpenUpload[] = await response.json();
		if (upload && upload.receivedSize >= upload.totalSize / 2) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function sumOf(context: BrowserContext, address: string): Promise<string> {
	const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
	const { body, ok } = await fetch(address, { headers: { cookie: cookies } });
	const hash = createHash("sha256");
	if (ok && body) for await (const chunk of body) hash.update(chunk);
	return hash.digest("hex");
}

async function survives(cargo: Cargo, origin: string, profile: string): Promise<boolean> {
	const open = async () =>
		chromium.launchPersistentContext(profile, {
			executablePath: await ensureChromium(),
			viewport: { width: 1280, height: 900 },
			args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
		});
	const first = await open();
	await first.request.post(`${origin}/api/register`, {
		headers: { "sec-fetch-site": "same-origin" },
		data: {
			email: `${randomBytes(6).toString("hex")}@example.test`,
			password: "zebra8fjord",
			plan: "free",
			firstName: "Ada",
			lastName: "Meyer",
		},
	});
	// Those of the last half minute may not be on the disk yet when the browser dies.
	const cookies = await first.cookies();
	const before = await first.newPage();
	const sent = [watchParts(before)];
	await before.goto(`${origin}/upload`);
	await dropFromDisk(before, cargo.path);
	await before.getByLabel("Title *").fill(cargo.title);
	await before.getByLabel("Price ($) *").fill("9.99");
	await before.getByRole("button", { name: "Upload & List for Sale" }).click();
	const link = await before.getByLabel("Share Link for Buyers").inputValue(TIMEOUT_MS);
	await halfWay(first, origin);
	killBrowser(profile);

	const second = await open();
	await second.addCookies(cookies);
	const after = await second.newPage();
	sent.push(watchParts(after));
	await after.goto(`${origin}/upload`);
	await after.getByRole("button", { name: `Resume ${cargo.title}` }).click();
	const asked = after.getByRole("heading", { name: "Choose the same files again" });
	const published = after.getByText("Files Uploaded Successfully!");
	await asked.or(published).first().waitFor(TIMEOUT_MS);
	if (await asked.isVisible()) await dropFromDisk(after, cargo.path);
	await published.waitFor(TIMEOUT_MS);

	const response = await second.request.get(link.replace("/share/", "/api/file-shares/"));
	const share: MyShare = await response.json();
	let different = 0;
	for (const { id, originalName } of share.files)
		if (
			(await sumOf(second, `${origin}/api/files/${id}/download`)) !== cargo.sums.get(originalName)
		)
			different++;
	await second.close();
	const again = sent.reduce((sum, parts) => sum + parts.size, 0) - cargo.parts;
	console.log(
		`browser killed half-way (${cargo.title}, ${cargo.sums.size} files, ${cargo.parts} parts): ${share.files.length} files published, ${different} differ, ${again} parts sent again (${IN_FLIGHT} in flight)`,
	);
	return share.files.length === cargo.sums.size && different === 0 && again <= IN_FLIGHT;
}

/**
 * Uploads a film of `filmSize` bytes and a directory of `count` files in Chromium, and kills the
 * browser half-way each time. False when a file is missing or differs, or more is sent again than was in flight.
 */
export async function browserKills(filmSize: number, count: number): Promise<boolean> {
	return withServedSite(async ({ origin }) => {
		let isPassed = true;
		for (const pack of [
			(folder: string) => directory(folder, count),
			(folder: string) => film(folder, filmSize),
		]) {
			const folder = mkdtempSync(join(tmpdir(), "browser-kills-"));
			try {
				isPassed = (await survives(pack(folder), origin, join(folder, "profile"))) && isPassed;
			} finally {
				rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
			}
		}
		return isPassed;
	});
}
