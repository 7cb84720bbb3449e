import type { CreatedShare } from "../../../worker/contract/catalogue/shares.ts";

export type PartCall<Body = Blob> = {
	uploadId: string;
	fileId: string;
	/** from 1 */
	part: number;
	token: string;
	/** eight lower-case hex digits */
	crc32: string;
	body: Body;
	/** bytes sent of this part so far */
	onProgress: (sent: number) => void;
	signal: AbortSignal;
};

type TokenPage = { files: { id: string; token: string | null }[] };

/** `published` is null while the server is still publishing; call again then. */
type CompleteResponse = { published: CreatedShare | null };

/**
 * The calls the engine makes. Each throws TransferFailure, or the signal's reason once it is aborted.
 */
export type Transport<Body = Blob> = {
	/** Sends one part; resolves when the server has stored it. */
	sendPart: (call: PartCall<Body>) => Promise<void>;
	/** Returns fresh tokens for the files from index `from` on. */
	tokens: (uploadId: string, from: number, signal: AbortSignal) => Promise<TokenPage>;
	/** Publishes; idempotent. */
	complete: (uploadId: string, signal: AbortSignal) => Promise<CompleteResponse>;
};
