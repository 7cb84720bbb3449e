import { Api } from "./api/api.ts";
import { type Credentials, HttpClient } from "./api/http.ts";
import { CliFailure, EXIT, usageFailure } from "./failures.ts";
import type { Output } from "./output/output.ts";
import { serverOrigin } from "./settings/server-address.ts";
import { readSettings } from "./settings/settings.ts";

export class Session {
	readonly out: Output;
	readonly signal: AbortSignal;
	readonly #server: string | undefined;
	readonly #clients: HttpClient[] = [];

	constructor(out: Output, signal: AbortSignal, server: string | undefined) {
		this.out = out;
		this.signal = signal;
		this.#server = server;
	}

	/** Reads `--server`, the environment, or the last sign-in. */
	async origin(): Promise<string> {
		const named = this.#server ?? process.env.TILLBOX_SERVER;
		if (named) return serverOrigin(named);
		const { server } = await readSettings();
		if (server) return server;
		throw usageFailure("Name a server: none was used before.", [
			"Sign in with `tillbox login --server https://…`, or set TILLBOX_SERVER.",
		]);
	}

	/** Reads the environment, or the token kept at sign-in. */
	async token(origin: string): Promise<string | null> {
		if (process.env.TILLBOX_TOKEN) return tokenText(process.env.TILLBOX_TOKEN, "TILLBOX_TOKEN");
		return (await readSettings()).tokens[origin] ?? null;
	}

	async api(): Promise<Api> {
		const origin = await this.origin();
		const token = await this.token(origin);
		if (token === null)
			throw new CliFailure("auth.required", EXIT.denied, `You are not signed in to ${origin}.`, {
				hints: ["Sign in with `tillbox login`, or set TILLBOX_TOKEN."],
			});
		return this.apiOf(origin, { token });
	}

	apiOf(origin: string, credentials: Credentials = {}): Api {
		const client = new HttpClient(origin, credentials);
		this.#clients.push(client);
		return new Api(client, this.signal);
	}

	close(): void {
		for (const client of this.#clients) client.close();
	}
}

/** Throws if the text can't be a token, without showing it. */
export function tokenText(text: string, from: string): string {
	const token = text.trim();
	if (!/^tbx_[A-Za-z0-9]{20,}$/.test(token))
		throw usageFailure(`${from} isn't an access token, which begins with tbx_.`);
	return token;
}
