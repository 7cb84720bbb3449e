import { useState } from "react";
import {
	ALL_EVENTS,
	WEBHOOK_EVENTS,
} from "../../../../worker/api/webhooks/contract/webhook-events.ts";
import {
	editEndpointInput,
	newEndpointInput,
	type WebhookEndpoint,
	type WebhookEvent,
} from "../../../../worker/api/webhooks/contract/webhooks.ts";
import { MAX_ENDPOINT_DESCRIPTION } from "../../../../worker/contract/constants.ts";
import { useForm } from "../../../lib/forms/use-form.ts";
import { fieldTexts } from "../../../lib/i18n/server-texts.ts";
import { CheckGroup, CheckList } from "../../../ui/check-list.tsx";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { createEndpoint, editEndpoint } from "../queries/webhooks.ts";
import { ShownOnce } from "../shown-once.tsx";
import { useTexts } from "./texts.ts";

type Props = { endpoint?: WebhookEndpoint; onClose: () => void };

export function EndpointDialog({ endpoint, onClose }: Props) {
	const t = useTexts();
	const [secret, setSecret] = useState<string | null>(null);
	const [events, setEvents] = useState<readonly (WebhookEvent | typeof ALL_EVENTS)[]>(
		endpoint?.events ?? [ALL_EVENTS],
	);
	const form = useForm({
		schema: endpoint ? editEndpointInput : newEndpointInput,
		extra: { events },
		async submit(input, element) {
			// The form's values leave out empty fields.
			const description = String(new FormData(element).get("description") ?? "");
			const saved = { url: input.url ?? "", description, events: [...events] };
			if (!endpoint) return setSecret((await createEndpoint(saved)).secret);
			await editEndpoint(endpoint.id, saved);
			toast({ title: t("webhooks.saved") });
			onClose();
		},
		// The events have no control of their own name.
		onFailure: (error) => (Object.keys(fieldTexts(error)).length > 0 ? "told" : undefined),
	});
	if (secret)
		return (
			<ShownOnce
				title={t("webhooks.added")}
				text={t("webhooks.secretText")}
				label={t("webhooks.secret")}
				value={secret}
				onClose={onClose}
			/>
		);
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			size="wide"
			title={t(endpoint ? "webhooks.editTitle" : "webhooks.add")}
			action={t(endpoint ? "webhooks.save" : "webhooks.add")}
			busy={t("webhooks.checking")}
		>
			<TextField
				label={t("webhooks.url")}
				hint={t("webhooks.urlHint")}
				name="url"
				type="url"
				inputMode="url"
				required
				defaultValue={endpoint?.url}
			/>
			<TextField
				label={t("webhooks.description")}
				hint={t("webhooks.descriptionHint")}
				name="description"
				maxLength={MAX_ENDPOINT_DESCRIPTION}
				defaultValue={endpoint?.description}
			/>
			<CheckGroup legend={t("webhooks.events")} error={form.errors.events}>
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
		</FormDialog>
	);
}
