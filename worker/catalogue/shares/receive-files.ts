import { PLANS } from "../../contract/accounts/plans.ts";
import { MAX_FILES_PER_SHARE, MIB, PART_SIZE } from "../../contract/constants.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { type MultipartEvent, readMultipart } from "../../platform/http/multipart.ts";
import { invalidField, unknownNames } from "../../platform/http/validation.ts";
import { shardedId } from "../../platform/shard.ts";
import { TaskLimiter } from "../../platform/task-limiter.ts";
import { checkFile } from "./checked-file.ts";
import { IncomingFile, type StoredFile } from "./incoming-file.ts";
import { originalKey } from "./object-keys.ts";
import type { NewFile } from "./tables.ts";

const LIMITS = {
	field: 64 * 1024,
	// each file with its folder, and the text fields
	parts: 2 * MAX_FILES_PER_SHARE + 20,
};
/** Concurrent writes, in addition to the 8 MiB that are being buffered. */
const CONCURRENCY = { tasks: 6, bytes: PART_SIZE + 8 * MIB };
/** repeated, in the order of the files */
const FOLDER_FIELD = "folderPaths";
const FILE_FIELDS = new Set(["files", "files[]"]);

export type Form = { body: ReadableStream<Uint8Array>; contentType: string };
export type LimitedForm = Form & {
	/** bytes */
	limit: number;
};
export type Received = { fields: Map<string, string[]>; files: NewFile[] };

function tooManyFiles() {
	return failure("request.invalid", {
		message: `A share may hold ${MAX_FILES_PER_SHARE} files at most`,
		fields: { files: `A share may hold ${MAX_FILES_PER_SHARE} files at most` },
	});
}

async function* eventsOf(ctx: CreatorCtx, form: LimitedForm): AsyncGenerator<MultipartEvent> {
	const limits = { ...LIMITS, body: form.limit };
	for await (const event of readMultipart(form.body, form.contentType, limits)) {
		ctx.observeForm?.(event);
		yield event;
	}
}

function requireKnownName(event: MultipartEvent, names: readonly string[]): void {
	if (event.kind === "field" && event.name !== FOLDER_FIELD && !names.includes(event.name))
		throw unknownNames("form", [event.name]);
	if (event.kind === "file" && !FILE_FIELDS.has(event.name))
		throw failure("request.invalid", {
			message: "Files belong into the field “files”.",
			fields: { [event.name.slice(0, 80)]: "Files belong into the field “files”." },
		});
}

/** Checks names only, so that a typo gets its own error even without an upload left. */
export async function checkNames(
	ctx: CreatorCtx,
	form: LimitedForm,
	names: readonly string[],
): Promise<void> {
	for await (const event of eventsOf(ctx, form)) requireKnownName(event, names);
}

class Receiver {
	readonly fields = new Map<string, string[]>();
	readonly incoming: IncomingFile[] = [];
	readonly limiter = new TaskLimiter(CONCURRENCY);
	private readonly ctx: CreatorCtx;
	private readonly id: string;
	private current: IncomingFile | null = null;

	constructor(ctx: CreatorCtx, id: string) {
		this.ctx = ctx;
		this.id = id;
	}

	async take(event: MultipartEvent): Promise<void> {
		switch (event.kind) {
			case "field":
				this.keep(event);
				return;
			case "file":
				this.begin(event.fileName);
				return;
			case "bytes":
				await this.current?.write(event.bytes);
				return;
			case "file-end":
				await this.current?.end();
		}
	}

	private keep({ name, value }: { name: string; value: string }): void {
		const before = this.fields.get(name) ?? [];
		if (name !== FOLDER_FIELD && before.length > 0)
			throw invalidField(name, "Send this field once.");
		this.fields.set(name, [...before, value]);
	}

	private begin(fileName: string): void {
		if (this.incoming.length >= MAX_FILES_PER_SHARE) throw tooManyFiles();
		const id = shardedId(this.ctx);
		// The folders may follow the files.
		const checked = checkFile({ name: fileName, folderPath: "" }, PLANS[this.ctx.user.plan]);
		this.current = new IncomingFile(
			this.ctx,
			{ ...checked, id, objectKey: originalKey(this.id, id) },
			this.limiter,
		);
		this.incoming.push(this.current);
	}
}

function withFolder(ctx: CreatorCtx, stored: StoredFile, folderPath: string): NewFile {
	// Never stored; `TaskLimiter.done` has thrown then.
	if (stored.etag === null) throw failure("storage.unavailable");
	const plan = PLANS[ctx.user.plan];
	const checked = checkFile({ name: stored.originalName, folderPath }, plan);
	return { ...stored, etag: stored.etag, folderPath: checked.folderPath };
}

/**
 * Stores a form's files under the share `id` (`shares.id`) while it arrives. After an error no write is running, but
 * the caller must remove the stored objects.
 */
export async function receiveFiles(
	ctx: CreatorCtx,
	id: string,
	form: LimitedForm,
	names: readonly string[],
): Promise<Received> {
	const receiver = new Receiver(ctx, id);
	try {
		for await (const event of eventsOf(ctx, form)) {
			requireKnownName(event, names);
			await receiver.take(event);
		}
		await receiver.limiter.done();
		for (const file of receiver.incoming) await file.complete();
	} catch (error) {
		await receiver.limiter.settled();
		await Promise.allSettled(receiver.incoming.map((file) => file.abort()));
		throw error;
	}
	const folders = receiver.fields.get(FOLDER_FIELD) ?? [];
	return {
		fields: receiver.fields,
		files: receiver.incoming.map((file, index) =>
			withFolder(ctx, file.stored, folders[index] ?? ""),
		),
	};
}
