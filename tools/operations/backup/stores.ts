import type { CopiedMetadata } from "../../../worker/maintenance/backup/format.ts";

export type Bytes = Uint8Array<ArrayBuffer>;
export type Listed = { key: string; size: number; etag: string };
export type Statement = [sql: string, ...values: (string | number | null)[]];
export type Row = Record<string, unknown>;

export type Source = {
	list(prefix: string): AsyncIterable<Listed>;
	/** null if it doesn't exist */
	read(key: string, range?: { offset: number; length: number }): Promise<Bytes | null>;
};

export type Target = {
	/** in one transaction; returns rows */
	batch(statements: readonly Statement[]): Promise<Row[][]>;
	listObjects(prefix: string): AsyncIterable<Listed>;
	/** as a multipart upload if `pieces` yields several; returns the ETag */
	put(key: string, pieces: AsyncIterable<Bytes>, options: PutOptions): Promise<string>;
	remove(key: string): Promise<void>;
};
export type PutOptions = { isMultipart: boolean; metadata: CopiedMetadata };

type Query = Readonly<Record<string, string | number>>;

/** A client of worker/test/servers/backup-server.ts. */
export class Stores implements Source, Target {
	readonly #origin: string;
	readonly #token: string;

	constructor(origin: string, token: string) {
		this.#origin = origin;
		this.#token = token;
	}

	/** null for 404. @throws Error for other failures */
	async call(method: string, path: string, query: Query = {}, body?: Bytes | string) {
		const url = new URL(path, this.#origin);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		const headers = { authorization: this.#token };
		const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
		if (response.ok) return response;
		const words = (await response.text()).slice(0, 500);
		if (response.status === 404) return null;
		throw new Error(`${method} ${path}: ${words || response.status}`);
	}

	async ask<T>(method: string, path: string, query: Query = {}, body?: Bytes | string): Promise<T> {
		const response = await this.call(method, path, query, body);
		if (!response) throw new Error(`${method} ${path} was not found`);
		return (await response.json()) as T;
	}

	list(prefix: string): AsyncIterable<Listed> {
		return this.#listed("backup", prefix);
	}

	listObjects(prefix: string): AsyncIterable<Listed> {
		return this.#listed("files", prefix);
	}

	async *#listed(bucket: string, prefix: string): AsyncIterable<Listed> {
		let cursor: string | null = "";
		while (cursor !== null) {
			const page: { objects: Listed[]; cursor: string | null } = await this.ask("GET", "/list", {
				bucket,
				prefix,
				cursor,
			});
			yield* page.objects;
			cursor = page.cursor;
		}
	}

	async read(key: string, range = { offset: 0, length: 0 }): Promise<Bytes | null> {
		const response = await this.call("GET", "/object", { bucket: "backup", key, ...range });
		return response && new Uint8Array(await response.arrayBuffer());
	}

	batch(statements: readonly Statement[]): Promise<Row[][]> {
		return this.ask("POST", "/batch", {}, JSON.stringify(statements));
	}

	async put(
		key: string,
		pieces: AsyncIterable<Bytes>,
		{ isMultipart, metadata }: PutOptions,
	): Promise<string> {
		const query = { key, metadata: JSON.stringify(metadata) };
		type Part = { partNumber: number; etag: string };
		if (!isMultipart) {
			const all: Bytes[] = [];
			for await (const piece of pieces) all.push(piece);
			const whole = new Uint8Array(Buffer.concat(all));
			const { etag } = await this.ask<Part>("PUT", "/object", query, whole);
			return etag;
		}
		const { uploadId: upload } = await this.ask<{ uploadId: string }>("POST", "/upload", query);
		const parts: Part[] = [];
		for await (const piece of pieces)
			parts.push(await this.ask("PUT", "/part", { key, upload, n: parts.length + 1 }, piece));
		const body = JSON.stringify(parts);
		return (await this.ask<Part>("POST", "/complete", { key, upload }, body)).etag;
	}

	async remove(key: string): Promise<void> {
		await this.ask("DELETE", "/object", { key });
	}
}
