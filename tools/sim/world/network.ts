import type { Random } from "../engine/random.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import type { EventLog } from "./log.ts";
import type { Weather } from "./weather.ts";

type Medium = {
	readonly scheduler: Scheduler;
	readonly random: { readonly faults: Random };
	readonly log: EventLog;
	readonly weather: Weather;
	delay(times?: number): number;
};

export type Host = (request: Request) => Promise<Response>;

export class Network {
	readonly #world: Medium;
	readonly #hosts = new Map<string, Host>();

	constructor(world: Medium) {
		this.#world = world;
	}

	add(name: string, host: Host): void {
		this.#hosts.set(name, host);
	}

	/** Like `fetch`, with delays. @throws TypeError if the request or response is lost */
	async fetch(from: string, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
		const { signal } = init ?? {};
		const ended = Promise.withResolvers<never>();
		ended.promise.catch(() => undefined);
		const end = () => ended.reject(signal?.reason);
		if (signal?.aborted) throw signal.reason;
		signal?.addEventListener("abort", end);
		try {
			return await Promise.race([this.#send(from, input, init), ended.promise]);
		} finally {
			signal?.removeEventListener("abort", end);
		}
	}

	async #send(from: string, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
		const { weather, random, scheduler, log } = this.#world;
		const { signal: _, ...rest } = init ?? {};
		const url = new URL(input instanceof Request ? input.url : input);
		const request = new Request(input instanceof Request ? input : url, rest);
		const host = this.#hosts.get(url.host);
		const what = `${from}: ${request.method} ${url.host}${url.pathname}`;
		await scheduler.wait(this.#world.delay(4));
		if (!host) throw new TypeError("fetch failed", { cause: new Error(`no host ${url.host}`) });
		if (random.faults.chance(weather.network / 2)) {
			log.note("lost", what);
			throw new TypeError("fetch failed");
		}
		const response = await host(request);
		const bytes = await response.arrayBuffer();
		log.note("sent", `${what}: ${response.status}`);
		await scheduler.wait(this.#world.delay(4));
		if (random.faults.chance(weather.network / 2)) {
			log.note("lost", `answer to ${what}`);
			throw new TypeError("fetch failed");
		}
		const isEmpty = [204, 304].includes(response.status);
		return new Response(isEmpty ? null : bytes, {
			status: response.status,
			headers: response.headers,
		});
	}
}
