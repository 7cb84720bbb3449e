import type { CreatedShare } from "../../../worker/catalogue/shares/contract/shares.ts";

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

/** `published` is null while the server is still publishing. */
type CompleteResponse = { published: CreatedShare | null };

/** Throws TransferFailure, or the signal's reason. */
export type Transport<Body = Blob> = {
	/** Resolves once the server has stored the part. */
	sendPart: (call: PartCall<Body>) => Promise<void>;
	/** Fresh tokens for the files from index `from` on. */
	tokens: (uploadId: string, from: number, signal: AbortSignal) => Promise<TokenPage>;
	/** Idempotent. */
	complete: (uploadId: string, signal: AbortSignal) => Promise<CompleteResponse>;
};
