import { ZodType } from "zod";
import { MAX_FOLDER_PATH_LENGTH } from "../../worker/contract/constants.ts";
import { ApiError } from "../../worker/platform/errors.ts";
import { MULTIPART_TYPE, type TargetName } from "./seeds.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** Throws or rejects if the parser misbehaves. */
export type Target = (bytes: Bytes) => void | Promise<void>;

const textOf = (bytes: Bytes) => new TextDecoder().decode(bytes);

/** Our own errors are valid results. */
async function ours(act: () => unknown): Promise<void> {
	try {
		await act();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
}

async function pictures(): Promise<Target> {
	const { readImageHeader } = await import("../../worker/files/contract/image-header.ts");
	const { stripMetadata } = await import("../../worker/files/previews/strip-metadata.ts");
	const { checkEdge, checkPicture } = await import(
		"../../worker/files/previews/check-rendition.ts"
	);
	const announced = { kind: "watermarked", width: 9000, height: 9000 } as const;
	return async (bytes) => {
		readImageHeader(bytes);
		for (const format of ["image/png", "image/jpeg", "image/webp"] as const) {
			const stripped = bytes.length >= 12 ? stripMetadata(bytes, format) : null;
			if (stripped && stripped.length > bytes.length) throw new Error("stripping added bytes");
		}
		await ours(() => {
			const picture = checkPicture(bytes, (header) =>
				checkEdge(header, announced, { webEdge: null }),
			);
			if (readImageHeader(picture.bytes)?.metadata !== false) throw new Error("metadata is kept");
		});
	};
}

async function magic(): Promise<Target> {
	const { matchesFileType } = await import("../../worker/files/contract/detect-type.ts");
	const { FAMILIES } = await import("../../worker/files/contract/file-type.ts");
	return (bytes) => {
		for (const family of FAMILIES)
			for (const name of ["a.svg", "a.zip", "a"])
				matchesFileType(bytes.subarray(0, 4096), { name, family });
	};
}

/** Its readers fill the given buffer, like the runtime's. */
function bodyOf(bytes: Bytes): ReadableStream<Uint8Array> {
	let at = 0;
	const reader = {
		readAtLeast: async (_least: number, view: Uint8Array) => {
			const piece = bytes.subarray(at, at + view.length);
			at += piece.length;
			view.set(piece);
			return { done: piece.length === 0, value: view.subarray(0, piece.length) };
		},
		cancel: async () => {},
	};
	// Only the method that the product calls.
	return { getReader: () => reader } as unknown as ReadableStream<Uint8Array>;
}

const MAX_FIELD = 64 * 1024;

async function multipart(): Promise<Target> {
	const { readMultipart } = await import("../../worker/platform/http/multipart.ts");
	const limits = { body: 1e6, field: MAX_FIELD, parts: 100 };
	return (bytes) =>
		ours(async () => {
			for await (const event of readMultipart(bodyOf(bytes), MULTIPART_TYPE, limits))
				if (
					event.kind === "file" &&
					/[\r\n\0]/.test(event.fileName) &&
					!/%0[AD]/.test(textOf(bytes))
				)
					throw new Error("a line break in a name");
		});
}

async function zip(): Promise<Target> {
	const { zipListing } = await import("../../web/upload-engine/archives/zip-listing.ts");
	return async (bytes) => void (await zipListing(new Blob([bytes])));
}

async function tar(): Promise<Target> {
	const { tarListing } = await import("../../web/upload-engine/archives/tar-listing.ts");
	return async (bytes) => void (await tarListing(new Blob([bytes])));
}

async function alac(): Promise<Target> {
	const { alacFormat, alacSamples } = await import("../../web/preview-engine/media/alac.ts");
	return (bytes) => {
		const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(24, bytes.length));
		const format = alacFormat(view);
		try {
			if (format && alacSamples(bytes.subarray(24), format).length > 2 * format.frames)
				throw new RangeError("more samples than declared");
		} catch (error) {
			if (!(error instanceof Error && error.message.includes("ALAC"))) throw error;
		}
	};
}

async function listing(): Promise<Target> {
	const { checkListing } = await import("../../worker/files/previews/check-rendition.ts");
	return (bytes) => ours(() => checkListing(bytes));
}

