import KeyRound from "icons:key-round";
import Pencil from "icons:pencil";
import Power from "icons:power";
import Trash2 from "icons:trash";
import { ALL_EVENTS } from "../../../../worker/api/webhooks/contract/webhook-events.ts";
import type { WebhookEndpoint } from "../../../../worker/api/webhooks/contract/webhooks.ts";
import { formatAgo, formatDateTime } from "../../../lib/i18n/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ListRow } from "../../../ui/list-row.tsx";
import { MenuItem, MoreMenu } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAction } from "../../../ui/use-action.ts";
import { editEndpoint, testEndpoint } from "../queries/webhooks.ts";
import { useTexts } from "./texts.ts";

export type OpenDialog =
	| { of: "new" }
	| { of: "edit" | "log" | "rotate" | "delete"; endpoint: WebhookEndpoint };

type Props = { endpoint: WebhookEndpoint; onOpen: (dialog: OpenDialog) => void };

/** The later one decides; equal times are a success after a failure. */
function isFailing({ lastSuccessAt, lastFailureAt }: WebhookEndpoint): boolean {
	return lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt);
}

export function EndpointRow({ endpoint, onOpen }: Props) {
	const t = useTexts();
	const { id, url, description, events, enabled, previousSecretUntil } = endpoint;
	const failed = t("webhooks.actionFailed");
	const test = useAction(async () => {
		const { state, attempts } = await testEndpoint(id);
		const { status, failure } = attempts[0] ?? {};
		if (state === "delivered")
			toast({ title: t("webhooks.testDelivered", { status: status ?? 0 }) });
		else
			toast({
				tone: "destructive",
				title: t("webhooks.testFailed"),
				text: t(`webhooks.failure.${failure ?? "unreachable"}`, { status: status ?? 0 }),
			});
	}, failed);
	const power = useAction(async () => {
		await editEndpoint(id, { enabled: !enabled });
		toast({ title: t(enabled ? "webhooks.switchedOff" : "webhooks.switchedOn") });
	}, failed);
	const name = description || url;
	const [event = ALL_EVENTS] = events;
	return (
		<ListRow
			name={name}
			facts={[description && url]}
			action={
				<div className="flex flex-wrap gap-2">
					<Button
						size="sm"
						aria-label={t("webhooks.testOf", { name })}
						pending={test.pending && t("webhooks.testing")}
						onClick={test.run}
					>
						{t("webhooks.test")}
					</Button>
					<Button
						size="sm"
						aria-label={t("webhooks.logOf", { name })}
						onClick={() => onOpen({ of: "log", endpoint })}
					>
						{t("webhooks.log")}
					</Button>
					<MoreMenu label={t("webhooks.moreOf", { name })}>
						<MenuItem icon={Pencil} onSelect={() => onOpen({ of: "edit", endpoint })}>
							{t("webhooks.edit")}
						</MenuItem>
						<MenuItem icon={Power} onSelect={power.run}>
							{t(enabled ? "webhooks.switchOff" : "webhooks.switchOn")}
						</MenuItem>
						<MenuItem icon={KeyRound} onSelect={() => onOpen({ of: "rotate", endpoint })}>
							{t("webhooks.rotate")}
						</MenuItem>
						<MenuItem icon={Trash2} danger onSelect={() => onOpen({ of: "delete", endpoint })}>
							{t("webhooks.delete")}
						</MenuItem>
					</MoreMenu>
				</div>
			}
		>
			<p className="mt-1 flex flex-wrap items-center gap-1.5">
				<State endpoint={endpoint} />
				<span className="text-13 text-muted">
					{event === ALL_EVENTS
						? t("webhooks.allEvents")
						: events.length === 1
							? t(`webhooks.event.${event}`)
							: t("webhooks.someEvents", { n: events.length })}
				</span>
			</p>
			{previousSecretUntil && (
				<p className="mt-1 text-13 text-muted">
					{t("webhooks.bothSecrets", { when: formatDateTime(previousSecretUntil) })}
				</p>
			)}
		</ListRow>
	);
}

function State({ endpoint }: { endpoint: WebhookEndpoint }) {
	const t = useTexts();
	const { offReason, lastSuccessAt } = endpoint;
	if (offReason !== null)
		return (
			<Badge tone={offReason === "creator" ? "neutral" : "danger"}>
				{t(`webhooks.off.${offReason}`)}
			</Badge>
		);
	if (isFailing(endpoint)) return <Badge tone="warning">{t("webhooks.failing")}</Badge>;
	if (lastSuccessAt === null) return <Badge>{t("webhooks.unused")}</Badge>;
	return <Badge tone="good">{t("webhooks.working", { when: formatAgo(lastSuccessAt) })}</Badge>;
}
