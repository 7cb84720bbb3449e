import { isLoopback } from "../../../worker/contract/accounts/redirect-uris.ts";
import { useTexts } from "./texts.ts";

/** Describes where a redirect URI leads: a host, the reader's own computer, or an app by its scheme. */
export function usePlaceOf(): (redirectUri: string) => string {
	const t = useTexts();
	return (uri) => {
		if (isLoopback(uri)) return t("settings.appHere");
		const { protocol, host } = new URL(uri);
		return protocol === "https:" ? host : protocol.slice(0, -1);
	};
}
