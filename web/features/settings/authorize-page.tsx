import ArrowUpRight from "icons:arrow-up-right";
import CircleAlert from "icons:circle-alert";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { AuthorizationRequest } from "../../../worker/contract/accounts/applications.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { useAuthorization } from "../../lib/server/queries/applications.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AuthorizeForm } from "./authorize-form.tsx";
import { useTexts } from "./texts.ts";
import { usePlaceOf } from "./use-place-of.ts";

/**
 * `/oauth/authorize?client_id=…`: shows what an application asks for, and lets its user decide. An invalid
 * request is reported here, and to the application only by the reader's own click: anybody may register
 * one, so this address must not be an open redirect.
 */
export function AuthorizePage() {
	const t = useTexts();
	usePage(t("settings.appTitle"));
	const { search } = useLocation();
	const { data, error } = useAuthorization(search);
	const [isGoing, setGoing] = useState(false);
	function go(location: string) {
		setGoing(true);
		window.location.assign(location);
	}
	return (
		<div className="gutters max-w-xl py-12">
			<Card>
				{data === undefined ? (
					error ? (
						<EmptyState level="h1" icon={CircleAlert} title={t("settings.appFailed")}>
							<p role="alert">{failureText(error, t("settings.tryAgain"))}</p>
						</EmptyState>
					) : (
						<Skeleton className="h-64" />
					)
				) : isGoing ? (
					<EmptyState level="h1" icon={ArrowUpRight} title={t("settings.appGoing")}>
						<p role="status">{t("settings.appGoingText", { name: data.application.name })}</p>
					</EmptyState>
				) : data.refused ? (
					<Refused request={data} />
				) : (
					<AuthorizeForm query={search} request={data} onDecided={go} />
				)}
			</Card>
		</div>
	);
}

function Refused({
	request: { application, redirectUri, refused },
}: {
	request: AuthorizationRequest;
}) {
	const t = useTexts();
	const placeOf = usePlaceOf();
	if (!refused) return null;
	const { description, location } = refused;
	return (
		<EmptyState
			level="h1"
			icon={CircleAlert}
			title={t("settings.appFailed")}
			action={
				<a href={location} className={buttonClass()}>
					{t("settings.appBack", { place: placeOf(redirectUri) })}
				</a>
			}
		>
			<p role="alert" className="wrap-anywhere">
				{t("settings.appFailedText", { name: application.name, description })}
			</p>
		</EmptyState>
	);
}
