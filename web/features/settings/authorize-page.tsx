import ArrowUpRight from "icons:arrow-up-right";
import CircleAlert from "icons:circle-alert";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { isLoopback } from "../../../worker/accounts/applications/contract/redirect-uris.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AuthorizeForm } from "./authorize-form.tsx";
import { useAuthorization } from "./queries/applications.ts";
import { useTexts } from "./texts.ts";

/**
 * Reports an invalid request here, and to the application only on a click: anybody may register one, so
 * this must not be an open redirect.
 */
export function AuthorizePage() {
	const t = useTexts();
	usePage(t("settings.appTitle"));
	const { search } = useLocation();
	const { data, error } = useAuthorization(search);
	const [isGoing, setGoing] = useState(false);
	const placeOf = usePlaceOf();
	function go(location: string) {
		setGoing(true);
		window.location.assign(location);
	}
	const content = () => {
		if (data === undefined)
			return error ? (
				<EmptyState level="h1" icon={CircleAlert} title={t("settings.appFailed")}>
					<p role="alert">{failureText(error)}</p>
				</EmptyState>
			) : (
				<Skeleton className="h-64" />
			);
		const { application, redirectUri, refused } = data;
		if (isGoing)
			return (
				<EmptyState level="h1" icon={ArrowUpRight} title={t("settings.appGoing")}>
					<p role="status">{t("settings.appGoingText", { name: application.name })}</p>
				</EmptyState>
			);
		const place = placeOf(redirectUri);
		if (!refused)
			return <AuthorizeForm query={search} request={data} place={place} onDecided={go} />;
		const { description, location } = refused;
		return (
			<EmptyState
				level="h1"
				icon={CircleAlert}
				title={t("settings.appFailed")}
				action={
					<a href={location} className={buttonClass()}>
						{t("settings.appBack", { place })}
					</a>
				}
			>
				<p role="alert" className="wrap-anywhere">
					{t("settings.appFailedText", { name: application.name, description })}
				</p>
			</EmptyState>
		);
	};
	return (
		<div className="gutters max-w-xl py-12">
			<Card>{content()}</Card>
		</div>
	);
}

/** Describes where a redirect URI leads: a host, the reader's own computer, or an app by its scheme. */
function usePlaceOf(): (redirectUri: string) => string {
	const t = useTexts();
	return (uri) => {
		if (isLoopback(uri)) return t("settings.appHere");
		const { protocol, host } = new URL(uri);
		return protocol === "https:" ? host : protocol.slice(0, -1);
	};
}