async function json(): Promise<Target> {
	const contracts = await Promise.all([
		import("../../worker/accounts/contract.ts"),
		import("../../worker/catalogue/shares/contract/shares.ts"),
		import("../../worker/files/uploads/contract.ts"),
		import("../../worker/payments/checkout/contract.ts"),
		import("../../worker/payments/sales/contract/sales.ts"),
		import("../../worker/payments/payouts/contract.ts"),
		import("../../worker/trust/support/contract.ts"),
		import("../../worker/files/previews/contract/previews.ts"),
	]);
	const schemas = contracts.flatMap((module) =>
		Object.values(module).filter((value): value is ZodType => value instanceof ZodType),
	);
	if (schemas.length < 20) throw new Error("the contract's schemas were not found");
	return (bytes) => {
		let body: unknown;
		try {
			body = JSON.parse(textOf(bytes));
		} catch {
			return; // answered with 400 before any schema
		}
		for (const schema of schemas) schema.safeParse(body);
	};
}

async function email(): Promise<Target> {
	const { emailField } = await import("../../worker/contract/fields.ts");
	return (bytes) => {
		const parsed = emailField.safeParse(textOf(bytes));
		if (parsed.success && /[\s<>,;\p{Cc}]/u.test(parsed.data))
			throw new Error(`accepted ${JSON.stringify(parsed.data)}`);
	};
}

const MAX_FOLDER = 40 * MAX_FOLDER_PATH_LENGTH;

async function names(): Promise<Target> {
	const { checkFile } = await import("../../worker/catalogue/shares/checked-file.ts");
	const { attachment } = await import("../../worker/platform/http/content-disposition.ts");
	const { entryNames } = await import("../../worker/files/downloads/entry-names.ts");
	const { titleField, descriptionField } = await import("../../worker/contract/fields.ts");
	return async (bytes) => {
		const text = textOf(bytes.subarray(0, MAX_FIELD));
		const [name = "", folderPath = ""] = text.split("|");
		if (/[\r\n]/.test(attachment(text))) throw new Error("a line break in a header");
		const folder = (folderPath || text).slice(0, MAX_FOLDER);
		const [path = ""] = entryNames([{ originalName: name, folderPath: folder }]);
		if (path.split("/").includes("..")) throw new Error(`an entry called ${path}`);
		titleField.safeParse(text);
		descriptionField.safeParse(text);
		await ours(() => checkFile({ name, folderPath }, { nestedFolders: true }));
		await ours(() => checkFile({ name: "a.txt", folderPath: text }, { nestedFolders: false }));
	};
}

async function headers(): Promise<Target> {
	const { evaluate } = await import("../../worker/platform/http/http-conditions.ts");
	const { networksOf } = await import("../../worker/platform/security/networks.ts");
	const { decodeSelection } = await import("../../worker/files/contract/selection.ts");
	const { parse } = await import("hono/utils/cookie");
	const { readMultipart } = await import("../../worker/platform/http/multipart.ts");
	const known = { etag: '"abc"', lastModified: 784_111_777_000, size: 1000 };
	const NAMES = ["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since"];
	return async (bytes) => {
		const text = textOf(bytes);
		for (const name of NAMES) {
			const asked = { get: (wanted: string) => (wanted === name ? text : null) };
			const response = evaluate("GET", asked, known);
			if (response.status === 206 && response.range.offset + response.range.length > known.size)
				throw new Error("a range beyond the end");
		}
		networksOf(text);
		decodeSelection(text);
		parse(text);
		await ours(async () => {
			const limits = { body: 1e4, field: 100, parts: 10 };
			for await (const _event of readMultipart(bodyOf(bytes), text, limits));
		});
	};
}

/** Each fails in a way that a run must detect. */
const BROKEN: Readonly<Record<string, Target>> = {
	"hangs-for-ever": () => {
		for (;;);
	},
	"takes-memory": () => {
		if (Buffer.alloc(40 * 1024 * 1024, 1).length === 0) throw new Error("no memory");
	},
	"throws-anything": () => {
		throw new RangeError("Offset is outside the bounds of the DataView");
	},
};

const TARGETS: Readonly<Record<TargetName, () => Promise<Target>>> = {
	png: pictures,
	jpeg: pictures,
	webp: pictures,
	gif: pictures,
	magic,
	multipart,
	zip,
	tar,
	listing,
	json,
	alac,
	email,
	names,
	headers,
};

export async function targetOf(name: string): Promise<Target> {
	const broken = BROKEN[name];
	if (broken) return broken;
	if (!Object.hasOwn(TARGETS, name)) throw new Error(`no target ${name}`);
	return TARGETS[name as TargetName]();
}
