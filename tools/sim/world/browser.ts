import { repeatWait } from "../../../worker/contract/repeats.ts";
import type { Random } from "../engine/random.ts";
import { type Answer, ConnectionLost } from "./isolates.ts";
import { ORIGIN, type World } from "./world.ts";

export type Sent = {
	body?: unknown;
	headers?: Record<string, string>;
	/** the sender doesn't give up, like the upload engine */
	insists?: boolean;
};

/** Tries without a response. */
const TRIES = 4;
const INSISTENT_TRIES = 12;

export type Reply = Answer | null;

export const textOf = (reply: Reply): string =>
	reply ? new TextDecoder().decode(reply.bytes) : "";

export const jsonOf = <T>(reply: Reply): T => JSON.parse(textOf(reply)) as T;

export const isOk = (reply: Reply): reply is Answer => reply !== null && reply.status < 300;

/** Keeps cookies, and retries calls that a busy server refuses, like the web app. */
export class Browser {
	readonly who: string;
	readonly cookies = new Map<string, string>();
	readonly address: string;
	readonly #world: World;
	readonly #random: Random;

	constructor(world: World, who: string, random: Random) {
		this.#world = world;
		this.#random = random;
		this.who = who;
		this.address = `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
	}

	async send(method: string, path: string, sent: Sent = {}): Promise<Reply> {
		const bare = path.replace(/[?#].*/, "");
		const { scheduler } = this.#world;
		const tries = sent.insists ? INSISTENT_TRIES : TRIES;
		for (let repeats = 0; ; repeats++) {
			if (this.#world.isClosed) return new Promise(() => undefined);
			const reply = await this.#once(method, path, sent).catch((error: unknown) => {
				if (error instanceof ConnectionLost) return null;
				throw error;
			});
			if (repeats + 1 >= tries) return reply;
			if (reply === null) {
				await scheduler.wait(this.#random.between(500, 5000));
				continue;
			}
			const isBusy = reply.status === 503 || reply.status === 429;
			const isRepeated = sent.insists ? isBusy : repeatWait(method, bare, reply, repeats) !== null;
			if (!isRepeated) return reply;
			const asked = Number(reply.headers.get("retry-after") ?? 1) * 1000;
			await scheduler.wait(asked + this.#random.between(0, 500));
		}
	}

	async ask<T>(method: string, path: string, body?: unknown): Promise<T | null> {
		const reply = await this.send(method, path, body === undefined ? {} : { body });
		if (!isOk(reply)) return null;
		return reply.bytes.length === 0 ? ({} as T) : jsonOf<T>(reply);
	}

	async #once(method: string, path: string, { body, headers }: Sent): Promise<Answer> {
		const isRaw = body instanceof Uint8Array || typeof body === "string";
		const request = new Request(new URL(path, ORIGIN), {
			method,
			headers: {
				"cf-connecting-ip": this.address,
				"cf-ipcountry": "US",
				"sec-fetch-site": "same-origin",
				"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Simulation/1.0",
				...(this.cookies.size > 0 && {
					cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
				}),
				...(!isRaw && body !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
		});
		const answer = await this.#world.visit(this.who, request);
		for (const line of answer.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/Max-Age=0/.test(line)) this.cookies.delete(name);
			else this.cookies.set(name, value);
		}
		return answer;
	}
}
