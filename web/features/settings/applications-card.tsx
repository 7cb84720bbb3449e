import { lazy, Suspense, useState } from "react";
import {
	type ApplicationInfo,
	type ConnectedApplication,
	MAX_APPLICATIONS,
} from "../../../worker/contract/accounts/applications.ts";
import { formatAgo, formatDate } from "../../lib/i18n/format.ts";
import {
	deleteApplication,
	disconnectApplication,
	useApplications,
} from "../../lib/server/queries/applications.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Loaded } from "./loaded.tsx";
import { ProgramRow } from "./program-row.tsx";
import { useTexts } from "./texts.ts";

const NewApplicationDialog = lazy(() => import("./new-application-dialog.tsx"));

type Opened = "new" | { own: ApplicationInfo } | { connected: ConnectedApplication } | null;

/** Connected applications, which can be disconnected, and those that the creator has registered. */
export function ApplicationsCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = useApplications();
	const [opened, setOpened] = useState<Opened>(null);
	const close = () => setOpened(null);
	return (
		<Card aria-labelledby="applications">
			<CardHead id="applications" title={t("settings.apps")}>
				{t("settings.appsText")}
			</CardHead>
			<Loaded of={query} failed={t("settings.appsFailed")}>
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
			<Suspense>{opened === "new" && <NewApplicationDialog onClose={close} />}</Suspense>
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
		<ProgramRow
			name={name}
			facts={[address, used, t("settings.appSince", { date: formatDate(connectedAt) })]}
			scopes={scopes}
			action={
				<Button size="sm" aria-label={t("settings.appEndOf", { name })} onClick={onEnd}>
					{t("settings.appEnd")}
				</Button>
			}
		/>
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
		<ProgramRow
			name={name}
			facts={[address, ...redirectUris]}
			action={
				<Button size="sm" aria-label={t("settings.appDeleteOf", { name })} onClick={onDelete}>
					{t("settings.appDelete")}
				</Button>
			}
		>
			<span className="text-13 text-muted wrap-anywhere">
				{t("settings.appId")} <code className="select-all">{id}</code>
			</span>
		</ProgramRow>
	);
}

/** Confirms the end of an application's access to this account, or to all accounts. */
function EndDialog({ of, onClose }: { of: Exclude<Opened, "new" | null>; onClose: () => void }) {
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
