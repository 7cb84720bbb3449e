import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { crc32 } from "node:zlib";
import type { CreatedShare } from "../../worker/catalogue/shares/contract/shares.ts";
import type { BegunUpload, ResumableUpload } from "../../worker/files/uploads/contract.ts";
import { partBytes, partCount, type SampleFile } from "./sample-bytes.ts";
import type { BenchCreator } from "./worker-process.ts";

/** The browser's number. */
export const IN_FLIGHT = 6;

type HttpResponse = { status: number; body: Buffer };
type Job = { index: number; n: number };
export class UploadClient {
	private readonly port: number;
	private readonly headers: Readonly<Record<string, string>>;
	private readonly agent = new Agent({ keepAlive: true, maxSockets: 100 });

	constructor(port: number, { cookie }: BenchCreator) {
		this.port = port;
		// The product accepts a plain cookie only on requests from its own origin.
		this.headers = { host: `localhost:${port}`, cookie, "sec-fetch-site": "same-origin" };
	}

	close(): void {
		this.agent.destroy();
	}

	send(
		method: string,
		path: string,
		body?: Buffer,
		headers: Record<string, string> = {},
	): Promise<HttpResponse> {
		return new Promise((resolve, reject) => {
			const call = request(
				{
					host: "127.0.0.1",
					port: this.port,
					method,
					path,
					agent: this.agent,
					headers: {
						...this.headers,
						...(body && { "content-length": String(body.length) }),
						...headers,
					},
				},
				(response) => {
					const chunks: Buffer[] = [];
					response.on("data", (chunk: Buffer) => chunks.push(chunk));
					response.once("end", () =>
						resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
					);
					response.once("error", reject);
				},
			);
			call.once("error", reject);
			call.end(body);
		});
	}

	async json<T>(method: string, path: string, body?: unknown, wanted = [200, 201]): Promise<T> {
		const result = await this.send(
			method,
			path,
			body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
			{ "content-type": "application/json" },
		);
		if (!wanted.includes(result.status))
			throw new Error(
				`${method} ${path} answered ${result.status}: ${result.body.subarray(0, 300)}`,
			);
		return JSON.parse(result.body.toString());
	}

	begin(files: readonly SampleFile[]): Promise<BegunUpload> {
		return this.json("POST", "/api/uploads", {
			title: "Bench",
			price: "1.00",
			files: files.map(({ name, size }) => ({ name, size })),
		});
	}

	async fetchStatus(id: string): Promise<ResumableUpload> {
		const first = await this.json<ResumableUpload>("GET", `/api/uploads/${id}`);
		const files = [...first.files];
		for (let from = first.next; from !== null; ) {
			const page: ResumableUpload = await this.json("GET", `/api/uploads/${id}?from=${from}`);
			files.push(...page.files);
			from = page.next;
		}
		return { ...first, files };
	}

	/** False unless acknowledged. Throws for permanent failures. */
	async sendPart(
		upload: { id: string },
		file: { id: string; token: string | null },
		bytes: Buffer,
		n: number,
	) {
		const result = await this.send(
			"PUT",
			`/api/uploads/${upload.id}/files/${file.id}/parts/${n}`,
			bytes,
			{
				"x-upload-token": file.token ?? "",
				"x-part-crc32": crc32(bytes).toString(16).padStart(8, "0"),
			},
		).catch(() => null);
		if (result === null || result.status >= 500) return false;
		if (result.status === 400 && result.body.includes("request.malformed")) return false;
		if (result.status !== 200)
			throw new Error(`a part was refused: ${result.status} ${result.body}`);
		return true;
	}

	/**
	 * Sends missing parts until all are acknowledged; `afterFailure` decides when to continue. Returns how many were
	 * resent.
	 */
	async sendMissing(
		upload: ResumableUpload,
		files: readonly SampleFile[],
		hooks: { afterFailure?: () => Promise<void>; onPart?: (job: Job) => void } = {},
	): Promise<number> {
		let again = 0;
		const jobs: Job[] = upload.files.flatMap((file, index) => {
			const safe = new Set(file.received);
			return Array.from({ length: file.parts }, (_, at) => ({ index, n: at + 1 })).filter(
				(job) => !safe.has(job.n),
			);
		});
		const work = async () => {
			for (let job = jobs.shift(); job; job = jobs.shift()) {
				const file = upload.files[job.index];
				const sample = files[job.index];
				if (!file || !sample) throw new Error("The upload's files differ from the announced ones");
				const bytes = partBytes(sample, job.n);
				while (!(await this.sendPart(upload, file, bytes, job.n))) {
					again++;
					await (hooks.afterFailure ?? shortDelay)();
				}
				hooks.onPart?.(job);
			}
		};
		await Promise.all(Array.from({ length: IN_FLIGHT }, work));
		return again;
	}

	async complete(id: string): Promise<CreatedShare> {
		for (;;) {
			const result = await this.send("POST", `/api/uploads/${id}/complete`, Buffer.alloc(0));
			if (result.status === 201) return JSON.parse(result.body.toString());
			if (result.status !== 202)
				throw new Error(`complete responded ${result.status}: ${result.body}`);
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}

	async upload(files: readonly SampleFile[]): Promise<CreatedShare> {
		const begun = await this.begin(files);
		await this.sendMissing(await this.fetchStatus(begun.id), files);
		return this.complete(begun.id);
	}

	download(fileId: string): Promise<{ sha256: string; size: number }> {
		return new Promise((resolve, reject) => {
			const path = `/api/files/${fileId}/download`;
			const { port, headers, agent } = this;
			request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
				if (response.statusCode !== 200)
					return reject(new Error(`download: ${response.statusCode}`));
				const hash = createHash("sha256");
				let size = 0;
				response.on("data", (chunk: Buffer) => {
					hash.update(chunk);
					size += chunk.length;
				});
				response.once("end", () => resolve({ sha256: hash.digest("hex"), size }));
				response.once("error", reject);
			})
				.once("error", reject)
				.end();
		});
	}
}

export function shortDelay(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
}

export async function withRetries<T>(call: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await call();
		} catch (error) {
			if (error instanceof Error && /answered|refused/.test(error.message)) throw error;
			await shortDelay();
		}
	}
}

export function samples(count: number, size: number): SampleFile[] {
	return Array.from({ length: count }, (_, seed) => ({ name: `film-${seed}.mp4`, size, seed }));
}

export function partsIn(files: readonly SampleFile[]): number {
	return files.reduce((sum, file) => sum + partCount(file), 0);
}
