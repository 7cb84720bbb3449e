import type { Transport } from "./transport/transport.ts";

type TokenSource = Pick<Transport, "tokens">;

/**
 * The files' tokens: the response that began the upload contains only the first ones, and they expire.
 * Many parts may need one at once; one call serves them all.
 */
export class UploadTokens {
	readonly #tokens: (string | null)[];
	readonly #indexOf: ReadonlyMap<string, number>;
	readonly #uploadId: string;
	readonly #transport: TokenSource;
	#fetching: Promise<void> | null = null;

	constructor(
		uploadId: string,
		files: readonly { id: string; token: string | null }[],
		transport: TokenSource,
	) {
		this.#uploadId = uploadId;
		this.#transport = transport;
		this.#tokens = files.map((file) => file.token);
		this.#indexOf = new Map(files.map((file, index) => [file.id, index]));
	}

	/**
	 * Returns the token for the file at `index`. Throws what the call throws, and when the server returns
	 * none.
	 */
	async tokenFor(index: number, signal: AbortSignal): Promise<string> {
		// What another part has just fetched may begin after this file: then fetch from here.
		for (let round = 0; round < 3; round++) {
			const token = this.#tokens[index];
			if (token) return token;
			this.#fetching ??= this.#fetch(index, signal).finally(() => {
				this.#fetching = null;
			});
			await this.#fetching;
		}
		throw new Error("The server returned no token for this file.");
	}

	/** Drops a token that was refused, unless a fresh one has arrived in the meantime. */
	refused(index: number, token: string): void {
		if (this.#tokens[index] === token) this.#tokens[index] = null;
	}

	async #fetch(from: number, signal: AbortSignal): Promise<void> {
		const page = await this.#transport.tokens(this.#uploadId, from, signal);
		for (const { id, token } of page.files) {
			const index = this.#indexOf.get(id);
			if (index !== undefined && token) this.#tokens[index] = token;
		}
	}
}
