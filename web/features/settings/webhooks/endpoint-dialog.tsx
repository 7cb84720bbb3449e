import { useState } from "react";
import { ALL_EVENTS, WEBHOOK_EVENTS } from "../../../../worker/contract/api/webhook-events.ts";
import {
	editEndpointInput,
	newEndpointInput,
	type WebhookEndpoint,
	type WebhookEvent,
} from "../../../../worker/contract/api/webhooks.ts";
import { MAX_ENDPOINT_DESCRIPTION } from "../../../../worker/contract/constants.ts";
import { useForm } from "../../../lib/forms/use-form.ts";
import { fieldTexts } from "../../../lib/i18n/server-texts.ts";
import { createEndpoint, editEndpoint } from "../../../lib/server/queries/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckGroup, CheckList } from "../../../ui/check-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailedAlert } from "../../../ui/failed-alert.tsx";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { ShownOnce } from "../shown-once.tsx";
import { useTexts } from "./texts.ts";

type Props = { endpoint?: WebhookEndpoint; onClose: () => void };

/** Shows a new endpoint's secret once. */
export default function EndpointDialog({ endpoint, onClose }: Props) {
	const t = useTexts();
	const [secret, setSecret] = useState<string | null>(null);
	return (
		<Dialog
			open
			onClose={onClose}
			isKept={secret !== null}
			size={secret ? "narrow" : "wide"}
			title={t(secret ? "webhooks.added" : endpoint ? "webhooks.editTitle" : "webhooks.add")}
			closeLabel={t("webhooks.close")}
		>
			{secret ? (
				<ShownOnce
					text={t("webhooks.secretText")}
					label={t("webhooks.secret")}
					value={secret}
					onDone={onClose}
				/>
			) : (
				<EndpointForm
					{...(endpoint && { endpoint })}
					onSaved={(made) => (made === null ? onClose() : setSecret(made))}
				/>
			)}
		</Dialog>
	);
}

type FormProps = { endpoint?: WebhookEndpoint; onSaved: (secret: string | null) => void };
type Chosen = WebhookEvent | typeof ALL_EVENTS;

function EndpointForm({ endpoint, onSaved }: FormProps) {
	const t = useTexts();
	const [events, setEvents] = useState<readonly Chosen[]>(endpoint?.events ?? [ALL_EVENTS]);
	const { errors, pending, failure, onSubmit } = useForm({
		schema: endpoint ? editEndpointInput : newEndpointInput,
		extra: { events },
		async submit(input, form) {
			// The form's values leave out empty fields.
			const description = String(new FormData(form).get("description") ?? "");
			const url = input.url ?? "";
			const saved = { url, description, events: [...events] };
			if (endpoint) {
				await editEndpoint(endpoint.id, saved);
				toast({ title: t("webhooks.saved") });
				onSaved(null);
			} else onSaved((await createEndpoint(saved)).secret);
		},
		// The events have no control of their own name.
		onFailure: (error) => (Object.keys(fieldTexts(error)).length > 0 ? "told" : undefined),
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<FailedAlert failure={failure} fallback={t("webhooks.tryAgain")} />
			<TextField
				label={t("webhooks.url")}
				hint={t("webhooks.urlHint")}
				name="url"
				type="url"
				inputMode="url"
				required
				defaultValue={endpoint?.url}
				error={errors.url}
			/>
			<TextField
				label={t("webhooks.description")}
				hint={t("webhooks.descriptionHint")}
				name="description"
				maxLength={MAX_ENDPOINT_DESCRIPTION}
				defaultValue={endpoint?.description}
				error={errors.description}
			/>
			<CheckGroup legend={t("webhooks.events")} error={errors.events}>
				<CheckField
					label={t("webhooks.allEvents")}
					hint={t("webhooks.allEventsHint")}
					checked={events.includes(ALL_EVENTS)}
					onChange={({ target }) => setEvents(target.checked ? [ALL_EVENTS] : [])}
				/>
				{!events.includes(ALL_EVENTS) && (
					<div className="grid gap-3 sm:grid-cols-2">
						<CheckList
							values={WEBHOOK_EVENTS}
							label={(event) => t(`webhooks.event.${event}`)}
							chosen={events}
							onChange={setEvents}
						/>
					</div>
				)}
			</CheckGroup>
			<Button type="submit" tone="primary" pending={pending && t("webhooks.checking")}>
				{t(endpoint ? "webhooks.save" : "webhooks.add")}
			</Button>
		</form>
	);
}
