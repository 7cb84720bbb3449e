/**
 * The command line beside the browser's protocol without a browser, and beside bare puts: a film killed again
 * and again, and a thousand small files. Starts Workers of its own and prints ratios from one run.
 *
 *   node tools/bench/cli.ts [speed] [small] [film] [--short] [--mib=1024]
 */
import { spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import {
	createReadStream,
	createWriteStream,
	mkdirSync,
	mkdtempSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCli } from "../../packages/cli/build.ts";
import { MIB } from "../../worker/contract/constants.ts";
import { BUDGETS } from "../checks/budgets.ts";
import { isShort } from "./options.ts";
import { partBytes, partCount, type SampleFile } from "./sample-bytes.ts";
import { IN_FLIGHT, samples, UploadClient } from "./upload-client.ts";
import { withBaseline, withSite } from "./worker-process.ts";

const args = process.argv.slice(2);
const chosen = args.filter((arg) => !arg.startsWith("--"));
const PORT = Number(process.env.BENCH_PORT ?? 8811);
const KILLS = isShort ? 3 : 50;
/** MiB */
const SIZE = Number(
	args.find((arg) => arg.startsWith("--mib="))?.slice(6) ?? (isShort ? 128 : 5 * 1024),
);
const FILM = SIZE * MIB;
const ROUNDS = isShort ? 1 : 3;

const seconds = async (act: () => Promise<unknown>) => {
	const began = performance.now();
	await act();
	return (performance.now() - began) / 1000;
};

/** A machine with the built command line and a token in its environment. */
class Machine {
	readonly folder: string;
	readonly #program: string;
	readonly #env: Record<string, string>;

	constructor(folder: string, program: string, env: Record<string, string>) {
		this.folder = folder;
		this.#program = program;
		this.#env = env;
	}

	/**
	 * Runs a command line; `killAt` kills it (SIGKILL) once so many bytes are stored or in flight. Resolves with
	 * its JSON; null when it was killed.
	 */
	run<T>(
		command: readonly string[],
		watch: { killAt?: number; onProgress?: (sentBytes: number) => void } = {},
	): Promise<T | null> {
		return new Promise((resolve, reject) => {
			const child = spawn(process.execPath, [this.#program, ...command, "--json"], {
				cwd: this.folder,
				env: { ...process.env, ...this.#env },
				stdio: ["ignore", "pipe", "pipe"],
			});
			let output = "";
			child.stdout.on("data", (chunk) => {
				output += chunk;
			});
			child.stderr.on("data", (chunk) => {
				const [, sent] = /"sentBytes":(\d+)(?!.*"sentBytes")/s.exec(String(chunk)) ?? [];
				if (!sent) return;
				watch.onProgress?.(Number(sent));
				if (Number(sent) >= (watch.killAt ?? Infinity)) child.kill("SIGKILL");
			});
			child.once("error", reject);
			child.once("close", (code, signal) => {
				if (signal) resolve(null);
				else if (code === 0) resolve(JSON.parse(output));
				else reject(new Error(`${command[0]} exited with ${code}: ${output}`));
			});
		});
	}
}

/** Runs `act` with a served product, a creator, and a machine of theirs. */
async function withMachine(
	act: (client: UploadClient, machine: Machine) => Promise<void>,
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "cli-bench-"));
	const program = await buildCli(join(folder, "tillbox.js"));
	try {
		await withSite(
			{ port: PORT, plans: ["pro"], vars: { TOKEN_CALLS_PER_MINUTE: "100000" } },
			async (site) => {
				const [creator] = site.creators;
				if (!creator) throw new Error("no creator");
				const client = new UploadClient(PORT, creator);
				const env = {
					TILLBOX_TOKEN: creator.token,
					TILLBOX_SERVER: `http://localhost:${PORT}`,
					XDG_CONFIG_HOME: join(folder, "config"),
				};
				await act(client, new Machine(folder, program, env));
				client.close();
			},
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function writeSample(path: string, file: SampleFile): Promise<void> {
	const out = createWriteStream(path);
	for (let n = 1; n <= partCount(file); n++)
		if (!out.write(partBytes(file, n)))
			await new Promise<void>((go) => out.once("drain", () => go()));
	await new Promise<void>((done) => out.end(() => done()));
}

async function sha256(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path, { highWaterMark: MIB })) hash.update(chunk);
	return hash.digest("hex");
}

type Share = { shareId: string };

async function remove(client: UploadClient, shareId: string): Promise<void> {
	const { status } = await client.send("DELETE", `/api/file-shares/${shareId}`);
	if (status !== 204) throw new Error(`delete: ${status}`);
}

const rate = (bytes: number, s: number) => `${(bytes / s / 1e6).toFixed(0)} MB/s`;

/** The same file by the protocol alone and by the command line, in turns. */
async function speed(): Promise<void> {
	const size = Math.min(FILM, (isShort ? 64 : 1024) * MIB);
	await withMachine(async (client, machine) => {
		const [sample] = samples(1, size);
		if (!sample) return;
		const path = join(machine.folder, "film.mp4");
		await writeSample(path, sample);
		const best = { engine: Infinity, cli: Infinity };
		for (let round = 0; round <= ROUNDS; round++) {
			const shares: string[] = [];
			const engine = await seconds(async () => {
				shares.push((await client.upload([sample])).fileShare.shareId);
			});
			const cli = await seconds(async () => {
				const share = await machine.run<Share>(["upload", path, "--price", "1", "--new"]);
				shares.push(share?.shareId ?? "");
			});
			for (const share of shares) await remove(client, share);
			console.log(`turn ${round} of ${ROUNDS}: ${cli.toFixed(1)} and ${engine.toFixed(1)} s`);
			// The first round warms up; other load on the machine only ever adds time.
			if (round === 0) continue;
			best.engine = Math.min(best.engine, engine);
			best.cli = Math.min(best.cli, cli);
		}
		console.log(
			`${size / MIB} MiB by the protocol from memory: ${rate(size, best.engine)}; by the command line from disk, with its start: ${rate(size, best.cli)}, ${(best.cli / best.engine).toFixed(2)} × the time (goal ≤ 1.1)`,
		);
	});
}

/** A film whose upload is killed again and again. */
async function film(): Promise<void> {
	await withMachine(async (_, machine) => {
		const [sample] = samples(1, FILM);
		if (!sample) return;
		const path = join(machine.folder, "film.mp4");
		await writeSample(path, sample);
		let kills = 0;
		let sent = 0;
		let share: Share | null = null;
		const took = await seconds(async () => {
			const command = ["upload", path, "--price", "1"];
			while (!share) {
				// At random after the last one, so that they spread over the whole file.
				const left = KILLS - kills;
				const step =
					left > 0 ? ((FILM - sent) / (left + 1)) * (0.5 + randomInt(1000) / 1000) : Infinity;
				const killAt = sent + Math.max(MIB, step);
				share = await machine.run<Share>(command, {
					killAt,
					onProgress: (bytes) => {
						sent = Math.max(sent, bytes);
					},
				});
				if (!share) console.log(`kill ${++kills} of ${KILLS}`);
			}
		});
		const found = share as Share | null;
		const back = join(machine.folder, "back");
		mkdirSync(back);
		await machine.run(["download", found?.shareId ?? "", "--to", back]);
		const isSame = (await sha256(join(back, "film.mp4"))) === (await sha256(path));
		console.log(
			`${FILM / MIB} MiB, killed ${kills} times (goal ${KILLS}): ${rate(FILM, took)}; downloaded again with ${isSame ? "an equal" : "ANOTHER"} SHA-256`,
		);
		if (!isSame || kills < KILLS) process.exitCode = 1;
	});
}

async function small(): Promise<void> {
	const files = samples(isShort ? 200 : 1000, 20_000);
	await withBaseline(PORT + 1, (baseline) =>
		withMachine(async (client, machine) => {
			const at = join(machine.folder, "many");
			mkdirSync(at);
			for (const file of files) writeFileSync(join(at, file.name), partBytes(file, 1));
			const bare = new UploadClient(baseline.port, { cookie: "" });
			const best = { bare: Infinity, sent: Infinity, whole: Infinity };
			for (let round = 0; round <= ROUNDS; round++) {
				const puts = await seconds(() => putAll(bare, files));
				const began = performance.now();
				let sent = 0;
				const total = files.length * 20_000;
				const share = await machine.run<Share>(["upload", at, "--price", "1", "--new"], {
					onProgress: (bytes) => {
						if (bytes === total && sent === 0) sent = (performance.now() - began) / 1000;
					},
				});
				const whole = (performance.now() - began) / 1000;
				await remove(client, share?.shareId ?? "");
				console.log(`turn ${round} of ${ROUNDS}: ${sent.toFixed(1)} and ${puts.toFixed(1)} s`);
				// The first round warms up.
				if (round === 0) continue;
				best.bare = Math.min(best.bare, puts);
				best.sent = Math.min(best.sent, sent);
				best.whole = Math.min(best.whole, whole);
			}
			bare.close();
			console.log(
				`${files.length} × 20 KB, bare puts: ${best.bare.toFixed(2)} s; by the command line, from its start until all is sent: ${best.sent.toFixed(2)} s, ${(best.sent / best.bare).toFixed(2)} × (goal ≤ ${BUDGETS.uploads.smallFilesByCommandLine}); until it has published and ended: ${best.whole.toFixed(2)} s`,
			);
		}),
	);
}

async function putAll(client: UploadClient, files: readonly SampleFile[]): Promise<void> {
	const queue = [...files];
	const work = async () => {
		for (let file = queue.shift(); file; file = queue.shift()) {
			const { status } = await client.send("PUT", `/objects/${file.name}`, partBytes(file, 1));
			if (status !== 200) throw new Error(`put: ${status}`);
		}
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

const benches = { speed, small, film };
for (const [name, bench] of Object.entries(benches))
	if (chosen.length === 0 || chosen.includes(name)) await bench();
