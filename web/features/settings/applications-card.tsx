import { useState } from "react";
import {
	type ApplicationInfo,
	type ConnectedApplication,
	MAX_APPLICATIONS,
	type NewApplication,
	newApplicationInput,
} from "../../../worker/accounts/applications/contract/applications.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatAgo, formatDate } from "../../lib/i18n/format.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/form-dialog.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import {
	createApplication,
	deleteApplication,
	disconnectApplication,
	useApplications,
} from "./queries/applications.ts";
import { ShownOnce } from "./shown-once.tsx";
import { useTexts } from "./texts.ts";
import { MAX_PROGRAM_NAME, Scopes } from "./tokens-card.tsx";

type Opened = "new" | { own: ApplicationInfo } | { connected: ConnectedApplication } | null;

export function ApplicationsCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = useApplications();
	const [opened, setOpened] = useState<Opened>(null);
	const close = () => setOpened(null);
	return (
		<Card id="applications" title={t("settings.apps")} lead={t("settings.appsText")}>
			<Loaded of={query} failed={t("settings.appsFailed")} className="h-16">
				{({ own, connected }) => (
					<>
						{connected.length === 0 ? (
							<p className="text-muted">{t("settings.appsNone")}</p>
						) : (
							<ul className="divide-y divide-line">
								{connected.map((application) => (
									<ConnectedRow
										key={application.id}
										application={application}
										onEnd={() => setOpened({ connected: application })}
									/>
								))}
							</ul>
						)}
						{emailVerified && (
							<Fold title={t("settings.appOwn")} className="mt-4">
								<p className="mt-1 text-muted">{t("settings.appOwnText")}</p>
								<ul className="my-2 divide-y divide-line">
									{own.map((application) => (
										<OwnRow
											key={application.id}
											application={application}
											onDelete={() => setOpened({ own: application })}
										/>
									))}
								</ul>
								{own.length >= MAX_APPLICATIONS ? (
									<p className="text-muted">{t("settings.appLimit", { n: MAX_APPLICATIONS })}</p>
								) : (
									<Button onClick={() => setOpened("new")}>{t("settings.appNew")}</Button>
								)}
							</Fold>
						)}
					</>
				)}
			</Loaded>
			{opened === "new" && <NewDialog onClose={close} />}
			{opened !== null && opened !== "new" && <EndDialog of={opened} onClose={close} />}
		</Card>
	);
}

function ConnectedRow({
	application: { name, address, scopes, connectedAt, lastUsedAt },
	onEnd,
}: {
	application: ConnectedApplication;
	onEnd: () => void;
}) {
	const t = useTexts();
	const used =
		lastUsedAt === null
			? t("settings.tokenUnused")
			: t("settings.tokenUsed", { when: formatAgo(lastUsedAt) });
	return (
		<ListRow
			name={name}
			facts={[address, used, t("settings.appSince", { date: formatDate(connectedAt) })]}
			action={
				<Button size="sm" aria-label={t("settings.appEndOf", { name })} onClick={onEnd}>
					{t("settings.appEnd")}
				</Button>
			}
		>
			<Scopes scopes={scopes} />
		</ListRow>
	);
}

function OwnRow({
	application: { id, name, address, redirectUris },
	onDelete,
}: {
	application: ApplicationInfo;
	onDelete: () => void;
}) {
	const t = useTexts();
	return (
		<ListRow
			name={name}
			facts={[address, ...redirectUris]}
			action={
				<Button size="sm" aria-label={t("settings.appDeleteOf", { name })} onClick={onDelete}>
					{t("settings.appDelete")}
				</Button>
			}
		>
			<p className="text-13 text-muted wrap-anywhere">
				{t("settings.appId")} <code className="select-all">{id}</code>
			</p>
		</ListRow>
	);
}

type Closable = { onClose: () => void };

function EndDialog({ of, onClose }: { of: Exclude<Opened, "new" | null> } & Closable) {
	const t = useTexts();
	const isOwn = "own" in of;
	const { id, name } = isOwn ? of.own : of.connected;
	return (
		<ConfirmDialog
			title={t(isOwn ? "settings.appDeleteTitle" : "settings.appEndTitle", { name })}
			action={t(isOwn ? "settings.appDelete" : "settings.appEnd")}
			failed={t("settings.saveFailed")}
			onClose={onClose}
			onConfirm={async () => {
				await (isOwn ? deleteApplication : disconnectApplication)(id);
				toast({ title: t(isOwn ? "settings.appDeleted" : "settings.appEnded") });
				onClose();
			}}
		>
			<p className="text-muted">{t(isOwn ? "settings.appDeleteText" : "settings.appEndText")}</p>
		</ConfirmDialog>
	);
}

function NewDialog({ onClose }: Closable) {
	const t = useTexts();
	const [made, setMade] = useState<NewApplication | null>(null);
	const [lines, setLines] = useState("");
	const [isConfidential, setConfidential] = useState(false);
	const redirectUris = lines.split("\n").filter((line) => line.trim() !== "");
	const form = useForm({
		schema: newApplicationInput,
		extra: { redirectUris, isConfidential },
		async submit(input) {
			const application = await createApplication(input);
			if (application.secret) setMade(application);
			else onClose();
		},
	});
	// An error of one line of the field, or of all.
	const [, linesError] =
		Object.entries(form.errors).find(([path]) => path.startsWith("redirectUris")) ?? [];
	if (made?.secret)
		return (
			<ShownOnce
				title={t("settings.appMade")}
				text={t("settings.appMadeText", { name: made.name })}
				label={t("settings.appSecret")}
				value={made.secret}
				onClose={onClose}
			/>
		);
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("settings.appNew")}
			action={t("settings.appRegister")}
		>
			<TextField
				label={t("settings.appName")}
				hint={t("settings.appNameHint")}
				name="name"
				required
				maxLength={MAX_PROGRAM_NAME}
			/>
			<TextField label={t("settings.appSite")} name="address" type="url" required />
			<TextArea
				label={t("settings.appRedirects")}
				hint={t("settings.appRedirectsHint")}
				rows={3}
				spellCheck={false}
				value={lines}
				onChange={({ target }) => setLines(target.value)}
				error={linesError}
			/>
			<CheckField
				label={t("settings.appServer")}
				labelClass=""
				checked={isConfidential}
				onChange={({ target }) => setConfidential(target.checked)}
			/>
		</FormDialog>
	);
}
