import type { Transport } from "./transport/transport.ts";

type TokenSource = Pick<Transport, "tokens">;

/** Tokens expire, and an upload begins with the first files' only. Concurrent parts share one call. */
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

	/** Also throws if the server returns no token. */
	async tokenFor(index: number, signal: AbortSignal): Promise<string> {
		// Another part may have fetched tokens that begin after this file.
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

	/** Keeps a newer token. */
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
