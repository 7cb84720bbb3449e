import Inbox from "icons:inbox";
import type {
	WebhookAttempt,
	WebhookEndpoint,
	WebhookMessage,
} from "../../../../worker/api/webhooks/contract/webhooks.ts";
import { formatDateTime } from "../../../lib/i18n/format.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAction } from "../../../ui/use-action.ts";
import { resendMessage, useEndpointLog } from "../queries/webhooks.ts";
import { useTexts } from "./texts.ts";

const TONES: Record<WebhookMessage["state"], BadgeTone> = {
	waiting: "info",
	paused: "neutral",
	delivered: "good",
	failed: "danger",
};

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

export function LogDialog({ endpoint, onClose }: Props) {
	const t = useTexts();
	const query = useEndpointLog(endpoint.id);
	const { size, setSize, isValidating, mutate } = query;
	return (
		<Dialog onClose={onClose} size="wide" title={t("webhooks.logTitle")}>
			<p className="mb-4 text-13 text-muted wrap-anywhere">{endpoint.url}</p>
			<Loaded of={query} failed={t("webhooks.logFailed")} className="h-24">
				{(pages) => {
					const messages = pages.flatMap((page) => page.messages);
					if (messages.length === 0)
						return (
							<EmptyState icon={Inbox} title={t("webhooks.logNone")}>
								{t("webhooks.logNoneText")}
							</EmptyState>
						);
					return (
						<>
							<ul className="divide-y divide-line">
								{messages.map((message) => (
									<MessageItem key={message.id} message={message} onSent={() => void mutate()} />
								))}
							</ul>
							{pages.at(-1)?.next && (
								<Button
									className="mt-4"
									pending={isValidating && t("webhooks.busy")}
									onClick={() => void setSize(size + 1)}
								>
									{t("webhooks.more")}
								</Button>
							)}
						</>
					);
				}}
			</Loaded>
		</Dialog>
	);
}

function MessageItem({ message, onSent }: { message: WebhookMessage; onSent: () => void }) {
	const t = useTexts();
	const { id, type, state, createdAt, nextAttemptAt, attempts, body } = message;
	const resend = useAction(async () => {
		const [last] = (await resendMessage(id)).attempts;
		toast(
			last?.failure === null
				? { title: t("webhooks.resent") }
				: {
						tone: "destructive",
						title: t("webhooks.testFailed"),
						text: t(`webhooks.failure.${last?.failure ?? "unreachable"}`, {
							status: last?.status ?? 0,
						}),
					},
		);
		onSent();
	}, t("webhooks.actionFailed"));
	return (
		<li className="py-3">
			<details>
				<summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
					<code>{type}</code>
					<Badge tone={TONES[state]}>{t(`webhooks.state.${state}`)}</Badge>
					<span className="text-13 text-muted">{formatDateTime(createdAt)}</span>
				</summary>
				<div className="mt-3 flex flex-col gap-3">
					{nextAttemptAt && (
						<p className="text-13 text-muted">
							{t("webhooks.nextAttempt", { when: formatDateTime(nextAttemptAt) })}
						</p>
					)}
					<Block label={t("webhooks.body")} text={indented(body)} />
					{attempts.length === 0 && <p className="text-muted">{t("webhooks.noAttempts")}</p>}
					{attempts.map((attempt) => (
						<Attempt key={attempt.at} attempt={attempt} />
					))}
					<Button
						size="sm"
						className="self-start"
						pending={resend.pending && t("webhooks.sending")}
						onClick={resend.run}
					>
						{t("webhooks.resend")}
					</Button>
				</div>
			</details>
		</li>
	);
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
	const t = useTexts();
	const { at, duration, status, failure, requestHeaders, response } = attempt;
	const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
	return (
		<section className="rounded-control border border-line p-3">
			<p className="mb-2 text-13">
				{t("webhooks.attemptAt", { when: formatDateTime(at), ms: duration })}{" "}
				<Badge tone={failure === null ? "good" : "danger"}>
					{failure === null
						? t("webhooks.accepted", { status: status ?? 0 })
						: t(`webhooks.failure.${failure}`, { status: status ?? 0 })}
				</Badge>
			</p>
			<Block label={t("webhooks.requestHeaders")} text={headers.join("\n")} />
			{status !== null && (
				<Block label={t("webhooks.response")} text={response || t("webhooks.noResponse")} />
			)}
		</section>
	);
}

function Block({ label, text }: { label: string; text: string }) {
	return (
		<figure className="mt-2">
			<figcaption className="text-13 font-medium">{label}</figcaption>
			<pre className="mt-1 rounded-control bg-faint p-2 text-13 whitespace-pre-wrap wrap-anywhere">
				{text}
			</pre>
		</figure>
	);
}

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
