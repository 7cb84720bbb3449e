import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { type Clock, systemClock } from "../../../../web/upload-engine/clock.ts";
import { backoffMs } from "../../../../web/upload-engine/transport/backoff.ts";
import { ALL_EVENTS } from "../../../../worker/api/webhooks/contract/webhook-events.ts";
import type {
	ListenerMessage,
	ListenerMessages,
	NewWebhookListener,
	WebhookEndpoint,
	WebhookEndpointList,
	WebhookEndpointWithSecret,
	WebhookMessage,
} from "../../../../worker/api/webhooks/contract/webhooks.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import { type Command, command, flag, option } from "../arguments/command.ts";
import { idOf } from "../arguments/values.ts";
import { CliFailure, describe, EXIT, usageFailure } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { safeLine, table } from "../output/text.ts";
import type { Session } from "../session.ts";

/** In ms: the interval of polling, and the receiver's timeout. */
const POLL_MS = 1_000;
const FORWARD_TIMEOUT_MS = 10_000;
const MAX_RESPONSE = 1024;

type Result = { id: string; status: number | null; response: string };

const EVENTS = option("LIST", "only these, with commas; all without it");

/** Tests give it a clock that doesn't wait. */
export const listenBy = (clock: Clock): Command =>
	command(
		"webhooks listen",
		"receive webhooks on this machine while you develop",
		{
			options: { forwardTo: option("URL", "where each message is posted"), events: EVENTS },
			examples: [
				"tillbox webhooks listen --forward-to http://localhost:3000/hooks # signed with the printed secret",
				"tillbox webhooks listen --events sale.created --json # each message as a line of JSON, posted to nowhere",
			],
			note: "Ctrl-C ends it. With --json, each line is an object of its own, with `event` as its kind.",
		},
		async (session, { forwardTo: target, events }) => {
			if (
				target !== undefined &&
				!/^https?:$/.test(URL.canParse(target) ? new URL(target).protocol : "")
			)
				throw usageFailure("--forward-to must be an address such as http://localhost:3000/hooks.");
			if (target === undefined && !session.out.options.json)
				throw usageFailure("--forward-to is missing.", [
					"With --json alone, each message is printed as a line of JSON and posted to nowhere.",
				]);
			const api = await session.api();
			const body = { events: eventsOf(events) };
			const path = "/api/webhooks/listeners";
			const listener = await api.json<NewWebhookListener>("POST", path, { body });
			const own = `${path}/${serverId(listener.id)}`;
			try {
				announce(session, listener);
				await pump(session, api, own, target ?? null, clock);
			} finally {
				// Ctrl-C has aborted the session's own signal.
				await api
					.json("DELETE", own, { signal: AbortSignal.timeout(5_000) })
					.catch(() => session.out.note("The listener could not be removed; it will expire."));
			}
		},
	);

const eventsOf = (list: string | undefined): string[] =>
	list?.split(/[\s,]+/).filter(Boolean) ?? [ALL_EVENTS];

function announce({ out }: Session, { secret, expiresAt }: NewWebhookListener): void {
	if (out.options.json) out.result({ event: "listening", secret, expiresAt }, "");
	// On its own line, for copying.
	else out.note(`Listening until Ctrl-C. The signing secret:\n${safeLine(secret)}`);
}

/** Forwards messages until the session is interrupted. */
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
			const { messages } = await api.json<ListenerMessages>("GET", `${path}/messages`);
			const results: Result[] = [];
			for (const message of messages) {
				const result = await forward(message, target, signal);
				print(session, message, result);
				results.push(result);
			}
			if (results.length > 0) await api.json("POST", `${path}/results`, { body: { results } });
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

/** Posts a message like a delivery; `status` is null without a response. */
async function forward(
	{ id, headers, body }: ListenerMessage,
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

function print({ out }: Session, message: ListenerMessage, { status, response }: Result): void {
	const { id, type, createdAt, headers, body } = message;
	if (out.options.json) {
		out.result({ event: "message", id, type, createdAt, headers, body, status, response }, "");
		return;
	}
	const outcome = status === null ? `no response: ${safeLine(response)}` : String(status);
	const isFine = status !== null && status >= 200 && status < 300;
	out.result({}, `${createdAt}  ${type}  ${id}  → ${outcome}`, isFine ? "32" : "31");
}

const ENDPOINTS = "/api/webhooks/endpoints";
const endpointPath = (id: string) => `${ENDPOINTS}/${idOf(id, "an endpoint's id")}`;

const list = command("webhooks list", "list webhook endpoints", {}, async (session) => {
	const api = await session.api();
	const found = await api.json<WebhookEndpointList>("GET", ENDPOINTS);
	const rows = found.endpoints.map(({ id, url, events, enabled, offReason }) => [
		id,
		url,
		events.includes(ALL_EVENTS) ? "all" : events.join(", "),
		enabled ? "on" : `off (${offReason})`,
	]);
	session.out.result(
		found,
		rows.length === 0 ? "There are no endpoints." : table(["ID", "URL", "EVENTS", "STATE"], rows),
	);
});

const create = command(
	"webhooks create <URL>",
	"add a webhook endpoint",
	{
		options: { events: EVENTS, description: option("TEXT", "what it is for") },
		examples: [
			"tillbox webhooks create https://shop.example/hooks --events sale.created # prints the signing secret, once",
		],
	},
	async (session, { events, description }, url) => {
		const api = await session.api();
		const body = { url, description, events: eventsOf(events) };
		const endpoint = await api.json<WebhookEndpointWithSecret>("POST", ENDPOINTS, { body });
		session.out.result(
			{ endpoint },
			`${endpoint.id}\nThe signing secret, which is not shown again:\n${endpoint.secret}`,
		);
	},
);

const switching = (word: "on" | "off") =>
	command(
		`webhooks ${word} <ENDPOINT>`,
		`switch a webhook endpoint ${word}`,
		{ note: "Events wait while an endpoint is off, and are sent once it is on again." },
		async (session, _, id) => {
			const api = await session.api();
			const body = { enabled: word === "on" };
			const endpoint = await api.json<WebhookEndpoint>("PATCH", endpointPath(id), { body });
			session.out.result({ endpoint }, `${endpoint.url} is ${endpoint.enabled ? "on" : "off"}.`);
		},
	);

const remove = command(
	"webhooks delete <ENDPOINT>",
	"delete a webhook endpoint",
	{ options: { yes: flag("don't ask", "-y") } },
	async (session, { yes }, id) => {
		const path = endpointPath(id);
		const api = await session.api();
		await confirm(session, "Delete this endpoint and its log?", yes);
		await api.json("DELETE", path);
		session.out.result({ deleted: id }, "Deleted.");
	},
);

const test = command(
	"webhooks test <ENDPOINT>",
	"send a test message to an endpoint",
	{ examples: ["tillbox webhooks test ENDPOINT # `tillbox webhooks list` has ids"] },
	async (session, _, id) => {
		const api = await session.api();
		const message = await api.json<WebhookMessage>("POST", `${endpointPath(id)}/test`);
		const [attempt] = message.attempts;
		if (message.state !== "delivered")
			throw new CliFailure(
				"webhook.not_delivered",
				EXIT.network,
				attempt?.status
					? `The endpoint answered with status ${attempt.status}.`
					: `The endpoint could not be reached (${attempt?.failure ?? "no attempt"}).`,
				{ details: { message } },
			);
		session.out.result({ message }, `Delivered: status ${attempt?.status}.`);
	},
);

export const webhooks = [
	list,
	create,
	switching("on"),
	switching("off"),
	remove,
	test,
	listenBy(systemClock),
];
