import Webhook from "icons:webhook";
import { useState } from "react";
import {
	MAX_ENDPOINTS,
	type WebhookEndpoint,
} from "../../../../worker/api/webhooks/contract/webhooks.ts";
import { API_DOCS_PATH } from "../../../../worker/contract/api-docs.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/form-dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { toast } from "../../../ui/toast.ts";
import { deleteEndpoint, rotateEndpoint, useEndpoints } from "../queries/webhooks.ts";
import { ShownOnce } from "../shown-once.tsx";
import { useScrollTo } from "../use-scroll-to.ts";
import { VerifyFirst } from "../verify-first.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { EndpointRow, type OpenDialog } from "./endpoint-row.tsx";
import { LogDialog } from "./log-dialog.tsx";
import { useTexts } from "./texts.ts";

export function WebhooksCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = useEndpoints();
	useScrollTo("webhooks", query.data !== undefined);
	const [opened, setOpened] = useState<OpenDialog | null>(null);
	return (
		<Card id="webhooks" title={t("webhooks.title")} lead={t("webhooks.text")}>
			<Loaded of={query} failed={t("webhooks.failed")} className="h-16">
				{(data) =>
					!emailVerified ? (
						<VerifyFirst>{t("webhooks.verify")}</VerifyFirst>
					) : (
						<>
							{data.length === 0 ? (
								<p className="mb-4 text-muted">{t("webhooks.none")}</p>
							) : (
								<ul className="mb-4 divide-y divide-line">
									{data.map((endpoint) => (
										<EndpointRow key={endpoint.id} endpoint={endpoint} onOpen={setOpened} />
									))}
								</ul>
							)}
							{data.length >= MAX_ENDPOINTS ? (
								<p className="text-muted">{t("webhooks.limit", { n: MAX_ENDPOINTS })}</p>
							) : (
								<Button icon={<Icon of={Webhook} />} onClick={() => setOpened({ of: "new" })}>
									{t("webhooks.add")}
								</Button>
							)}
							<a className={`${buttonClass("quiet")} ms-2`} href={`${API_DOCS_PATH}/webhooks`}>
								{t("webhooks.docs")}
							</a>
						</>
					)
				}
			</Loaded>
			{opened && <Opened opened={opened} onClose={() => setOpened(null)} />}
		</Card>
	);
}

function Opened({ opened, onClose }: { opened: OpenDialog; onClose: () => void }) {
	switch (opened.of) {
		case "new":
			return <EndpointDialog onClose={onClose} />;
		case "edit":
			return <EndpointDialog endpoint={opened.endpoint} onClose={onClose} />;
		case "log":
			return <LogDialog endpoint={opened.endpoint} onClose={onClose} />;
		case "rotate":
			return <RotateDialog endpoint={opened.endpoint} onClose={onClose} />;
		case "delete":
			return <DeleteDialog endpoint={opened.endpoint} onClose={onClose} />;
	}
}

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

function DeleteDialog({ endpoint: { id, url }, onClose }: Props) {
	const t = useTexts();
	return (
		<ConfirmDialog
			title={t("webhooks.deleteTitle")}
			action={t("webhooks.delete")}
			failed={t("webhooks.actionFailed")}
			onClose={onClose}
			onConfirm={async () => {
				await deleteEndpoint(id);
				toast({ title: t("webhooks.deleted") });
				onClose();
			}}
		>
			<p className="wrap-anywhere">{url}</p>
			<p className="text-muted">{t("webhooks.deleteText")}</p>
		</ConfirmDialog>
	);
}

function RotateDialog({ endpoint: { id }, onClose }: Props) {
	const t = useTexts();
	const [secret, setSecret] = useState<string | null>(null);
	if (secret)
		return (
			<ShownOnce
				title={t("webhooks.rotate")}
				text={t("webhooks.secretText")}
				label={t("webhooks.secret")}
				value={secret}
				onClose={onClose}
			/>
		);
	return (
		<ConfirmDialog
			title={t("webhooks.rotate")}
			action={t("webhooks.rotateDo")}
			tone="primary"
			failed={t("webhooks.actionFailed")}
			onClose={onClose}
			onConfirm={async () => setSecret((await rotateEndpoint(id)).secret)}
		>
			<p className="text-muted">{t("webhooks.rotateText")}</p>
		</ConfirmDialog>
	);
}
