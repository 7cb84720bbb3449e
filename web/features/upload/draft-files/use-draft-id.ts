import { useState } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * The draft in the address, else a new one that `show` puts there. An address without a draft, such
 * as after Back, leaves the form as it was.
 */
export function useDraftId() {
	const [query, setQuery] = useSearchParams();
	const requested = query.get("draft");
	const [own, setOwn] = useState(() => ({
		id: requested ?? crypto.randomUUID(),
		isNew: requested === null,
	}));
	const [lastAsked, setLastAsked] = useState(requested);
	if (requested !== lastAsked) {
		setLastAsked(requested);
		if (requested !== null && requested !== own.id) setOwn({ id: requested, isNew: false });
	}

	return {
		id: own.id,
		isNew: own.isNew,
		isShown: requested === own.id,
		show: () =>
			setQuery((before) => ({ ...Object.fromEntries(before), draft: own.id }), { replace: true }),
		hide: () => setQuery({}, { replace: true }),
		open: (chosen: string) => setQuery({ draft: chosen }),
		renew: () => setOwn({ id: crypto.randomUUID(), isNew: true }),
	};
}
