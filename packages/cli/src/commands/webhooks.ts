import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { type Clock, systemClock } from "../../../../web/upload-engine/clock.ts";
import { backoffMs } from "../../../../web/upload-engine/transport/backoff.ts";
import { ALL_EVENTS, WEBHOOK_EVENTS } from "../../../../worker/contract/api/webhook-events.ts";
import type {
	ListenerMessage,
	ListenerMessages,
	NewWebhookListener,
	TriggeredSample,
	WebhookEndpoint,
	WebhookEndpointList,
	WebhookEndpointWithSecret,
	WebhookMessage,
} from "../../../../worker/contract/api/webhooks.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import { type Command, command } from "../arguments/command.ts";
import { idOf } from "../arguments/values.ts";
import { CliFailure, describe, EXIT, usageFailure } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { safeLine, table } from "../output/text.ts";
import type { Session } from "../session.ts";

/** How often new messages are asked for, and how long the local receiver has. ms */
const POLL_MS = 1_000;
const FORWARD_TIMEOUT_MS = 10_000;
/** How much of the receiver's response is reported. Bytes */
const MAX_RESPONSE = 1024;

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
			const listener = await api.json<NewWebhookListener>("POST", "/api/webhooks/listeners", {
				json: { events: eventsOf(options.events) },
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

const eventsOf = (list: string | undefined): string[] =>
	list?.split(/[\s,]+/).filter(Boolean) ?? [ALL_EVENTS];

function announce({ out }: Session, { secret, expiresAt }: NewWebhookListener): void {
	if (out.options.json) out.result({ event: "listening", secret, expiresAt }, "");
	// On a line of its own, so that it is copied without anything else.
	else out.note(`Listening until Ctrl-C. The signing secret:\n${safeLine(secret)}`);
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
			const { messages } = await api.json<ListenerMessages>("GET", `${path}/messages`);
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

const list = command({
	name: "webhooks list",
	about: "list webhook endpoints",
	examples: [{ line: "tillbox webhooks list", about: "where your events are sent" }],
	run: async (session) => {
		const api = await session.api();
		const found = await api.json<WebhookEndpointList>("GET", "/api/webhooks/endpoints");
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
	},
});

const create = command({
	name: "webhooks create",
	about: "add a webhook endpoint",
	operands: "URL",
	count: [1, 1],
	options: {
		events: { type: "string", value: "LIST", about: "only these, with commas; all without it" },
		description: { type: "string", value: "TEXT", about: "what it is for" },
	},
	examples: [
		{
			line: "tillbox webhooks create https://shop.example/hooks --events sale.created",
			about: "prints the signing secret, once",
		},
	],
	run: async (session, { options, operands: [url] }) => {
		const { description } = options;
		const api = await session.api();
		const endpoint = await api.json<WebhookEndpointWithSecret>("POST", "/api/webhooks/endpoints", {
			json: { url, description, events: eventsOf(options.events) },
		});
		session.out.result(
			{ endpoint },
			`${endpoint.id}\nThe signing secret, which is not shown again:\n${endpoint.secret}`,
		);
	},
});

const onOrOff = (enabled: boolean) =>
	command({
		name: `webhooks ${enabled ? "on" : "off"}`,
		about: `switch a webhook endpoint ${enabled ? "on" : "off"}`,
		operands: "ENDPOINT",
		count: [1, 1],
		examples: [
			{
				line: `tillbox webhooks ${enabled ? "on" : "off"} ENDPOINT`,
				about: enabled ? "what has waited meanwhile is sent" : "events wait until it is on again",
			},
		],
		run: async (session, { operands: [given = ""] }) => {
			const id = idOf(given, "endpoint's id");
			const api = await session.api();
			const endpoint = await api.json<WebhookEndpoint>("PATCH", `/api/webhooks/endpoints/${id}`, {
				json: { enabled },
			});
			session.out.result({ endpoint }, `${endpoint.url} is ${endpoint.enabled ? "on" : "off"}.`);
		},
	});

const remove = command({
	name: "webhooks delete",
	about: "delete a webhook endpoint",
	operands: "ENDPOINT",
	count: [1, 1],
	options: { yes: { type: "boolean", short: "y", about: "don't ask" } },
	examples: [{ line: "tillbox webhooks delete ENDPOINT --yes", about: "nothing more is sent" }],
	run: async (session, { options, operands: [given = ""] }) => {
		const id = idOf(given, "endpoint's id");
		const api = await session.api();
		await confirm(session, "Delete this endpoint and its log?", options.yes);
		await api.json("DELETE", `/api/webhooks/endpoints/${id}`);
		session.out.result({ deleted: id }, "Deleted.");
	},
});

const test = command({
	name: "webhooks test",
	about: "send a test message to an endpoint",
	operands: "ENDPOINT",
	count: [1, 1],
	examples: [{ line: "tillbox webhooks test ENDPOINT", about: "`tillbox webhooks list` has ids" }],
	run: async (session, { operands: [given = ""] }) => {
		const id = idOf(given, "endpoint's id");
		const api = await session.api();
		const path = `/api/webhooks/endpoints/${id}/test`;
		const message = await api.json<WebhookMessage>("POST", path);
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
});

const trigger = command({
	name: "webhooks trigger",
	about: "send a sample of an event to your running listeners",
	operands: "EVENT",
	count: [1, 1],
	examples: [
		{
			line: "tillbox webhooks trigger sale.created",
			about: "while `tillbox webhooks listen` runs in another terminal",
		},
	],
	notes: [
		`EVENT is one of ${WEBHOOK_EVENTS.join(", ")}. A sample has made-up data, and no endpoint gets it: only listeners do.`,
	],
	run: async (session, { operands: [event = ""] }) => {
		const api = await session.api();
		const { listeners } = await api.json<TriggeredSample>("POST", "/api/webhooks/samples", {
			json: { event },
		});
		if (listeners === 0)
			throw new CliFailure("webhook.no_listener", EXIT.notFound, "No listener wants this event.", {
				hints: ["Start one in another terminal: tillbox webhooks listen --forward-to URL"],
			});
		session.out.result(
			{ event, listeners },
			`Sent to ${listeners === 1 ? "one listener" : `${listeners} listeners`}.`,
		);
	},
});

export const webhooks = [
	list,
	create,
	onOrOff(true),
	onOrOff(false),
	remove,
	test,
	trigger,
	listenBy(systemClock),
];
