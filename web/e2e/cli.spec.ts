import { createHash, randomBytes } from "node:crypto";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import { builtCli, CliMachine } from "./support/cli.ts";
import { openDam } from "./support/dam.ts";
import type { NewRequest } from "./support/money.ts";
import { buyByCard } from "./support/money.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";
import { newToken } from "./support/tokens.ts";

const MIB = 1024 * 1024;
const SCOPES = ["shares:read", "shares:write", "sales:read", "sales:refund", "customers:read"];

let folder = "";
let program = "";
test.beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "cli-e2e-"));
	program = await builtCli(folder);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Creator = { request: APIRequestContext; token: string; email: string };

async function makeCreator(newRequest: NewRequest, scopes = SCOPES): Promise<Creator> {
	const request = await newRequest();
	return { request, ...(await newToken(request, scopes)) };
}

async function signedIn({ token }: Creator, baseURL: string | undefined): Promise<CliMachine> {
	const machine = new CliMachine(program, baseURL ?? "");
	const run = await machine.run(["login", "--with-token"], { input: `${token}\n` });
	expect(run).toMatchObject({ exitCode: 0 });
	return machine;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function write(path: string, bytes: Uint8Array | string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, bytes);
}

function hashes(at: string): Record<string, string> {
	const names = readdirSync(at, { recursive: true, encoding: "utf8" });
	const files = names.filter((name) => statSync(join(at, name)).isFile());
	return Object.fromEntries(
		files.sort().map((name) => [name, sha256(readFileSync(join(at, name)))]),
	);
}

function sampleFolder(name: string, mebibytes: number): string {
	const at = join(folder, name);
	// The first bytes of an MP4 film.
	const film = randomBytes(mebibytes * MIB);
	film.set(Buffer.from("0000001866747970" + "69736f6d00000200" + "69736f6d6d703431", "hex"));
	write(join(at, "film.mp4"), film);
	write(join(at, "read me.txt"), "Thank you.");
	write(join(at, "Texts/Ä b.txt"), "one");
	write(join(at, "Texts/empty.txt"), "");
	return at;
}

test("a folder is uploaded, killed again and again, resumed elsewhere, and comes back equal", async ({
	newRequest,
	baseURL,
}) => {
	const creator = await makeCreator(newRequest);
	const dam = await openDam(baseURL);
	const machine = await signedIn(creator, dam.address);
	// Parts of 8 MiB, and two small ones.
	const files = sampleFolder("album", DOES_ALL_ROUNDS ? 40 : 24);
	const command = ["upload", files, "--title", "North", "--price", "12"];
	for (let kills = 0; kills < (DOES_ALL_ROUNDS ? 4 : 2); kills++) {
		const run = await machine.run(command, { until: dam.letThrough(1) });
		expect(run.exitCode, run.stderr).toBe(null);
	}
	const { uploads } = await machine.json<{ uploads: { id: string; receivedSize: number }[] }>([
		"uploads",
	]);
	expect(uploads).toHaveLength(1);
	expect(uploads[0]?.receivedSize).toBeGreaterThan(8 * MIB);

	// Another machine: another home, and copies with other dates.
	const other = await signedIn(creator, baseURL);
	const copy = join(folder, "copy");
	cpSync(files, copy, { recursive: true });
	for (const name of Object.keys(hashes(copy))) utimesSync(join(copy, name), 1e9, 1e9);
	const elsewhere = await other.run(["uploads", "resume", uploads[0]?.id ?? ""]);
	expect(elsewhere.exitCode).toBe(2);
	expect(elsewhere.stderr).toContain("name its files or folders");
	// A file of the same name and size isn't mistaken for it.
	const changed = join(folder, "changed");
	cpSync(copy, changed, { recursive: true });
	const bytes = readFileSync(join(changed, "film.mp4"));
	// Changes every part, since which ones have arrived is random.
	for (let at = 4 * MIB; at < bytes.length; at += MIB) bytes[at] = (bytes[at] ?? 0) ^ 1;
	writeFileSync(join(changed, "film.mp4"), bytes);
	const refused = await other.run(["uploads", "resume", uploads[0]?.id ?? "", changed, "--json"]);
	expect(JSON.parse(refused.stdout)).toMatchObject({
		error: { code: "upload.changed", exitCode: 8, details: { changed: ["film.mp4"] } },
	});

	const share = await other.json<{ shareId: string; link: string; title: string }>([
		"uploads",
		"resume",
		uploads[0]?.id ?? "",
		copy,
	]);
	expect(share).toMatchObject({ title: "North", link: `${baseURL}/share/${share.shareId}` });
	const to = join(folder, "down");
	const down = ["download", share.link, "--to", to, "--progress", "json"];
	await other.run(down, {
		watch: (stderr, kill) => {
			const sent = [...stderr.matchAll(/"sentBytes":(\d+)/g)].map(([, n]) => Number(n));
			if (Math.max(0, ...sent) >= 20 * MIB) kill();
		},
	});
	// Whatever has its own name by then is whole.
	const whole = hashes(files);
	for (const [name, hash] of Object.entries(hashes(to)))
		if (!name.endsWith(".part")) expect(hash, name).toBe(whole[name]);
	const got = await other.json<{ files: { state: string; crc32: string }[] }>(down);
	expect(got.files).toHaveLength(4);
	for (const { crc32 } of got.files) expect(crc32).toMatch(/^[0-9a-f]{8}$/);
	expect(hashes(to)).toEqual(whole);
	const again = await other.json<{ files: { state: string }[] }>(down);
	expect(again.files.every(({ state }) => state === "present")).toBe(true);
	for (const one of [machine, other]) {
		expect(one.printed).not.toContain(creator.token);
		const file = join(one.home, ".config", "tillbox", "config.json");
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
		one.remove();
	}
	dam.close();
});

