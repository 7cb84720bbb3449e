import { MAX_FILES_PER_SHARE, MIB, PART_SIZE } from "../../contract/constants.ts";
import { PLANS } from "../../contract/plans.ts";
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

function withFolder(ctx: CreatorCtx, stored: StoredFile, folderPath: string): NewFile {
	// Never stored; `TaskLimiter.done` has thrown then.
	if (stored.etag === null) throw failure("storage.unavailable");
	const plan = PLANS[ctx.user.plan];
	const checked = checkFile({ name: stored.originalName, folderPath }, plan);
	return { ...stored, etag: stored.etag, folderPath: checked.folderPath };
}

/** After an error no write is running, but the caller must remove the stored objects. */
export async function receiveFiles(
	ctx: CreatorCtx,
	id: string,
	form: LimitedForm,
	names: readonly string[],
): Promise<Received> {
	const fields = new Map<string, string[]>();
	const incoming: IncomingFile[] = [];
	const limiter = new TaskLimiter(CONCURRENCY);
	function begin(name: string): void {
		if (incoming.length >= MAX_FILES_PER_SHARE)
			throw invalidField("files", `A share may hold ${MAX_FILES_PER_SHARE} files at most`);
		// The folders may follow the files.
		const checked = checkFile({ name, folderPath: "" }, PLANS[ctx.user.plan]);
		const fileId = shardedId(ctx);
		const file = { ...checked, id: fileId, objectKey: originalKey(id, fileId) };
		incoming.push(new IncomingFile(ctx, file, limiter));
	}
	function keep(name: string, value: string): void {
		const before = fields.get(name) ?? [];
		if (name !== FOLDER_FIELD && before.length > 0)
			throw invalidField(name, "Send this field once.");
		fields.set(name, [...before, value]);
	}
	try {
		for await (const event of eventsOf(ctx, form)) {
			requireKnownName(event, names);
			if (event.kind === "field") keep(event.name, event.value);
			else if (event.kind === "file") begin(event.fileName);
			else if (event.kind === "bytes") await incoming.at(-1)?.write(event.bytes);
			else await incoming.at(-1)?.end();
		}
		await limiter.done();
		for (const file of incoming) await file.complete();
	} catch (error) {
		await limiter.settled();
		await Promise.allSettled(incoming.map((file) => file.abort()));
		throw error;
	}
	const folders = fields.get(FOLDER_FIELD) ?? [];
	return {
		fields,
		files: incoming.map((file, index) => withFolder(ctx, file.stored, folders[index] ?? "")),
	};
}
