import { checkContent } from "../../catalogue/shares/checked-file.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { chunksOf } from "../../platform/storage/byte-reader.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import type { StoredPart } from "./contract.ts";
import { sessionOf } from "./fetch-own-upload.ts";
import { checkOpen, enqueueAck } from "./part-ack-buffer.ts";
import { partSize } from "./part-sizes.ts";
import { type PartGrant, verifyGrant } from "./part-token.ts";
import { putVerified } from "./put-verified.ts";
import { isNoSuchUpload } from "./r2-errors.ts";
import { crcFromMetadata, crcMetadata } from "./single-part-object.ts";
import type { UploadSessionBase } from "./upload-session.ts";

type PartInput = {
	id: string;
	fileId: string;
	/** from 1 */
	n: number;
	token: string | undefined;
	/** bytes; null if undeclared */
	declared: number | null;
	/** unsigned; null if undeclared */
	crc32: number | null;
	body: ReadableStream<Uint8Array>;
};
type Incoming = PartInput & { grant: PartGrant; size: number };

function inspectorOf({ n, grant }: Incoming) {
	if (n !== 1) return {};
	const file = { originalName: grant.name, family: grant.family };
	return { inspect: (head: Uint8Array) => checkContent(head, file) };
}

/** The same part is already stored; the new bytes are discarded. */
class AlreadyStored extends Error {}

/** Resolves for bytes to store. Throws AlreadyStored, `upload.not_open`, `upload.part_differs`. */
async function requireWanted(
	asked: ReturnType<UploadSessionBase["part"]>,
	crc32: number,
): Promise<void> {
	const known = await asked;
	if (known === "closed") throw failure("upload.not_open");
	if (known === "wanted") return;
	throw known.crc32 === crc32 ? new AlreadyStored() : failure("upload.part_differs");
}

async function crcOfObject(ctx: Ctx, key: string) {
	const object = await ctx.files.get(key);
	if (!object) throw failure("storage.unavailable");
	const metadataCrc = crcFromMetadata(object);
	if (metadataCrc !== null) {
		await object.body.cancel();
		return { etag: object.etag, crc32: metadataCrc };
	}
	let crc = 0;
	for await (const chunk of chunksOf(object.body, object.size)) crc = crc32(chunk, crc);
	return { etag: object.etag, crc32: crc };
}

/**
 * Uses a `put` that never replaces an object, so that concurrent writers can't conflict. The CRC in its metadata
 * proves that the part is stored, and the session is notified later.
 */
async function writeSinglePart(ctx: Ctx, input: Incoming): Promise<number> {
	const { grant, fileId, id } = input;
	const session = sessionOf(ctx, id);
	await checkOpen(ctx, id, fileId);
	let metadataCrc = false;
	const { crc32, stored } = await putVerified(
		input.body,
		{ ...input, ...inspectorOf(input) },
		(bytes, crc) => {
			metadataCrc = crc !== null;
			const onlyIf = { etagDoesNotMatch: "*" };
			return ctx.files.put(grant.key, bytes, { onlyIf, ...(crc !== null && crcMetadata(crc)) });
		},
	);
	let etag = stored?.etag;
	if (etag === undefined) {
		const known = await session.part(fileId, 1, false);
		if (known === "closed") throw failure("upload.not_open");
		const present = known === "wanted" ? await crcOfObject(ctx, grant.key) : known;
		if (present.crc32 !== crc32) throw failure("upload.part_differs");
		if (known !== "wanted") return crc32;
		etag = present.etag;
	}
	const part = { n: 1, size: input.size, etag, crc32 };
	if (stored && metadataCrc) {
		enqueueAck(ctx, id, { fileId, key: grant.key, part });
		return crc32;
	}
	if ((await session.record({ fileId, multipart: false, part })) !== "stored") {
		// Written after the upload ended; delete it, or it would be orphaned.
		if (stored) await ctx.files.delete(grant.key);
		throw failure("upload.not_open");
	}
	return crc32;
}

async function writeOne(ctx: Ctx, input: Incoming, multipart: string): Promise<number> {
	const { grant, fileId, id, n } = input;
	const session = sessionOf(ctx, id);
	// Asked while the body arrives, which takes longer; nothing is stored before the answer.
	const expectedPart = session.part(fileId, n, true);
	expectedPart.catch(() => {});
	let crc32 = 0;
	const permit = (crc: number) => {
		crc32 = crc;
		return requireWanted(expectedPart, crc);
	};
	const upload = ctx.files.resumeMultipartUpload(grant.key, multipart);
	const written = await putVerified(
		input.body,
		{ ...input, ...inspectorOf(input), permit },
		(bytes) => upload.uploadPart(n, bytes),
	).catch((error: unknown) => {
		if (error instanceof AlreadyStored) return null;
		throw error;
	});
	if (!written) return crc32;
	const { stored } = written;
	const part = { n, size: input.size, etag: stored.etag, crc32 };
	const outcome = await session.record({ fileId, multipart: true, part });
	if (outcome === "closed") throw failure("upload.not_open");
	if (outcome === "contested")
		throw failure("service.unavailable", "Two copies of this part met. Please send it again.");
	return crc32;
}

/** R2's multipart upload ends with the session; while that is open, R2 has let it expire. */
async function refusalWithoutMultipart(ctx: Ctx, { id, fileId, grant }: Incoming, cause: unknown) {
	const isExpired =
		grant.multipart !== null && (await sessionOf(ctx, id).forgetMultipart(fileId, grant.multipart));
	return isExpired
		? failure("upload.bad_token", { reason: "upload.token_expired", cause })
		: failure("upload.not_open", { cause });
}

/**
 * The token alone determines the object key, so that the database is queried only to check an access token.
 * Idempotent. Throws `auth.required`, `access_token.invalid`, `upload.bad_token`, `request.invalid` (no such part),
 * `upload.size_mismatch`, `upload.crc_mismatch`, `file.type_not_accepted`, `upload.part_differs`,
 * `upload.not_open`, `storage.unavailable`.
 */
export async function writePart(ctx: Ctx, input: PartInput): Promise<StoredPart> {
	const grant = await verifyGrant(ctx, input.token, input);
	const size = partSize(grant.size, input.n);
	if (size === null) throw failure("request.invalid", "The file has no such part.");
	if (input.declared !== null && input.declared !== size)
		throw failure("upload.size_mismatch", { details: { expected: size } });
	const incoming = { ...input, grant, size };
	try {
		const crc =
			grant.multipart === null
				? await writeSinglePart(ctx, incoming)
				: await writeOne(ctx, incoming, grant.multipart);
		return { part: input.n, size, crc32: crc.toString(16).padStart(8, "0") };
	} catch (error) {
		if (error instanceof ApiError) throw error;
		if (isNoSuchUpload(error)) throw await refusalWithoutMultipart(ctx, incoming, error);
		throw failure("storage.unavailable", { cause: error });
	}
}