test("Ctrl-C stops an upload and says how to resume it, and a discarded one is deleted", async ({
	newRequest,
	baseURL,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const creator = await makeCreator(newRequest);
	const dam = await openDam(baseURL);
	const machine = await signedIn(creator, dam.address);
	const files = sampleFolder("stopped", 9);
	let isStopped = false;
	const run = await machine.run(["upload", files, "--price", "3", "--progress", "plain"], {
		watch: (stderr, kill) => {
			if (!isStopped && stderr.includes("Uploading")) kill("SIGINT");
			isStopped ||= stderr.includes("Uploading");
		},
	});
	expect(run.exitCode, run.stderr).toBe(130);
	const [, id = ""] = /tillbox uploads resume (\S+)/.exec(run.stderr) ?? [];
	const { uploads } = await machine.json<{ uploads: { id: string }[] }>(["uploads"]);
	expect(uploads.map((one) => one.id)).toEqual([id]);
	expect((await machine.run(["uploads", "discard", id])).exitCode).toBe(2);
	await machine.json(["uploads", "discard", id, "--yes"]);
	expect(await machine.json(["uploads"])).toEqual({ uploads: [] });
	expect((await machine.run(["uploads", "resume", id])).exitCode).toBe(4);
	machine.remove();
	dam.close();
});

test("a buyer downloads by the link of their receipt, as files and as a ZIP", async ({
	newRequest,
	baseURL,
}) => {
	const creator = await makeCreator(newRequest);
	const seller = await signedIn(creator, baseURL);
	const files = join(folder, "bought");
	write(join(files, "a.txt"), "first");
	write(join(files, "More/b.txt"), "second");
	const { shareId, link } = await seller.json<{ shareId: string; link: string }>([
		"upload",
		files,
		"--price",
		"2",
	]);
	const stranger = new CliMachine(program, baseURL ?? "");
	const refused = await stranger.run(["download", link]);
	expect(refused).toMatchObject({ exitCode: 3 });
	expect(refused.stderr).toContain("was not bought here");

	const buyer = await newRequest();
	const receipt = await buyByCard(buyer, shareId);
	const down = ["download", "--receipt", "--to", "here"];
	await stranger.json(down, { input: `${receipt}\n` });
	expect(hashes(join(stranger.home, "here"))).toEqual(hashes(files));
	mkdirSync(join(stranger.home, "bought"));
	const taken = await stranger.run(["download", link]);
	expect(taken).toMatchObject({ exitCode: 5, stderr: expect.stringContaining("--to FOLDER") });
	rmSync(join(stranger.home, "bought"), { recursive: true });
	for (const state of ["downloaded", "present"])
		expect(await stranger.json(["download", link])).toMatchObject({
			files: [{ state }, { state }],
		});
	expect(hashes(join(stranger.home, "bought"))).toEqual(hashes(files));
	await stranger.json(["download", link, "--zip", "--to", "."]);
	const zip = readFileSync(join(stranger.home, "bought.zip"));
	expect(zip.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
	const one = ["download", link, "--file", "More/b.txt", "--to", "single"];
	await stranger.json(one);
	expect(readFileSync(join(stranger.home, "single/More/b.txt"), "utf8")).toBe("second");
	writeFileSync(join(stranger.home, "single/More/b.txt"), "mine");
	expect((await stranger.run(one)).exitCode).toBe(5);
	expect(readFileSync(join(stranger.home, "single/More/b.txt"), "utf8")).toBe("mine");
	for (const machine of [seller, stranger]) machine.remove();
});
