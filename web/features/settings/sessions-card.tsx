import type { SessionInfo } from "../../../worker/accounts/contract.ts";
import { browserName } from "../../../worker/contract/browser-name.ts";
import { formatAgo } from "../../lib/i18n/format.ts";
import { endOtherSessions, endSession, useSessions } from "../../lib/server/queries/account.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { useTexts } from "./texts.ts";
import { useScrollTo } from "./use-scroll-to.ts";

export function SessionsCard() {
	const t = useTexts();
	const query = useSessions();
	useScrollTo("sessions", query.data !== undefined);
	const others = query.data?.filter((session) => !session.current) ?? [];
	const endAll = useAction(async () => {
		await endOtherSessions();
		toast({ title: t("settings.sessionEnded") });
	}, t("settings.saveFailed"));
	return (
		<Card id="sessions" title={t("settings.sessions")} lead={t("settings.sessionsText")}>
			<Loaded of={query} failed={t("settings.sessionsFailed")} className="h-16">
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
	const end = useAction(async () => {
		await endSession(session.id);
		toast({ title: t("settings.sessionEnded") });
	}, t("settings.saveFailed"));
	return (
		<ListRow
			name={name}
			facts={[t("settings.sessionSeen", { when: formatAgo(session.lastSeenAt) })]}
			action={
				session.current ? (
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
				)
			}
		/>
	);
}
