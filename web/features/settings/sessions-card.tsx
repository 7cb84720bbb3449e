import type { SessionInfo } from "../../../worker/contract/accounts/accounts.ts";
import { browserName } from "../../../worker/contract/browser-name.ts";
import { formatAgo } from "../../lib/i18n/format.ts";
import { endOtherSessions, endSession, useSessions } from "../../lib/server/queries/account.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.ts";
import { Loaded } from "./loaded.tsx";
import { useTexts } from "./texts.ts";
import { useAction } from "./use-action.ts";
import { useScrollTo } from "./use-scroll-to.ts";

export function SessionsCard() {
	const t = useTexts();
	const query = useSessions();
	const { data } = query;
	useScrollTo("sessions", data !== undefined);
	const others = data?.filter((session) => !session.current) ?? [];
	const endAll = useAction(
		async () => {
			await endOtherSessions();
			toast({ title: t("settings.sessionEnded") });
		},
		{ title: t("settings.saveFailed"), fallback: t("settings.tryAgain") },
	);
	return (
		<Card aria-labelledby="sessions">
			<CardHead id="sessions" title={t("settings.sessions")}>
				{t("settings.sessionsText")}
			</CardHead>
			<Loaded of={query} failed={t("settings.sessionsFailed")}>
				{(data) => (
					<ul className="divide-y divide-line">
						{data.map((session) => (
							<SessionRow key={session.id} session={session} />
						))}
					</ul>
				)}
			</Loaded>
			{others.length > 1 && (
				<Button
					className="mt-4"
					pending={endAll.pending && t("settings.totpWorking")}
					onClick={endAll.run}
				>
					{t("settings.sessionEndAll")}
				</Button>
			)}
		</Card>
	);
}

function SessionRow({ session }: { session: SessionInfo }) {
	const t = useTexts();
	const known = browserName(session.userAgent);
	const name = known ? t("settings.sessionOn", known) : t("settings.sessionUnknown");
	const end = useAction(
		async () => {
			await endSession(session.id);
			toast({ title: t("settings.sessionEnded") });
		},
		{ title: t("settings.saveFailed"), fallback: t("settings.tryAgain") },
	);
	return (
		<li className="flex flex-wrap items-center justify-between gap-3 py-3">
			<div>
				<p className="font-medium">{name}</p>
				<p className="text-13 text-muted">
					{t("settings.sessionSeen", { when: formatAgo(session.lastSeenAt) })}
				</p>
			</div>
			{session.current ? (
				<Badge tone="good">{t("settings.sessionThis")}</Badge>
			) : (
				<Button
					size="sm"
					aria-label={t("settings.sessionEndOf", { name })}
					pending={end.pending && t("settings.totpWorking")}
					onClick={end.run}
				>
					{t("settings.sessionEnd")}
				</Button>
			)}
		</li>
	);
}
