import type { CreatedShare } from "../../worker/catalogue/shares/contract/shares.ts";
import type { Clock } from "./clock.ts";
import type { Checksum } from "./matching/crc32.ts";
import type { Network } from "./transport/network.ts";
import type { Transport } from "./transport/transport.ts";

/** A browser's Blob, or a file on disk. */
export type Sliceable<Body> = {
	/** bytes */
	readonly size: number;
	/** `end` is exclusive */
	slice: (start: number, end: number) => Body;
};

export type UploadItem<Body extends Sliceable<Body> = Blob> = {
	id: string;
	name: string;
	/** bytes */
	size: number;
	parts: number;
	token: string | null;
	/** numbers of the parts that are already stored */
	received: readonly number[];
	/** null if nothing is left to send */
	source: Body | null;
};

export type UploadStatus =
	| "sending"
	| "paused"
	/** every part is stored; the share is being published */
	| "finishing"
	| "published"
	/** everything possible is sent; some files need the creator */
	| "attention"
	/** `failure` says why; `resume` tries again */
	| "stopped"
	| "discarded";

export type Snapshot = {
	status: UploadStatus;
	totalBytes: number;
	sentBytes: number;
	/** smoothed; null while unknown */
	bytesPerSecond: number | null;
	secondsLeft: number | null;
	fileCount: number;
	filesDone: number;
	isOnline: boolean;
	/** some part is waiting for a retry */
	isRetrying: boolean;
	/** the operator has paused uploads; they continue automatically */
	isPausedByServer: boolean;
	/** files that can't be sent, by index */
	fileErrors: ReadonlyMap<number, unknown>;
	failure: unknown;
	share: CreatedShare | null;
};

export type UploaderOptions<Body extends Sliceable<Body> = Blob> = {
	uploadId: string;
	/** bytes */
	partSize: number;
	items: readonly UploadItem<Body>[];
	transport: Transport<Body>;
	checksum: Checksum<Body>;
	clock: Clock;
	network: Network;
	/** a part is stored; with its CRC-32 */
	onPart?: (item: UploadItem<Body>, part: number, crc32: string) => void;
	/** awaited after the last part; must handle its own errors */
	beforePublish?: (signal: AbortSignal) => Promise<void>;
};
