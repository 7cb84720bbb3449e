import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { type Clock, systemClock } from "../../../../web/upload-engine/clock.ts";
import { backoffMs } from "../../../../web/upload-engine/transport/backoff.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import { type Command, command } from "../arguments/command.ts";
import { describe, usageFailure } from "../failures.ts";
import { safeLine } from "../output/text.ts";
import type { Session } from "../session.ts";

/** How often new messages are asked for, and how long the local receiver has. ms */
const POLL_MS = 1_000;
const FORWARD_TIMEOUT_MS = 10_000;
/** How much of the receiver's response is reported. Bytes */
const MAX_RESPONSE = 1024;

type Listener = { id: string; secret: string; expiresAt: string };
type Message = {
	id: string;
	type: string;
	createdAt: string;
	headers: Record<string, string>;
	body: string;
};
type Result = { id: string; status: number | null; response: string };

/** The command; tests give it a clock that does not wait. */
export const listenBy = (clock: Clock): Command =>
	command({
		name: "webhooks listen",
		about: "receive webhooks on this machine while you develop",
		options: {
			"forward-to": { type: "string", value: "URL", about: "where each message is posted" },
			events: { type: "string", value: "LIST", about: "only these, with commas; all without it" },
		},
		examples: [
			{
				line: "tillbox webhooks listen --forward-to http://localhost:3000/hooks",
				about: "messages are signed with the secret that is printed at the start",
			},
			{
				line: "tillbox webhooks listen --events sale.created --json",
				about: "each message as a line of JSON, posted to nowhere",
			},
		],
		notes: [
			"Ctrl-C ends it. With --json, each line is an object of its own, with `event` as its kind.",
		],
		run: async (session, { options }) => {
			const target = options["forward-to"];
			if (
				target !== undefined &&
				!/^https?:$/.test(URL.canParse(target) ? new URL(target).protocol : "")
			)
				throw usageFailure(`--forward-to must be an address such as http://localhost:3000/hooks.`);
			if (target === undefined && !session.out.options.json)
				throw usageFailure("--forward-to is missing.", [
					"With --json alone, each message is printed as a line of JSON and posted to nowhere.",
				]);
			const api = await session.api();
			const events = options.events?.split(/[\s,]+/).filter(Boolean) ?? ["*"];
			const listener = await api.json<Listener>("POST", "/api/webhooks/listeners", {
				json: { events },
			});
			const path = `/api/webhooks/listeners/${serverId(listener.id)}`;
			try {
				announce(session, listener);
				await pump(session, api, path, target ?? null, clock);
			} finally {
				// Ctrl-C has aborted the session's own signal.
				await api
					.json("DELETE", path, { signal: AbortSignal.timeout(5_000) })
					.catch(() =>
						session.out.note("The listener could not be removed; it expires by itself."),
					);
			}
		},
	});

function announce({ out }: Session, { secret, expiresAt }: Listener): void {
	if (out.options.json) out.result({ event: "listening", secret, expiresAt }, "");
	else out.note(`Listening. The signing secret is ${safeLine(secret)}. Ctrl-C ends it.`);
}

/** Forwards messages until the session is interrupted, which is how this ends. */
async function pump(
	session: Session,
	api: Api,
	path: string,
	target: string | null,
	clock: Clock,
): Promise<void> {
	const { signal } = session;
	let failures = 0;
	while (!signal.aborted) {
		try {
			const { messages } = await api.json<{ messages: Message[] }>("GET", `${path}/messages`);
			const results: Result[] = [];
			// One after the other, in their order.
			for (const message of messages) {
				const result = await forward(message, target, signal);
				print(session, message, result);
				results.push(result);
			}
			if (results.length > 0)
				await api.json("POST", `${path}/results`, { json: { results }, repeatable: true });
			failures = 0;
			await clock.sleep(POLL_MS, signal);
		} catch (error) {
			if (signal.aborted) return;
			const isPassing = error instanceof ApiFailure && (error.status === 0 || error.status >= 429);
			if (!isPassing) throw error;
			failures++;
			session.out.note(`Waiting for the server: ${describe(error).message}`);
			await clock.sleep(backoffMs(failures, Math.random), signal).catch(() => {});
		}
	}
}

/** Posts a message as a delivery would; `status` is null where there was no response. */
async function forward(
	{ id, headers, body }: Message,
	target: string | null,
	signal: AbortSignal,
): Promise<Result> {
	if (target === null) return { id, status: 204, response: "" };
	try {
		const response = await fetch(target, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body,
			redirect: "manual",
			signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]),
		});
		const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, MAX_RESPONSE);
		return { id, status: response.status, response: new TextDecoder().decode(bytes) };
	} catch (error) {
		signal.throwIfAborted();
		const { cause, message } = error as Error;
		return { id, status: null, response: cause instanceof Error ? cause.message : message };
	}
}

function print({ out }: Session, message: Message, { status, response }: Result): void {
	const { id, type, createdAt, headers, body } = message;
	if (out.options.json) {
		out.result({ event: "message", id, type, createdAt, headers, body, status, response }, "");
		return;
	}
	const outcome = status === null ? `no response: ${safeLine(response)}` : String(status);
	const isFine = status !== null && status >= 200 && status < 300;
	out.result({}, `${createdAt}  ${type}  ${id}  → ${outcome}`, isFine ? "32" : "31");
}

export const webhooks = [listenBy(systemClock)];
