import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Bytes, Listed, PutOptions, Row, Source, Statement, Target } from "../stores.ts";

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

export class MemorySource implements Source {
	readonly objects = new Map<string, Bytes>();

	async *list(prefix: string): AsyncIterable<Listed> {
		for (const [key, bytes] of [...this.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)))
			if (key.startsWith(prefix)) yield { key, size: bytes.length, etag: md5(bytes) };
	}

	async read(key: string, range?: { offset: number; length: number }): Promise<Bytes | null> {
		const bytes = this.objects.get(key);
		return (range ? bytes?.slice(range.offset, range.offset + range.length) : bytes) ?? null;
	}
}

export class MemoryTarget implements Target {
	readonly database = new DatabaseSync(":memory:");
	readonly objects = new Map<string, { bytes: Bytes; etag: string; options: PutOptions }>();
	batches = 0;
	/** transactions that it survives */
	dies = Number.POSITIVE_INFINITY;

	constructor() {
		this.database.exec("PRAGMA foreign_keys = on");
	}

	async batch(statements: readonly Statement[]): Promise<Row[][]> {
		this.batches += 1;
		if (this.batches > this.dies) throw new Error("died");
		this.database.exec("BEGIN");
		try {
			const answers = statements.map(([sql, ...values]) =>
				this.database.prepare(sql).all(...values),
			);
			this.database.exec("COMMIT");
			return answers;
		} catch (error) {
			this.database.exec("ROLLBACK");
			throw error;
		}
	}

	async *listObjects(prefix: string): AsyncIterable<Listed> {
		for (const [key, { bytes, etag }] of [...this.objects].toSorted(([a], [b]) => (a < b ? -1 : 1)))
			if (key.startsWith(prefix)) yield { key, size: bytes.length, etag };
	}

	async put(key: string, pieces: AsyncIterable<Bytes>, options: PutOptions): Promise<string> {
		const parts: Bytes[] = [];
		for await (const piece of pieces) parts.push(piece);
		const bytes = new Uint8Array(Buffer.concat(parts));
		const sums = Buffer.from(parts.map(md5).join(""), "hex");
		const etag = options.isMultipart ? `${md5(sums)}-${parts.length}` : md5(bytes);
		this.objects.set(key, { bytes, etag, options });
		return etag;
	}

	async remove(key: string): Promise<void> {
		this.objects.delete(key);
	}

	rows(table: string): unknown[] {
		return this.database
			.prepare(`SELECT rowid AS row_id, * FROM ${table} ORDER BY rowid`)
			.all()
			.map((row) => Object.values(row));
	}
}
