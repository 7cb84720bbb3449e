import { useCallback, useEffect, useRef, useState } from "react";
import { CHALLENGE_HEADER } from "../../../worker/contract/config.ts";
import { currentLocale } from "../i18n/i18n.ts";
import { usePublicConfig } from "../server/queries/config.ts";
import { documentTakesTurnstile, loadTurnstile, type Turnstile } from "./turnstile.ts";

/** The widget's least width in px, unless it is compact. */
const LEAST_WIDTH = 300;

export type Challenge = {
	/** null: this form needs no challenge */
	box: ((element: HTMLDivElement | null) => void) | null;
	isAway: boolean;
	/** returns the headers for the form's request; a token works once, so this resets the widget */
	headers: () => Record<string, string>;
};

export function useChallenge(action: string): Challenge {
	const siteKey = usePublicConfig()?.turnstileSiteKey ?? null;
	const [element, setElement] = useState<HTMLDivElement | null>(null);
	const [isAway, setAway] = useState(false);
	const token = useRef<string | null>(null);
	const widget = useRef<{ api: Turnstile; id: string } | null>(null);

	useEffect(() => {
		if (!siteKey || !element) return;
		if (!documentTakesTurnstile()) {
			location.reload();
			return;
		}
		let isGone = false;
		const keep = (value: string | null) => {
			token.current = value;
		};
		loadTurnstile()
			.then((api) => {
				if (isGone) return;
				const id = api.render(element, {
					sitekey: siteKey,
					action,
					language: currentLocale(),
					theme: "auto",
					size: element.clientWidth < LEAST_WIDTH ? "compact" : "flexible",
					"response-field": false,
					callback: keep,
					"expired-callback": () => keep(null),
					"error-callback": () => keep(null),
				});
				widget.current = { api, id };
			})
			.catch(() => setAway(true));
		return () => {
			isGone = true;
			keep(null);
			widget.current?.api.remove(widget.current.id);
			widget.current = null;
		};
	}, [siteKey, element, action]);

	const headers = useCallback((): Record<string, string> => {
		const { current } = token;
		if (!current) return {};
		token.current = null;
		widget.current?.api.reset(widget.current.id);
		return { [CHALLENGE_HEADER]: current };
	}, []);
	return { box: siteKey ? setElement : null, isAway, headers };
}
