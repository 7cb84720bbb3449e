import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { VERSION_HEADER } from "../../../worker/contract/health.ts";
import type { Right, StandInAccount } from "./account.ts";
import { type Answer, type Asked, Refusal, refused, success } from "./answers.ts";
import { bucketRoute, databaseRoute } from "./storage-routes.ts";
import { workerRoute } from "./worker-routes.ts";

export type Recorded = { method: string; path: string; isChange: boolean };

/**
 * At the n-th call (from 0): `refused` answers 500 without effect; `lost` takes effect without an answer; `down` ends
 * this and all later connections; `each-read-once` refuses each of the platform's reads once.
 */
export type Fault = { at: number; effect: "refused" | "lost" | "down" | "each-read-once" };

const RIGHTS: readonly (readonly [RegExp, Right])[] = [
	[/^\/accounts\/?$/, "accounts"],
	[/\/subscriptions/, "billing"],
	[/\/d1\//, "d1"],
	[/\/r2\//, "r2"],
	[/\/email\//, "email"],
	[/\/workers\/domains/, "domains"],
	[/\/workers\//, "workers"],
	[/^\/zones/, "zones"],
];
const API = "/client/v4";
const PLATFORM_FAILS = refused(new Refusal(500, 10001, "An internal error occurred."));
const STRIPE_FAILS: Answer = {
	status: 500,
	body: { error: { type: "api_error", message: "An unknown error occurred" } },
};

/** Also serves Stripe's sandbox (`/v1`) and the Worker's `/api/health` at the same port. */
export class StandIn {
	readonly account: StandInAccount;
	readonly calls: Recorded[] = [];
	fault: Fault | null = null;
	url = "";
	readonly #sandbox: string;
	readonly #server = createServer((request, response) => void this.#serve(request, response));

	constructor(account: StandInAccount, sandbox: string) {
		this.account = account;
		this.#sandbox = sandbox;
	}

	async start(): Promise<void> {
		// Else idle connections may be closed at the moment of their next use.
		this.#server.keepAliveTimeout = 0;
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	close(): Promise<void> {
		return new Promise((resolve) => {
			this.#server.close(() => resolve());
			this.#server.closeAllConnections();
		});
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = new Uint8Array(Buffer.concat(chunks));
		const method = request.method ?? "GET";
		const path = request.url ?? "/";
		const at = this.calls.length;
		this.calls.push({ method, path, isChange: isChange(method, path, body) });
		const { fault } = this;
		if (fault?.effect === "down" && at >= fault.at) return void request.socket.destroy();
		const isFirst =
			this.calls.findIndex((call) => call.method === method && call.path === path) === at;
		const isRefused =
			fault?.effect === "each-read-once"
				? isFirst && !path.startsWith("/v1/") && !isChange(method, path, body)
				: fault?.effect === "refused" && at === fault.at;
		if (isRefused) return send(response, path.startsWith("/v1/") ? STRIPE_FAILS : PLATFORM_FAILS);
		const headers = new Headers(request.headers as Record<string, string>);
		if (path.startsWith("/v1/")) {
			const answer = await this.#stripe(method, path, headers, body);
			if (fault?.effect === "lost" && at === fault.at) return void request.socket.destroy();
			return send(response, answer);
		}
		const answer = await this.#answer(method, path, headers, body);
		if (fault?.effect === "lost" && at === fault.at) return void request.socket.destroy();
		send(response, answer);
	}

	async #stripe(
		method: string,
		path: string,
		headers: Headers,
		body: Uint8Array<ArrayBuffer>,
	): Promise<Answer> {
		for (const name of ["host", "content-length", "transfer-encoding"]) headers.delete(name);
		headers.set("connection", "close");
		const answer = await fetch(`${this.#sandbox}${path}`, {
			method,
			headers,
			...(method !== "GET" && { body }),
		});
		return { status: answer.status, body: (await answer.json()) as object };
	}

	async #answer(
		method: string,
		path: string,
		headers: Headers,
		body: Uint8Array<ArrayBuffer>,
	): Promise<Answer> {
		const { pathname, searchParams: query } = new URL(path, this.url);
		if (pathname === "/api/health") return this.#health(headers);
		if (!pathname.startsWith(API)) return refused(new Refusal(404, 7000, "No route for that URI"));
		const below = pathname.slice(API.length);
		try {
			this.#authorise(below, headers);
			const asked = { method, path: below, query, headers, body };
			const result = await this.#route(asked);
			if (result === undefined) throw new Refusal(404, 7003, `Could not route to ${below}`);
			return success(result);
		} catch (error) {
			if (error instanceof Refusal) return refused(error);
			throw error;
		}
	}

	#authorise(path: string, headers: Headers): void {
		const token = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
		if (path.endsWith("/workers/assets/upload")) return;
		const rights = this.account.tokens.get(token ?? "");
		if (!rights) throw new Refusal(403, 9109, "Invalid access token");
		const needed = RIGHTS.find(([pattern]) => pattern.test(path))?.[1];
		if (needed && !rights.has(needed)) throw new Refusal(403, 10000, "Authentication error");
	}

	async #route(asked: Asked): Promise<unknown> {
		const { account } = this;
		if (asked.path === "/accounts") return account.accounts;
		if (asked.path === "/zones")
			return account.zones.filter(({ name }) => name === asked.query.get("name"));
		if (/^\/zones\/[^/]+\/email\/sending\/subdomains$/.test(asked.path))
			return account.sendingDomains;
		const own = `/accounts/${account.id}`;
		if (!asked.path.startsWith(own)) return undefined;
		const inside = { ...asked, path: asked.path.slice(own.length) };
		if (inside.path === "/subscriptions") return account.subscriptions;
		if (inside.path === "/email/sending/zones") return account.zones;
		return (
			databaseRoute(account, inside) ??
			bucketRoute(account, inside) ??
			(await workerRoute(account, inside))
		);
	}

	#health(headers: Headers): Answer {
		const script = [...this.account.scripts.values()].find((one) => one.deployments.length > 0);
		const served = script?.deployments[0]?.versions ?? [];
		const wanted = /="([^"]+)"/.exec(
			headers.get("cloudflare-workers-version-overrides") ?? "",
		)?.[1];
		const version = served.find(({ version_id: id }) => id === wanted) ?? served[0];
		if (!version) return { status: 404, body: { error: "There is nothing here yet" } };
		const status = this.account.health(version.version_id);
		// Such a version fails before it reports its name.
		if (status === 500) return { status, body: { code: "internal" } };
		return {
			status,
			body: { status: status === 200 ? "ok" : "degraded" },
			headers: { [VERSION_HEADER]: version.version_id },
		};
	}
}

/** Questions in SQL are POSTs. */
function isChange(method: string, path: string, body: Uint8Array): boolean {
	if (method === "GET") return false;
	if (!path.endsWith("/query")) return true;
	const { sql } = JSON.parse(Buffer.from(body).toString("utf8")) as { sql: string };
	return !/^\s*select/i.test(sql);
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
	response
		.writeHead(status, { "content-type": "application/json", ...headers })
		.end(JSON.stringify(body));
}
