import { tarListing } from "../../../../web/upload-engine/archives/tar-listing.ts";
import { zipListing } from "../../../../web/upload-engine/archives/zip-listing.ts";
import { type Bytes, RemoteBytes } from "../../../../web/upload-engine/bytes.ts";
import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import type { Listing } from "../../../../worker/files/previews/contract/previews.ts";
import type { UploadFile } from "../../../../worker/files/uploads/contract.ts";
import type { Api } from "../api/api.ts";
import { FileSlice } from "./file-slice.ts";
import type { LocalFile } from "./gather.ts";

/** Other previews need a browser. */
const MAKERS: Readonly<Record<string, (archive: Bytes) => Promise<Listing | null>>> = {
	zip: zipListing,
	tar: tarListing,
};

const SENDS = 4;

/** Skips archives without a listing. Throws when `signal` aborts. */
export async function sendListings(
	api: Api,
	{
		id,
		files,
		sources,
	}: {
		id: string;
		files: readonly UploadFile[];
		sources: ReadonlyMap<string, LocalFile>;
	},
	signal: AbortSignal,
): Promise<void> {
	const due = files.values();
	const work = async () => {
		for (const file of due) {
			const source = sources.get(file.id);
			const make = MAKERS[typeOf(file.name)?.preview ?? ""];
			if (!source || !make || file.noPreview) continue;
			await send(api, id, file, { source, make, signal }).catch(() => signal.throwIfAborted());
		}
	};
	await Promise.all(Array.from({ length: SENDS }, work));
}

async function send(
	api: Api,
	uploadId: string,
	{ id }: UploadFile,
	{
		source,
		make,
		signal,
	}: { source: LocalFile; make: (typeof MAKERS)[string]; signal: AbortSignal },
): Promise<void> {
	const read = async (start: number, end: number) => {
		const { buffer, byteOffset, length } = await new FileSlice(source, start, end).load();
		return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
	};
	const listing = await make(new RemoteBytes(read, source.size));
	if (!listing) return;
	await api.json("PUT", `/api/uploads/${uploadId}/files/${id}/preview`, {
		query: { kind: "listing" },
		body: listing,
		signal,
	});
}
